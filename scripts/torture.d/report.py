"""What a campaign found, as a line of a table."""


class Verdict:
    """Whether it held (None: it could not be tried), its figures, and the seed that brings it back."""

    def __init__(self, name, holds, figures, seed=None):
        self.name, self.holds, self.figures, self.seed = name, holds, figures, seed

    def __str__(self):
        word = {True: "holds", False: "FAILS", None: "skipped"}[self.holds]
        return f"{self.name:28} {word:8} {self.figures}" + (f"; seed {self.seed}" if self.seed is not None else "")
