"""Rounds of pai gow and pai gow poker as a floorperson would tell them, each row worked out by hand beforehand."""

import pytest

from nomorebets.rulings.dispute import rule_on
from nomorebets.rulings.transcript import read_transcript

TOLD = {
    "copy low, better high": (
        """
            game = "pai-gow-poker"
            wagers = [ {seat = 1, wager = "pgp", amount = "10.00"} ]
            hands = { 1 = "Kc Qd 9h 9s 7c 4d 2s", dealer = "Ks Qh 8c 8d 7h 3c 2h" }
            decisions = [{seat = 1, choose = "set", low = "Kc Qd"}]
        """,
        {"1 pgp": "0.00"},
    ),
    "two copies": (
        """
            game = "pai-gow-poker"
            wagers = [ {seat = 1, wager = "pgp", amount = "10.00"} ]
            hands = { 1 = "Kc Qd 9h 9s 7c 4d 2s", dealer = "Ks Qh 9c 9d 7h 4h 2h" }
            dice = "2-3-5"
        """,
        {"1 pgp": "-10.00"},
    ),
    "foul aces before kings": (
        """
            game = "pai-gow-poker"
            wagers = [ {seat = 1, wager = "pgp", amount = "20.00"} ]
            hands = { 1 = "Ad Jk Kc Kh 9s 5d 2c", dealer = "Qs Jd 9h 7s 6c 4d 2s" }
            decisions = [{seat = 1, choose = "set", low = "Ad Jk"}]
        """,
        {"1 pgp": "-20.00"},
    ),
    "joker is an ace in front": (
        """
            game = "pai-gow-poker"
            wagers = [ {seat = 1, wager = "pgp", amount = "20.00"} ]
            hands = { 1 = "Jk 4c 8d 8h 7s 3c 2d", dealer = "Ah 3d 7c 7d 6h 5s 2s" }
            decisions = [{seat = 1, choose = "set", low = "Jk 4c"}]
        """,
        {"1 pgp": "0.00"},
    ),
    "foul A-Q before A-J": (
        """
            game = "pai-gow-poker"
            wagers = [ {seat = 1, wager = "pgp", amount = "20.00"} ]
            hands = { 1 = "Ac Qd Ah Js 9c 5d 3h", dealer = "Qs Jd 9h 7s 6c 4d 2s" }
            decisions = [{seat = 1, choose = "set", low = "Ac Qd"}]
        """,
        {"1 pgp": "-20.00"},
    ),
    "A-K before A-K is no foul": (
        """
            game = "pai-gow-poker"
            wagers = [ {seat = 1, wager = "pgp", amount = "20.00"} ]
            hands = { 1 = "Ac Kd Ah Ks 9c 5d 3h", dealer = "Qs Jd 9h 7s 6c 4d 2s" }
            decisions = [{seat = 1, choose = "set", low = "Ac Kd"}]
        """,
        {"1 pgp": "19.00"},
    ),
    "vigorish of 22": (
        """
            game = "pai-gow-poker"
            wagers = [ {seat = 1, wager = "pgp", amount = "22.00"} ]
            hands = { 1 = "Ac Ah Kd Kh 5c 4d 2s", dealer = "Ks Qh 8c 8d As 7h 3c" }
            decisions = [{seat = 1, low = "Kd Kh"}]
        """,
        {"1 pgp": "20.75"},
    ),
    "bank of dossier 19": (
        """
            game = "pai-gow-poker"
            wagers = [
              {seat = 1, wager = "pgp", amount = "90.00"},
              {seat = 2, wager = "pgp", amount = "60.00"},
              {seat = "dealer", wager = "dealer-vs-bank", amount = "25.00"},
            ]
            hands.1 = "Ac Ah Kd Kh 5c 4d 2s"
            hands.2 = "Qs Jd 9h 7s 6c 4s 2d"
            hands.3 = "Ks Qh 8c 8d As 7h 3c"
            hands.dealer = "Qc Js 9d 7c 6d 5h 2h"
            decisions = [{seat = 3, choose = "bank"}]
        """,
        {"1 pgp": "85.50", "2 pgp": "-60.00", "dealer dealer-vs-bank": "-25.00", "3 bank": "-5.00"},
    ),
    "co-bank of dossier 20": (
        """
            game = "pai-gow-poker"
            wagers = [ {seat = 1, wager = "pgp", amount = "20.00"}, {seat = 2, wager = "pgp", amount = "80.00"} ]
            hands = { 1 = "Ac Ah Kd Kh 5c 4d 2s", 2 = "Qs Jd 9h 7s 6c 4s 2d", 3 = "Ks Qh 8c 8d As 7h 3c" }
            decisions = [{seat = 3, choose = "co-bank"}]
        """,
        {"1 pgp": "19.00", "2 pgp": "-80.00", "3 bank": "28.50"},
    ),
    "bank wins copies": (
        """
            game = "pai-gow-poker"
            wagers = [ {seat = 1, wager = "pgp", amount = "10.00"} ]
            hands = { 1 = "Ac Kd 8h 8s Qc 7d 3s", 4 = "Ks Qh 8c 8d As 7h 3c" }
            decisions = [
              {seat = 4, choose = "bank"},
              {seat = 4, choose = "none"},
              {seat = 4, choose = "set", low = "As Ks"},
            ]
        """,
        {"1 pgp": "-10.00", "4 bank": "9.50"},
    ),
    "wrong count": (
        """
            game = "pai-gow-poker"
            wagers = [ {seat = 1, wager = "pgp", amount = "10.00"}, {seat = 2, wager = "pgp", amount = "30.00"} ]
            dice = "4-4-5"
            irregularities = [{what = "wrong-count"}]
        """,
        {"1 pgp": "0.00", "2 pgp": "0.00"},
    ),
    "player wrong number": (
        """
            game = "pai-gow-poker"
            house = { bonus-package = "bonus" }
            wagers = [
              {seat = 1, wager = "pgp", amount = "10.00"},
              {seat = 1, wager = "bonus", amount = "5.00"},
              {seat = 2, wager = "pgp", amount = "30.00"},
            ]
            irregularities = [{what = "player-wrong-number", seat = 1, cards = 8}]
        """,
        {"1 pgp": "0.00", "1 bonus": "0.00", "2 pgp": "0.00"},
    ),
    "card exposed, plays": (
        """
            game = "pai-gow-poker"
            wagers = [ {seat = 1, wager = "pgp", amount = "40.00"} ]
            hands = { 1 = "Ac Ah Kd Kh 5c 4d 2s", dealer = "Ks Qh 8c 8d As 7h 3c" }
            irregularities = [{what = "player-card-exposed", seat = 1, plays = true}]
        """,
        {"1 pgp": "38.00"},
    ),
    "card exposed, voids, other plays": (
        """
            game = "pai-gow-poker"
            house = { bonus-package = "bonus" }
            wagers = [
              {seat = 1, wager = "pgp", amount = "40.00"},
              {seat = 1, wager = "bonus", amount = "5.00"},
              {seat = 2, wager = "pgp", amount = "10.00"},
            ]
            hands = { 1 = "Ac Ah Kd Kh 5c 4d 2s", 2 = "Qs Jd 9h 7s 6c 4s 2d", dealer = "Ks Qh 8c 8d As 7h 3c" }
            irregularities = [{what = "player-card-exposed", seat = 1, plays = false}]
        """,
        {"1 pgp": "0.00", "1 bonus": "0.00", "2 pgp": "-10.00"},
    ),
    "dealer set wrong": (
        """
            game = "pai-gow-poker"
            wagers = [ {seat = 1, wager = "pgp", amount = "10.00"} ]
            hands = { 1 = "Qs Jd 9h 9s 7c 4d 2s", dealer = "Ks Qh 8c 8d As 7h 3c" }
            irregularities = [{what = "dealer-set-wrong", low = "8c 8d"}]
            done = [{seat = 1, wager = "pgp", collected = "10.00"}]
        """,
        {"1 pgp": "0.00"},
    ),
    "face up in the shoe": (
        """
            game = "pai-gow-poker"
            wagers = [ {seat = 1, wager = "pgp", amount = "10.00"} ]
            irregularities = [{what = "card-found-face-up"}]
        """,
        {"1 pgp": "0.00"},
    ),
    "die left the shaker": (
        """
            game = "pai-gow-poker"
            wagers = [ {seat = 1, wager = "pgp", amount = "20.00"} ]
            dice = "6-6-5"
            hands = { 1 = "Ac Ah Kd Kh 5c 4d 2s", dealer = "Ks Qh 8c 8d As 7h 3c" }
            irregularities = [{what = "die-left-shaker"}]
        """,
        {"1 pgp": "19.00"},
    ),
    "EZ queen high": (
        """
            game = "pai-gow-poker"
            house = { ez = "on", bonus-package = "ez" }
            wagers = [
              {seat = 1, wager = "pgp", amount = "10.00"},
              {seat = 1, wager = "queens-dragon", amount = "5.00"},
              {seat = 2, wager = "pgp", amount = "10.00"},
            ]
            hands = { 1 = "Ac Ah Kd Kh 5c 3d 3s", 2 = "Js Tc 8d 7s 5h 3h 2c", dealer = "Qs Jd 9h 8c 6s 4d 2h" }
        """,
        {"1 pgp": "0.00", "1 queens-dragon": "250.00", "2 pgp": "0.00"},
    ),
    "envy beside a foul": (
        """
            game = "pai-gow-poker"
            house = { bonus-package = "bonus" }
            wagers = [
              {seat = 1, wager = "pgp", amount = "10.00"},
              {seat = 1, wager = "bonus", amount = "5.00"},
              {seat = 2, wager = "pgp", amount = "10.00"},
              {seat = 2, wager = "bonus", amount = "5.00"},
            ]
            hands = { 1 = "Ac Ah Qd Js 9c 5d 3h", 2 = "Tc Td Th Ts 5h 4h 2c", dealer = "Ks Qh 8c 8d As 7h 3c" }
            decisions = [{seat = 1, choose = "set", low = "Ac Ah"}]
        """,
        {"1 pgp": "-10.00", "1 bonus": "-5.00", "1 envy": "5.00", "2 bonus": "125.00"},
    ),
    "no envy below five dollars": (
        """
            game = "pai-gow-poker"
            house = { bonus-package = "bonus" }
            wagers = [
              {seat = 1, wager = "pgp", amount = "10.00"},
              {seat = 1, wager = "bonus", amount = "4.00"},
              {seat = 2, wager = "pgp", amount = "10.00"},
            ]
            hands = { 1 = "Qs Jd 9h 7s 6c 4s 2d", 2 = "Ac Ad Ah Jk As 4h 2c", dealer = "Ks Qh 8c 8d 9s 7h 3c" }
        """,
        {"1 bonus": "-4.00"},
    ),
    "tiles: copy of zeros": (
        """
            game = "pai-gow"
            wagers = [ {seat = 1, wager = "pai-gow", amount = "10.00"} ]
            hands = { 1 = "4-4 4-4 3-6 5-6", dealer = "5-5 5-5 2-2 1-5" }
            decisions = [{seat = 1, choose = "set", low = "3-6 5-6"}]
            dice = "2-3-5"
        """,
        {"1 pai-gow": "0.00"},
    ),
    "tiles: wong in front, vigorish of 33": (
        """
            game = "pai-gow"
            wagers = [ {seat = 1, wager = "pai-gow", amount = "33.00"} ]
            hands = { 1 = "4-4 4-4 6-3 1-1", dealer = "5-5 5-5 2-2 1-5" }
            decisions = [{seat = 1, choose = "set", low = "3-6 1-1"}]
        """,
        {"1 pai-gow": "31.25"},
    ),
    "tiles: bank of the dossier": (
        """
            game = "pai-gow"
            wagers = [
              {seat = 1, wager = "pai-gow", amount = "40.00"},
              {seat = 3, wager = "pai-gow", amount = "10.00"},
              {seat = 4, wager = "pai-gow", amount = "100.00"},
              {seat = "dealer", wager = "dealer-vs-bank", amount = "20.00"},
            ]
            hands.1 = "4-4 4-4 3-6 1-1"
            hands.2 = "5-5 5-5 2-2 1-5"
            hands.3 = "6-6 6-6 4-5 1-1"
            hands.4 = "4-6 4-6 1-5 1-3"
            hands.dealer = "5-6 5-6 2-2 3-3"
            decisions = [
              {seat = 2, choose = "bank"},
              {seat = 1, choose = "set", low = "3-6 1-1"},
              {seat = 3, choose = "set", low = "4-5 1-1"},
              {seat = 4, choose = "set", low = "1-5 1-3"},
              {seat = 2, choose = "set", low = "2-2 1-5"},
            ]
        """,
        {
            "1 pai-gow": "38.00",
            "3 pai-gow": "9.50",
            "4 pai-gow": "-100.00",
            "dealer dealer-vs-bank": "-20.00",
            "2 bank": "66.50",
        },
    ),
    "tiles: a player's tile seen, void; the other loses": (
        """
            game = "pai-gow"
            wagers = [
              {seat = 1, wager = "pai-gow", amount = "25.00"},
              {seat = 2, wager = "pai-gow", amount = "10.00"},
            ]
            hands = { 1 = "4-4 4-4 3-6 1-1", 2 = "4-6 4-6 1-5 1-3", dealer = "5-5 5-5 2-2 3-3" }
            irregularities = [{what = "player-tile-exposed", seat = 1, plays = false}]
            done = [
              {seat = 1, wager = "pai-gow", collected = "25.00"},
              {seat = 2, wager = "pai-gow", collected = "10.00"},
            ]
        """,
        {"1 pai-gow": "0.00", "2 pai-gow": "-10.00"},
    ),
    "tiles: dealer's tile seen": (
        """
            game = "pai-gow"
            wagers = [
              {seat = 1, wager = "pai-gow", amount = "25.00"},
              {seat = 6, wager = "pai-gow", amount = "10.00"},
            ]
            irregularities = [{what = "dealer-tile-exposed"}]
        """,
        {"1 pai-gow": "0.00", "6 pai-gow": "0.00"},
    ),
    "tiles: dice flat the second time": (
        """
            game = "pai-gow"
            wagers = [ {seat = 1, wager = "pai-gow", amount = "30.00"} ]
            dice = "3-3-3"
            hands = { 1 = "4-4 4-4 3-6 1-1", dealer = "5-5 5-5 2-2 1-5" }
            decisions = [{seat = 1, low = "3-6 1-1"}]
            irregularities = [{what = "die-not-flat"}]
        """,
        {"1 pai-gow": "28.50"},
    ),
    "two areas, larger first": (
        """
            game = "pai-gow-poker"
            opening = { same-player = "2 3" }
            wagers = [ {seat = 2, wager = "pgp", amount = "10.00"}, {seat = 3, wager = "pgp", amount = "25.00"} ]
            hands = { 2 = "Qs Jd 9h 7s 6c 4s 2d", 3 = "Ac Ah Kd Kh 5c 4d 2s", dealer = "Ks Qh 8c 8d As 7h 3c" }
            decisions = [{seat = 3, choose = "set", low = "Kd Kh"}, {seat = 2, choose = "set", low = "Jd 9h"}]
        """,
        {"2 pgp": "-10.00", "3 pgp": "23.75"},
    ),
    "four of a kind, wheel flush beats king straight flush": (
        """
            game = "pai-gow-poker"
            wagers = [ {seat = 1, wager = "pgp", amount = "20.00"} ]
            hands = { 1 = "5h 4h 3h 2h Ah Kc Kd", dealer = "Ks Qs Js Ts 9s 8d 7d" }
            decisions = [{seat = 1, choose = "set", low = "Kc Kd"}]
        """,
        {"1 pgp": "19.00"},
    ),
}


@pytest.mark.parametrize(("told", "rows"), TOLD.values(), ids=TOLD)
def test_every_row_is_as_worked_out(told: str, rows: dict[str, str]) -> None:
    verdict = rule_on(read_transcript(told.encode()))
    found = {f"{r.seat or 'dealer'} {r.wager}": f"{r.net / 100:.2f}" for r in verdict.required}
    assert {row: found.get(row) for row in rows} == rows
