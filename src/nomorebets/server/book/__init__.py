"""The book of the house: what is kept, how it is sealed, how it is audited."""
