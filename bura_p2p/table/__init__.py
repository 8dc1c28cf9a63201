"""The role-blind core: one table, the same for every seat and every stranger."""
