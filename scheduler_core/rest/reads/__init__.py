"""What is read: objects and lists, tables, watches."""
