"""Alter Ego v6.0: one to four vigilantes free hostages from henchmen, and their city from its arch villains.

Source: the sheet, "A cooperative deck learning game of vigilante heroism"
"""
