"""`bura conformance`, put to programs that are right and to programs that are not."""
