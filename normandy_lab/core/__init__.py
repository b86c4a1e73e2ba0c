"""What the three games share: terms, decisions, dice, exact odds, the log, plans, the rule index.

Standard library only.
"""
