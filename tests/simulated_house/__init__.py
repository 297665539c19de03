"""A whole evening in the house in one process: clock, scheduler, network and book all follow one seed.

``world`` runs a seed. It is made of ``loop`` (time and order), ``book`` (SQLite, with faults), ``processes`` (houses
that open, stand still and crash), ``network`` (wires), ``patrons`` (who play) and ``checks`` (what must hold).
"""
