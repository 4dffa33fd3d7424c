"""Moderation: lists that answer what runs and what hangs, and actions that go the same ways as everybody's.

Staff see public facts. States are read, never edited. Whatever is done, and whoever opens a running match's secrets,
stands in the admin's log.
"""

from . import people, ranked, reports, tables

__all__ = ["people", "ranked", "reports", "tables"]
