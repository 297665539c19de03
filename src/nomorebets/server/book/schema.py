"""What the house keeps in its database: patrons, money, tables, seats, rounds and their records.

SQLite keeps whatever is written into a column unless its table is strict: all are. Cents are checked on both databases.

A change here needs its step in ``migrations/versions``; how, says ``migrations``.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Text,
    text,
)
from sqlalchemy import Table as SqlTable

from nomorebets.table.money import BOOKED

metadata: MetaData = MetaData()

CENTS = BigInteger().with_variant(Integer(), "sqlite")  # SQLite's INTEGER has 64 bits, and only it counts rows

meta: SqlTable = SqlTable(
    "meta",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_strict=True,
)

patrons: SqlTable = SqlTable(
    "patrons",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("since", Text, nullable=False),
    sqlite_strict=True,
)

# Every account's balance, which can be computed again from the postings. A patron and a seat cannot owe anything.
accounts: SqlTable = SqlTable(
    "accounts",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("balance", CENTS, nullable=False),
    CheckConstraint("balance >= 0 OR kind NOT IN ('patron', 'seat')", name="nobody_owes"),
    CheckConstraint(f"balance BETWEEN -{BOOKED} AND {BOOKED}", name="balance_fits_the_book"),
    sqlite_strict=True,
)

# Every cent that moved, by the paragraph that moved it.
postings: SqlTable = SqlTable(
    "postings",
    metadata,
    Column("n", CENTS, primary_key=True, autoincrement=False),
    Column("at", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("amount", CENTS, nullable=False),
    Column("cite", Text, nullable=False),
    Column("round_id", Text),
    Column("hash", Text, nullable=False, server_default=""),  # seals it and everything before it: see chain.py
    CheckConstraint("amount > 0", name="something_moves"),
    CheckConstraint(f"amount <= {BOOKED}", name="amount_fits_the_book"),
    CheckConstraint("source <> target", name="from_one_to_another"),
    sqlite_strict=True,
)

# The last line of each round's record, sealed in the same chain: numbers run through both.
closings: SqlTable = SqlTable(
    "closings",
    metadata,
    Column("n", CENTS, primary_key=True, autoincrement=False),
    Column("at", Text, nullable=False),
    Column("round_id", Text, ForeignKey("rounds.id"), nullable=False, unique=True),
    Column("record", Text, nullable=False),  # the hash of the record's last line
    Column("hash", Text, nullable=False),
    sqlite_strict=True,
)

# What a supervisor ruled on a round that is over, sealed in the same chain. It moves no money and changes no record.
supervisor_rulings: SqlTable = SqlTable(
    "supervisor_rulings",
    metadata,
    Column("n", CENTS, primary_key=True, autoincrement=False),
    Column("at", Text, nullable=False),
    Column("round_id", Text, ForeignKey("rounds.id"), nullable=False),
    Column("patron_id", Text, ForeignKey("patrons.id"), nullable=False),  # who ruled
    Column("what", Text, nullable=False),  # an irregularity of the game
    Column("cite", Text, nullable=False),
    Column("remarks", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Index("supervisor_rulings_of_round", "round_id"),
    sqlite_strict=True,
)

# Rows of an earlier program whose sums are no whole numbers of 64 bits: kept as they were, and part of nothing.
damaged: SqlTable = SqlTable(
    "damaged",
    metadata,
    Column("id", CENTS, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),  # of the table it was in
    Column("row", Text, nullable=False),  # JSON
    Column("n", CENTS),  # of a posting
    Column("hash", Text),
    sqlite_strict=True,
)

tables: SqlTable = SqlTable(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("as_of", Text, nullable=False),
    Column("house", Text, nullable=False),  # JSON: options, pay_table, limits as it was opened with: see floor_log
    Column("opened", Text, nullable=False),
    Column("closed", Text),
    Column("rounds", CENTS, nullable=False),  # how many were begun
    Column("seq", CENTS, nullable=False),  # the number of the last event before the round that is to come
    Column("opening", Text, nullable=False),  # JSON: what that round begins with
    Column("holder", Text),  # the process that serves it, where several share the database
    Column("fence", CENTS, nullable=False, server_default="0"),  # how often it was taken
    Column("tournament", Text),  # whose table it is, where it is one of a tournament
    Column("training", Integer, nullable=False, server_default="0"),  # help is given there (8.1)
    CheckConstraint("rounds >= 0 AND seq >= 0 AND fence >= 0", name="counts_up"),
    sqlite_strict=True,
)

# What supervisors did at open tables: changes of rules with their notices (8.3), exceptions for one player (8.2).
floor_log: SqlTable = SqlTable(
    "floor_log",
    metadata,
    Column("n", CENTS, primary_key=True, autoincrement=False),  # sealed in the chain: see chain.py
    Column("at", Text, nullable=False),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("entry", Text, nullable=False),  # JSON: see floor_log.py
    Column("hash", Text, nullable=False),
    Index("floor_log_of_table", "table_id", "n"),
    sqlite_strict=True,
)

# Processes that share the database, and when they were last heard of (milliseconds, by the database's clock).
processes: SqlTable = SqlTable(
    "processes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("address", Text, nullable=False),
    Column("seen", CENTS, nullable=False),
    sqlite_strict=True,
)

seats: SqlTable = SqlTable(
    "seats",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("patron_id", Text, ForeignKey("patrons.id"), nullable=False),
    Column("since", Text, nullable=False),
    Column("leaving", Integer, nullable=False),
    Column("orders", Text, nullable=False),  # JSON: wagers acknowledged and not yet on the layout
    Column("last", Text, nullable=False),  # JSON: what was wagered before, to be repeated
    Column("player", Text, primary_key=True, server_default=""),  # the letter of one who wagers behind whoever sits
    Column("agrees", Integer, nullable=False, server_default="0"),  # that others wager behind him
    CheckConstraint("leaving IN (0, 1)", name="leaves_or_stays"),
    CheckConstraint("agrees IN (0, 1)", name="agrees_or_not"),
    sqlite_strict=True,
)

# Messages that were done, so that one sent again after a break is not done twice.
heard: SqlTable = SqlTable(
    "heard",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("n", CENTS, primary_key=True, autoincrement=False),
    Column("round", CENTS, nullable=False),
    Column("messages", Text, nullable=False),  # JSON: patron, id, and what was asked for, hashed
    Column("at", CENTS, nullable=False, server_default="0"),  # milliseconds since 1970: an id is good for a while
    sqlite_with_rowid=False,
    sqlite_strict=True,
)

rounds: SqlTable = SqlTable(
    "rounds",
    metadata,
    Column("n", CENTS, primary_key=True, autoincrement=True),
    Column("id", Text, nullable=False, unique=True),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("game", Text, nullable=False),
    Column("as_of", Text, nullable=False),
    Column("number", CENTS, nullable=False),
    Column("started", Text, nullable=False),
    Column("ended", Text),
    Column("owners", Text, nullable=False),  # JSON: who sat where
    Column("archive", Integer),  # the number of the archive that has its record: see archives
    Index("rounds_of_table", "table_id", "number"),
    Index("rounds_of_game", "game", "n"),
    Index("rounds_by_day", "started"),
    Index("rounds_under_way", "table_id", sqlite_where=text("ended IS NULL"), postgresql_where=text("ended IS NULL")),
    sqlite_strict=True,
)

# Files into which the records of old rounds were put away, sealed in the same chain: see archive_files.py.
archives: SqlTable = SqlTable(
    "archives",
    metadata,
    Column("n", CENTS, primary_key=True, autoincrement=False),
    Column("at", Text, nullable=False),
    Column("number", Integer, nullable=False, unique=True),
    Column("name", Text, nullable=False),  # of the file
    Column("rounds", CENTS, nullable=False),
    Column("digest", Text, nullable=False),  # of all records in it
    Column("hash", Text, nullable=False),
    sqlite_strict=True,
)

# What each round's chance is drawn from. The commitment is public at once, salt and seed when the round is over.
seals: SqlTable = SqlTable(
    "seals",
    metadata,
    Column("round_id", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("number", CENTS, nullable=False),
    Column("published", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("salt", Text, nullable=False),  # hexadecimal, as the seed
    Column("seed", Text, nullable=False),
    Column("words", Text, nullable=False),  # JSON: what people gave to be mixed in
    Column("series", Text),  # the root of the series it belongs to; rounds of an earlier program were sealed singly
    Column("n", CENTS),  # its number in the chain: see chain.py
    Column("hash", Text),
    Index("seals_of_table", "table_id", "number"),
    Index("seals_in_chain", "n", unique=True),
    sqlite_strict=True,
)

# What the seals of rounds that belong together follow from: those of one shoe, for one.
series: SqlTable = SqlTable(
    "series",
    metadata,
    Column("root", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("first", CENTS, nullable=False),  # number of its first round
    Column("length", CENTS, nullable=False),
    Column("secret", Text, nullable=False),  # hexadecimal
    sqlite_strict=True,
)

lines: SqlTable = SqlTable(
    "lines",
    metadata,
    Column("round_id", Text, ForeignKey("rounds.id"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("line", LargeBinary, nullable=False),
    sqlite_strict=True,
)

results: SqlTable = SqlTable(
    "results",
    metadata,
    Column("round_id", Text, ForeignKey("rounds.id"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("wager", Text, nullable=False),
    Column("amount", CENTS, nullable=False),
    Column("result", Text, nullable=False),
    Column("net", CENTS, nullable=False),
    Column("cite", Text, nullable=False),
    Column("player", Text, nullable=False, server_default=""),  # which of several people at the seat
    CheckConstraint(f"amount BETWEEN 0 AND {BOOKED}", name="amount_fits_the_book"),
    CheckConstraint(f"net BETWEEN -{BOOKED} AND {BOOKED}", name="net_fits_the_book"),
    sqlite_strict=True,
)

# Which paragraphs a round acted by, as the chapter-free citation.
cited: SqlTable = SqlTable(
    "cited",
    metadata,
    Column("cite", Text, primary_key=True),
    Column("round_id", Text, ForeignKey("rounds.id"), primary_key=True),
    sqlite_strict=True,
)

# Who sat in a round that is over, by patron and time: one's own rounds are found among any number of others'.
sat_in: SqlTable = SqlTable(
    "sat_in",
    metadata,
    Column("patron_id", Text, ForeignKey("patrons.id"), primary_key=True),
    Column("ended", Text, primary_key=True),  # as in rounds
    Column("round_id", Text, ForeignKey("rounds.id"), primary_key=True),
    sqlite_with_rowid=False,
    sqlite_strict=True,
)

# When each ticket was issued, by its number: it is here before its patron has it.
issued_tickets: SqlTable = SqlTable(
    "issued_tickets",
    metadata,
    Column("number", Text, primary_key=True),
    Column("issued", Text, nullable=False),
    sqlite_with_rowid=False,
    sqlite_strict=True,
)

# Tournaments: the file that was submitted and posted, and how far each has come.
tournaments: SqlTable = SqlTable(
    "tournaments",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("file", Text, nullable=False),  # TOML
    Column("state", Text, nullable=False),
    Column("stage", Integer, nullable=False),  # the last that was drawn
    Column("rounds", CENTS, nullable=False),  # at each table of a stage; 0: as many as there is time for
    Column("ends", CENTS),  # when the time of the stage is over: milliseconds since 1970
    Column("opened", Text, nullable=False),
    Column("opened_by", Text, ForeignKey("patrons.id"), nullable=False),
    Column("second_by", Text, ForeignKey("patrons.id")),  # who issues chips and takes them back with him
    Column("why", Text, nullable=False),  # it was stopped
    Column("version", CENTS, nullable=False),  # goes up with every change: of two at once one is refused
    CheckConstraint("state IN ('entering', 'playing', 'stopping', 'over', 'stopped')", name="known_state"),
    sqlite_strict=True,
)

# Who has entered a tournament, where he sits in its last stage, and what became of him.
entrants: SqlTable = SqlTable(
    "entrants",
    metadata,
    Column("tournament_id", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("patron_id", Text, ForeignKey("patrons.id"), primary_key=True),
    Column("since", Text, nullable=False),
    Column("number", Integer),  # drawn for the stage
    Column("table_id", Text),
    Column("seat", Integer),
    Column("stage", Integer, nullable=False),  # the last he was in
    Column("chips", CENTS, nullable=False),  # when it ended
    Column("place", Integer),
    Column("prize", CENTS, nullable=False),
    Column("rebuys", Integer, nullable=False, server_default="0"),  # how often he bought in again
    Column("why_out", Text, nullable=False, server_default=""),  # why a supervisor disqualified him
    CheckConstraint("chips >= 0 AND prize >= 0", name="owes_nothing"),
    sqlite_strict=True,
)

# Rounds that somebody who sat in them made public, by the unguessable part of the link.
shared_rounds: SqlTable = SqlTable(
    "shared_rounds",
    metadata,
    Column("token", Text, primary_key=True),
    Column("round_id", Text, ForeignKey("rounds.id"), nullable=False),
    Column("patron_id", Text, ForeignKey("patrons.id"), nullable=False),
    Column("at", Text, nullable=False),
    Index("shared_rounds_of_patron", "round_id", "patron_id", unique=True),
    sqlite_strict=True,
)

# How a patron's wagers ended, counted by day: results of any number of rounds are read in little time.
play_days: SqlTable = SqlTable(
    "play_days",
    metadata,
    Column("patron_id", Text, ForeignKey("patrons.id"), primary_key=True),
    Column("day", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("wager", Text, primary_key=True),
    Column("amount", CENTS, primary_key=True, autoincrement=False),
    Column("wagers", CENTS, nullable=False),  # how many of that amount
    Column("net", CENTS, nullable=False),  # of all of them
    CheckConstraint(f"net BETWEEN -{BOOKED} AND {BOOKED}", name="net_fits_the_book"),
    sqlite_strict=True,
)

# What patrons set themselves for a day: when to stop ahead, when to stop behind, and after how long.
goals: SqlTable = SqlTable(
    "goals",
    metadata,
    Column("patron_id", Text, ForeignKey("patrons.id"), primary_key=True),
    Column("goal", CENTS, nullable=False),  # cents ahead; 0: none
    Column("stop_loss", CENTS, nullable=False),  # cents behind; 0: none
    Column("minutes", Integer, nullable=False, server_default="0"),  # 0: none
    Column("rounds", Integer, nullable=False, server_default="0"),  # 0: none
    CheckConstraint("goal >= 0 AND stop_loss >= 0", name="some_or_none"),
    sqlite_strict=True,
)

# Which of them were reached on a day, after how many rounds, and how many were played all the same.
goals_reached: SqlTable = SqlTable(
    "goals_reached",
    metadata,
    Column("patron_id", Text, ForeignKey("patrons.id"), primary_key=True),
    Column("day", Text, primary_key=True),
    Column("what", Text, primary_key=True),  # the column of ``goals``
    Column("rounds", CENTS, nullable=False),
    Column("after", CENTS, nullable=False),
    CheckConstraint("rounds >= 0 AND after >= 0", name="counts_rounds"),
    sqlite_strict=True,
)

# What a program asked for with a key of its own, so that asking again makes nothing again.
made_once: SqlTable = SqlTable(
    "made_once",
    metadata,
    Column("patron_id", Text, primary_key=True),  # empty where a patron is what was made
    Column("key", Text, primary_key=True),  # hashed
    Column("asked", Text, nullable=False),
    Column("made", Text, nullable=False),
    Column("at", Text, nullable=False),
    sqlite_strict=True,
)

# How members answered the questions of their drills.
drill_answers: SqlTable = SqlTable(
    "drill_answers",
    metadata,
    Column("patron_id", Text, ForeignKey("patrons.id"), primary_key=True),
    Column("course", CENTS, primary_key=True, autoincrement=False),  # its seed
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the answer in its course
    Column("game", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("is_right", Integer, nullable=False),
    Column("is_first", Integer, nullable=False),  # the question had not been asked before
    Column("ms", CENTS, nullable=False),  # the time it took
    Column("at", Text, nullable=False),
    CheckConstraint("is_right IN (0, 1) AND is_first IN (0, 1) AND ms >= 0", name="an_answer"),
    sqlite_strict=True,
)

# Questions of drills that a member got wrong: they come back on other days until they are known.
drill_returns: SqlTable = SqlTable(
    "drill_returns",
    metadata,
    Column("patron_id", Text, ForeignKey("patrons.id"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("seed", CENTS, primary_key=True, autoincrement=False),  # the question
    Column("step", Integer, nullable=False),  # how often it was right since
    Column("due", Text, nullable=False),  # the day
    CheckConstraint("step >= 0", name="counts_up"),
    sqlite_strict=True,
)

# Patrons with a name and a password of their own, and what they do in the house.
members: SqlTable = SqlTable(
    "members",
    metadata,
    Column("patron_id", Text, ForeignKey("patrons.id"), primary_key=True),
    Column("login", Text, nullable=False, unique=True),  # the name without capitals
    Column("password", Text, nullable=False),  # argon2id
    Column("role", Text, nullable=False),
    Column("since", Text, nullable=False),
    sqlite_strict=True,
)

# Who is logged in. The token itself is in a cookie only; here is its hash.
sessions: SqlTable = SqlTable(
    "sessions",
    metadata,
    Column("token", Text, primary_key=True),
    Column("patron_id", Text, ForeignKey("patrons.id"), nullable=False),
    Column("began", Text, nullable=False),
    Column("expires", Text, nullable=False),
    Index("sessions_of_patron", "patron_id"),
    sqlite_strict=True,
)

# Heads of other houses' books, left here to be kept.
witnessed: SqlTable = SqlTable(
    "witnessed",
    metadata,
    Column("patron_id", Text, ForeignKey("patrons.id"), primary_key=True),
    Column("n", CENTS, primary_key=True, autoincrement=False),
    Column("seal", Text, nullable=False),
    Column("at", Text, nullable=False),
    sqlite_strict=True,
)

# Links that make the first administrator, by the hash of their token.
links: SqlTable = SqlTable(
    "links",
    metadata,
    Column("token", Text, primary_key=True),
    Column("expires", Text, nullable=False),
    sqlite_strict=True,
)
