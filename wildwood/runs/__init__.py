"""The commands that change the database and the ps rifs, without their command line."""
