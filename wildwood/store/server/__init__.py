"""The private mongod: its program, folders, process and log."""
