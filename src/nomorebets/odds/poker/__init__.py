"""Exact solvers for the stud games, in whole numbers throughout.

Each game is counted once per process, as situations in which a player decides and the ends they lead to; any pay table,
stake with a payout limit, or strategy is then a matter of milliseconds:

* `caribbean_stud` and `three_card`: the player's hand against the dealer's (`dealer` holds what they share);
* `let_it_ride` and `double_down_stud`: the player's cards against a pay table (`holdings` holds what they share).

All take decks of fewer ranks or suits, so that they can be checked against a plain enumeration. Numpy is imported here
and numba at the first count: import these modules where odds are asked for, not before.
"""
