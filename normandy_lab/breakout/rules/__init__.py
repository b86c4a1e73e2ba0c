"""The rules, one file a topic; the number in a file's name is the rulebook's section.

A module that owns a frame offers ``ask`` (the Decision, or None when nothing is to be chosen),
``answer`` (play an option), ``resume`` (go on when nobody must choose), ``rolled`` (take dice) and
``refuse`` (say why an action that is not listed is not allowed).
"""
