"""The names of people: their form, and how they are separated."""
