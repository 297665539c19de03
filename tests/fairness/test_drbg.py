"""HMAC_DRBG against the known answers of NIST's validation program, and against Python's own hmac."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as some

from nomorebets.fairness.drbg import MOST_BYTES, HmacDrbg

# CAVS 14.3, HMAC_DRBG.rsp, [SHA-256], PredictionResistance = False: the second call's 1024 bits are the answer
NO_RESEED = [
    (
        "ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488",
        "659ba96c601dc69fc902940805ec0ca8",
        "",
        "e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89"
        "d54fbb978a15b5c443c9ec21036d2460b6f73ebad0dc2aba6e624abf07745bc1"
        "07694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668"
        "961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8",
    ),
    (
        "565b2b77937ba46536b0f693b3d5e4a8a24563f9ef1f676e8b5b2ef17823832f",
        "4ef3064ec29f5b7f9686d75a23d170e3",
        "3b722433226c9dba745087270ab3af2c909425ba6d39f5ce46f07256068319d9",
        "d144ee7f8363d128872f82c15663fe658413cd42651098e0a7c51a970de75287"
        "ec943f9061e902280a5a9e183a7817a44222d198fbfab184881431b4adf35d3d"
        "1019da5a90b3696b2349c8fba15a56d0f9d010a88e3f9eeedb67a69bcaa71281"
        "b41afa11af576b765e66858f0eb2e4ec4081609ec81da81df0a0eb06787340ea",
    ),
    (
        "fc3832a91b1dcdcaa944f2d93cbceb85c267c491b7b59d017cde4add79a836b6",
        "d5e76ce9eabafed06e33a913e395c5e0",
        "ffc5f6eefd51da64a0f67b5f0cf60d7ab43fc7836bca650022a0cee57a43c148",
        "0e713c6cc9a4dbd4249201d12b7bf5c69c3e18eb504bf3252db2f43675e17d99"
        "b6a908400cea304011c2e54166dae1f20260008efe4e06a87e0ce525ca482bca"
        "223a902a14adcf2374a739a5dfeaf14cadd72efa4d55d15154c974d9521535bc"
        "b70658c5b6c944020afb04a87b223b4b8e5d89821704a9985bb010405ba8f3d4",
    ),
]
RESEED = [
    (
        "06032cd5eed33f39265f49ecb142c511da9aff2af71203bffaf34a9ca5bd9c0d0e66f71edc43e42a45ad3c6fc6cdc4df",
        "01920a4e669ed3a85ae8a33b35a74ad7fb2a6bb4cf395ce00334a9c9a5a5d552",
        "76fc79fe9b50beccc991a11b5635783a83536add03c157fb30645e611c2898bb"
        "2b1bc215000209208cd506cb28da2a51bdb03826aaf2bd2335d576d519160842"
        "e7158ad0949d1a9ec3e66ea1b1a064b005de914eac2e9d4f2d72a8616a802254"
        "22918250ff66a41bd2f864a6a38cc5b6499dc43f7f2bd09e1e0f8f5885935124",
    ),
    (
        "aadcf337788bb8ac01976640726bc51635d417777fe6939eded9ccc8a378c76a9ccc9d80c89ac55a8cfe0f99942f5a4d",
        "03a57792547e0c98ea1776e4ba80c007346296a56a270a35fd9ea2845c7e81e2",
        "17d09f40a43771f4a2f0db327df637dea972bfff30c98ebc8842dc7a9e3d681c"
        "61902f71bffaf5093607fbfba9674a70d048e562ee88f027f630a78522ec6f70"
        "6bb44ae130e05c8d7eac668bf6980d99b4c0242946452399cb032cc6f9fd9628"
        "4709bd2fa565b9eb9f2004be6c9ea9ff9128c3f93b60dc30c5fc8587a10de68c",
    ),
]


@pytest.mark.parametrize(("entropy", "nonce", "personalization", "answer"), NO_RESEED)
def test_known_answers_without_reseed(entropy: str, nonce: str, personalization: str, answer: str) -> None:
    drbg = HmacDrbg(bytes.fromhex(entropy + nonce), bytes.fromhex(personalization))
    drbg.generate(128)
    assert drbg.generate(128).hex() == answer


@pytest.mark.parametrize(("entropy", "reseed", "answer"), RESEED)
def test_known_answers_with_reseed(entropy: str, reseed: str, answer: str) -> None:
    drbg = HmacDrbg(bytes.fromhex(entropy))
    drbg.reseed(bytes.fromhex(reseed))
    drbg.generate(128)
    assert drbg.generate(128).hex() == answer


class Plain:
    """The standard's pseudocode with Python's hmac, written without looking at ours."""

    def __init__(self, entropy: bytes) -> None:
        self.k, self.v = bytes(32), bytes([1] * 32)
        self.update(entropy)

    def update(self, given: bytes) -> None:
        self.k = hmac.digest(self.k, self.v + b"\x00" + given, hashlib.sha256)
        self.v = hmac.digest(self.k, self.v, hashlib.sha256)
        if given:
            self.k = hmac.digest(self.k, self.v + b"\x01" + given, hashlib.sha256)
            self.v = hmac.digest(self.k, self.v, hashlib.sha256)

    def generate(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            self.v = hmac.digest(self.k, self.v, hashlib.sha256)
            found += self.v
        self.update(b"")
        return found[:size]


@given(some.binary(min_size=1, max_size=80), some.lists(some.integers(0, 100), max_size=6), some.binary(max_size=40))
def test_every_sequence_of_calls_agrees_with_the_pseudocode(seed: bytes, sizes: list[int], more: bytes) -> None:
    ours, plain = HmacDrbg(seed), Plain(seed)
    for size in sizes:
        assert ours.generate(size) == plain.generate(size)
    ours.reseed(more)
    plain.update(more)
    assert ours.generate(33) == plain.generate(33)


def test_one_call_gives_no_more_than_the_standard_allows() -> None:
    drbg = HmacDrbg(b"seed")
    assert len(drbg.generate(MOST_BYTES)) == MOST_BYTES == 2**19 // 8
    for size in (-1, MOST_BYTES + 1):
        with pytest.raises(ValueError, match="accepted: 0 to"):
            drbg.generate(size)
