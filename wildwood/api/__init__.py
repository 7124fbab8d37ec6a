"""What programs call: the names that the package `wildwood` imports when they are used."""
