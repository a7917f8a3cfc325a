"""What must hold of a store, whatever happened to its writer. Read as everybody reads it: through the public views."""
import sqlite3


class Store:
    """A store as it is now, read at once."""

    def __init__(self, path):
        connection = sqlite3.connect(f"file:{path}?mode=rw", uri=True, timeout=10)
        connection.execute("PRAGMA query_only = ON")
        with connection:
            connection.execute("BEGIN")
            ask = lambda sql: connection.execute(sql).fetchall()
            self.is_made = bool(ask("SELECT 1 FROM sqlite_schema WHERE name = 'fix'"))
            self.sessions, self.rows, self.rests, self.gaps, self.events, self.ledgers = {}, {}, {}, [], [], {}
            self.is_stopped = False
            if self.is_made: self.read(ask)
            self.integrity = [row[0] for row in ask("PRAGMA integrity_check")]
        connection.close()

    def read(self, ask):
        self.sessions = dict(ask("SELECT session, end_reason FROM session_summary"))
        # Text and number of each column as it is stored: rows are compared to the last digit.
        self.rows = {(row[0], row[2]): row for row in ask("SELECT * FROM fix")}
        self.rests = {row[:2]: dict(zip(("arrival", "departure", "detected", "released", "seen", "fixes"), row[2:])) for row in ask(
            "SELECT session, rest, arrival_ms, departure_ms, detected_ms, released_ms, seen_ms, fixes FROM rest")}
        self.gaps = ask("SELECT session, from_ms, to_ms, reason FROM gap ORDER BY session, from_ms")
        self.events = ask("SELECT unix_ms, session, kind, detail FROM event")
        # What a daemon was told last.
        self.is_stopped = ask("SELECT 1 FROM intent WHERE updates_started = 0") != []
        for session, disposition, count in ask("SELECT session, disposition, count FROM ledger"):
            self.ledgers.setdefault(session, {})[disposition] = count

    def complaints(self):
        """Sentences about what does not hold; none for a store that is in order."""
        found = [f"integrity_check: {line}" for line in self.integrity if line != "ok"]
        if not self.is_made: return found
        by_session = {}
        for session, seq in self.rows: by_session.setdefault(session, []).append(seq)
        for session, reason in self.sessions.items():
            seqs = sorted(by_session.get(session, []))
            if seqs != list(range(1, len(seqs) + 1)): found.append(f"session {session}: seq has holes")
            times = [self.rows[session, seq][3] for seq in seqs]
            if any(a >= b for a, b in zip(times, times[1:])): found.append(f"session {session}: a fix twice or out of order")
            ledger = dict(self.ledgers.get(session, {}))
            received = ledger.pop("received", 0)
            if received != sum(ledger.values()): found.append(f"session {session}: received {received}, accounted for {ledger}")
            if ledger.get("stored", 0) != len(seqs): found.append(f"session {session}: {len(seqs)} rows, ledger {ledger}")
            if reason is not None and ledger.get("pending"): found.append(f"session {session}: ended with fixes pending")
        return found

    def changed_rows(self, later):
        """Keys of rows, tips apart, that are not the same in a later store."""
        return [key for key, row in self.rows.items() if row[-1] != "tip" and later.rows.get(key) != row]

    def received(self): return sum(ledger.get("received", 0) for ledger in self.ledgers.values())

    def newest(self):
        """Time of the newest fix or rest that is known, in Unix milliseconds."""
        if not self.is_made: return None
        times = [row[3] for row in self.rows.values()] + [rest["seen"] for rest in self.rests.values()]
        return max(times, default=None)
