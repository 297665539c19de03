"""A process that loads one small compiled function from its cache, as the yardstick of `start`."""

import numba


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def add_up(number: int) -> int:
    total = 0
    for i in range(number):
        total += i * i
    return total


if __name__ == "__main__":
    print(add_up(1000))
