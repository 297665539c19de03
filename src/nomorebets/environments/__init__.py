"""Games as environments to learn in (extra ``research``): Gymnasium, PettingZoo, OpenSpiel."""
