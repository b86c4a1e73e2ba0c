"""The rules of a day, one file a frame; the number in a file's name is the section of the charts.

Clauses are those of docs/theatre_rules.md: CH n for the charts, T-n for readings. A module offers what
``core/machine.py`` asks of its frame.
"""
