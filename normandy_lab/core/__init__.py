"""What the games share: terms, decisions, dice, exact odds, the log, plans, rules. Standard library only."""
