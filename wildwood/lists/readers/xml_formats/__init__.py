"""Read lists in XML, and MARC 21."""
