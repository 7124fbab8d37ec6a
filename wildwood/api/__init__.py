"""What programs call: the names of the package `wildwood`, which imports them when they are used."""
