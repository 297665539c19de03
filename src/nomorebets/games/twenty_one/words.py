"""What players of the blackjack family also say for their decisions, and the letters they choose by."""

SAID: dict[str, tuple[str, ...]] = {
    "draw": ("h", "hit"),
    "stand": ("s",),
    "double": ("d",),
    "split": ("p",),
    "surrender": ("r",),
    "insure": ("i", "insurance"),
}
CHOICES = (*SAID, "no-insurance")  # every word that a seat may be asked to choose
