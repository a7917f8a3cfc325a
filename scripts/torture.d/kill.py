"""kill -9 at random moments under a feed, over and over: what a second connection saw must still be there afterwards.

A daemon goes on with its session; each `record` begins one of its own, and ends what the one before left open."""
import os, random, shutil, sqlite3, tempfile, time
from feed import DRIVING, PARKED, StandIn, around_now, drive, forever
from recorder import Recorder, wait_until
from report import Verdict
from store import Store

SPEED = 20  # times real time, a fix a second
PATIENCE_S = 5


class Onlooker:
    """What a second connection sees and nobody may take back: rows, tips apart, and arrivals."""

    def __init__(self, path):
        self.path, self.connection, self.rows, self.arrivals = path, None, {}, {}
        self.received, self.pending = 0, 0

    def look(self):
        try:
            if not self.connection: self.connection = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)
            newest = max(self.rows, default=(0, 0))
            for row in self.connection.execute(
                    "SELECT * FROM fix WHERE (session, seq) > (?, ?) AND kept_because <> 'tip'", newest):
                self.rows[row[0], row[2]] = row
            self.arrivals |= {row[:2]: row[2] for row in self.connection.execute("SELECT session, rest, arrival_ms FROM rest")}
        except sqlite3.OperationalError:
            self.close()  # not made yet

    def close(self):
        if self.connection: self.connection.close()
        self.connection = None

    def note_pending(self, store):
        """After a kill: what was pending is lost with the next start, once for each time that it was stored."""
        if store.received() == self.received: return
        self.received = store.received()
        self.pending += sum(ledger.get("pending", 0) for ledger in store.ledgers.values())

    def complaints(self, store):
        found = [f"row {key} changed or is gone" for key, row in self.rows.items() if store.rows.get(key) != row]
        return found + [f"arrival of rest {key} changed or is gone" for key, arrival in self.arrivals.items()
                        if store.rests.get(key, {}).get("arrival") != arrival]


def start(command, folder, feed): return Recorder(folder, feed.port, "--commit", "0.2", command=command)


def kill_once(recorder, seconds, onlooker):
    """Lets it record for so long and kills it; sentences about what that did to the store."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and recorder.is_running:
        onlooker.look()
        time.sleep(0.01)
    status = recorder.process.poll()
    recorder.kill()
    onlooker.close()
    found = [] if status is None else [f"ended by itself with {status}: {recorder.words()[-300:]}"]
    if os.path.exists(recorder.database):
        store = Store(recorder.database)
        found += store.complaints()
        found += onlooker.complaints(store)
        onlooker.note_pending(store)
    return found


def seams(store):
    """Sentences about segments that begin with no gap before them that says why, and about fixes that are there twice."""
    found, former = [], None
    for key in sorted(store.rows):
        row = store.rows[key]
        if former and former[0] == row[0] and former[1] != row[1]:
            if not any(gap[0] == row[0] and former[3] <= gap[1] < gap[2] <= row[3] for gap in store.gaps):
                found.append(f"no gap before row {key}")
        former = row
    times = [row[3] for row in store.rows.values()]
    return found + ["a fix twice"] * (len(times) - len(set(times)))


def kills(command, rounds, seed):
    chance, folder = random.Random(f"{seed} {command}"), tempfile.mkdtemp(prefix="waylog-kill-")
    plan = forever((DRIVING, 60), (PARKED, 90))
    feed = StandIn(drive(seed, around_now(SPEED * rounds * 3 + 3600), plan), rate=SPEED)
    onlooker, failures, heard = Onlooker(os.path.join(folder, "tracks.db")), [], 0
    for number in range(rounds):
        before = len(feed.sent)
        found = kill_once(start(command, folder, feed), chance.uniform(0.02, 1.5), onlooker)
        failures += [f"round {number}: {sentence}" for sentence in found]
        heard += len(feed.sent) > before
    recorder = start(command, folder, feed)
    before = len(feed.sent)
    if not wait_until(lambda: len(feed.sent) > before + 40, PATIENCE_S): failures.append("the last one hears nothing")
    feed.end()
    time.sleep(0.3)
    failures += recorder.end()
    feed.close()
    store = Store(recorder.database)
    failures += store.complaints() + onlooker.complaints(store) + seams(store)
    lost = sum(ledger.get("lost:restart", 0) for ledger in store.ledgers.values())
    if lost != onlooker.pending: failures.append(f"{onlooker.pending} fixes were pending at kills, lost:restart says {lost}")
    failures += [f"session {session} has no end" for session, reason in store.sessions.items() if reason is None]
    if command == "daemon" and len(store.sessions) != 1: failures.append(f"{len(store.sessions)} sessions")
    for sentence in failures[:20]: print(f"  kill {command}: {sentence}", flush=True)
    if failures: print(f"  the store is kept in {folder}", flush=True)
    else: shutil.rmtree(folder)
    restarts = sum(gap[3] == "restart" for gap in store.gaps)
    return Verdict(f"kill {command}", not failures,
                   f"{rounds} kills, {heard} after fixes were heard, {len(onlooker.rows)} rows seen before one, {len(store.rows)} "
                   f"in {len(store.sessions)} sessions, {restarts} gaps by restart: {len(failures)} complaints", seed)


def campaign(seed, is_short):
    yield kills("daemon", 10 if is_short else 200, seed)
    yield kills("record", 5 if is_short else 50, seed)
