"""The rules, one file a topic; the number in a file's name is the section of the game's specification.

Rule ids are those of docs/beach_rules.md: FP n for the phases of the fast play text, SA for the sibling
article, B-n for interpretations.
"""
