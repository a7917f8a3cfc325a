"""Fault injection: the N-th write or sync of the database fails, or its file system is full for a while."""
import concurrent.futures, contextlib, os, random, subprocess, tempfile, time
from feed import DRIVING, PARKED, StandIn, around_now, drive
from recorder import Recorder, status, wait_until
from report import Verdict
from store import Store

CALLS = {"pwrite64": "pwrite64", "sync": "fdatasync,fsync"}
ERRORS = ("EIO", "ENOSPC")
# Mostly they wait; more at once would make them late on two cores.
AT_ONCE = 6
RUN_S = 8  # beside starting and ending: at most 10 s in all
RETRY_S = 1.6  # a store that refuses is tried again after a second
REFUSALS = (73, 74)  # what a recorder may say that cannot begin


def feed(seed):
    plan = [(DRIVING, 60), (PARKED, 100)] * 100
    return StandIn(drive(seed, around_now(20000), plan), rate=50)


def injecting(trace, database, call, error, number):
    paths = [word for suffix in ("", "-wal", "-shm", "-journal") for word in ("-P", database + suffix)]
    return ["strace", "-f", "-qq", "-o", trace, *paths, "-e", f"trace={CALLS[call]}", "-e", "signal=none",
            "-e", f"inject={CALLS[call]}:error={error}:when={number}"]


def settle(fixes, recorder):
    """Ends the feed, then the recording; nothing is in flight any more."""
    fixes.end()
    time.sleep(0.3)
    ended_with = recorder.stop()
    fixes.close()
    return ended_with


def judge(database, fixes, ended_with, wanted=(0,)):
    """Sentences about a recording that has ended; each fix that was fed must be in its ledger."""
    found = [] if ended_with in wanted else [f"exit status {ended_with}"]
    store = Store(database)
    found += store.complaints()
    if not store.is_made: return found + ["there is no store"]
    if ended_with == 0 and store.received() != len(fixes.sent): found.append(f"{len(fixes.sent)} fixes fed, {store.received()} received")
    times = {fix[0] for fix in fixes.sent}
    found += [f"row {key} was never fed" for key, row in store.rows.items() if row[3] not in times]
    return found


def inject(seed, call, error, number):
    """Whether the fault happened, and sentences about what came of it."""
    with tempfile.TemporaryDirectory(prefix="waylog-faults-") as folder:
        trace, fixes = os.path.join(folder, "trace"), feed(seed)
        recorder = Recorder(folder, fixes.port, "--commit", "0.1",
                            under=injecting(trace, os.path.join(folder, "tracks.db"), call, error, number))
        happened = lambda: os.path.exists(trace) and "INJECTED" in open(trace, errors="replace").read()
        reached = wait_until(lambda: happened() or not recorder.is_running, RUN_S)
        wait_until(lambda: not recorder.is_running, RETRY_S)
        if recorder.is_running or not reached:
            found = judge(recorder.database, fixes, settle(fixes, recorder))
            return happened(), found
        # It could not begin, and said so; the next one must.
        ended_with = recorder.stop()
        found = [] if ended_with in REFUSALS and "waylog: " in recorder.words() else [f"ends with {ended_with}: {recorder.words()}"]
        again = Recorder(folder, fixes.port, "--commit", "0.1")
        wait_until(lambda: len(fixes.sent) > 25)
        return happened(), found + judge(again.database, fixes, settle(fixes, again))


def at_the_end(seed, error):
    """Sentences about the end of a session whose first sync fails."""
    with tempfile.TemporaryDirectory(prefix="waylog-faults-") as folder:
        fixes = feed(seed)
        # Seldom enough that the end has something to store.
        recorder = Recorder(folder, fixes.port, "--commit", "5")
        wait_until(lambda: len(fixes.sent) > 100)
        tracer = subprocess.Popen(["strace", "-qq", "-o", os.path.join(folder, "trace"), "-p", str(recorder.pid), "-e", "signal=none",
                                   "-e", f"trace={CALLS['sync']}", "-e", f"inject={CALLS['sync']}:error={error}:when=1"])
        wait_until(lambda: status(recorder.pid, "TracerPid") != [0])
        found = judge(recorder.database, fixes, settle(fixes, recorder))
        tracer.wait()
        return [f"{error} at the end: {sentence}" for sentence in found]


def injected(seed, call, error, numbers):
    """One verdict for a call and an error."""
    failures, reached, last = [], 0, 0
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for start in range(0, len(numbers), AT_ONCE):
            some = numbers[start:start + AT_ONCE]
            results = list(pool.map(lambda number: inject(seed, call, error, number), some))
            for number, (happened, found) in zip(some, results):
                reached += happened
                if happened: last = number
                failures += [f"{error} at {call} {number}: {sentence}" for sentence in found]
            # In ten seconds there are only so many syncs.
            if not any(happened for happened, _ in results): break
    for failure in failures[:20]: print(f"  {failure}", flush=True)
    return Verdict(f"faults {call} {error}", not failures and reached > 0,
                   f"{reached} injected, the last at call {last}: {len(failures)} complaints", seed)


@contextlib.contextmanager
def small_file_system():
    """A megabyte of memory as a file system."""
    folder = tempfile.mkdtemp(prefix="waylog-full-")
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "waylog", folder], check=True)
    try: yield folder
    finally:
        subprocess.run(["umount", folder], check=True)
        os.rmdir(folder)


def fill(path):
    """Takes all the space that is left."""
    with open(path, "wb", buffering=0) as file:
        for size in (4096, 1):
            with contextlib.suppress(OSError):
                while True: file.write(bytes(size))


def full(seed, chance):
    """Full for a while, twice, and then when a session ends."""
    found = []
    with small_file_system() as folder:
        fixes = feed(seed)
        recorder = Recorder(folder, fixes.port, "--commit", "0.1")
        ballast = os.path.join(folder, "ballast")
        for _ in range(2):
            time.sleep(chance.uniform(1, 2))
            fill(ballast)
            # Its log has room for a while; once that is used up it says so, but repeats itself only once a minute.
            if not wait_until(lambda: "refuses writes" in recorder.words(), 40): found.append("a full disk is not told of")
            time.sleep(1.5)
            received = Store(recorder.database).received()
            os.unlink(ballast)
            if not wait_until(lambda: Store(recorder.database).received() > received, 5): found.append("no recovery")
        found += judge(recorder.database, fixes, settle(fixes, recorder))
        fixes = feed(seed)
        recorder = Recorder(folder, fixes.port, "--commit", "0.1", database="end.db")
        wait_until(lambda: len(fixes.sent) > 60)
        fill(ballast)
        # There may be room for the end in what the log has taken already.
        found += judge(recorder.database, fixes, settle(fixes, recorder), wanted=(0, 74))
        os.unlink(ballast)
        fixes = feed(seed)
        recorder = Recorder(folder, fixes.port, "--commit", "0.1", database="end.db")
        wait_until(lambda: len(fixes.sent) > 25)
        ended_with = settle(fixes, recorder)
        store = Store(recorder.database)
        found += [f"the next recorder ends with {ended_with}"] * (ended_with != 0) + store.complaints()
        found += [f"session {session} has no end" for session, reason in store.sessions.items() if reason is None]
    for sentence in found: print(f"  full: {sentence}", flush=True)
    return Verdict("faults full file system", not found, f"full three times: {len(found)} complaints", seed)


def campaign(seed, is_short):
    chance = random.Random(seed)
    for call in CALLS:
        for error in ERRORS:
            # There are ten syncs a second at most.
            within_reach = {"pwrite64": 300, "sync": 40}[call]
            sample = sorted(chance.sample(range(1, within_reach + 1), 5))
            yield injected(seed, call, error, sample if is_short else list(range(1, 301)))
    found = [sentence for error in ERRORS for sentence in at_the_end(seed, error)]
    for sentence in found: print(f"  {sentence}", flush=True)
    yield Verdict("faults at the end", not found, f"{len(ERRORS)} syncs that fail: {len(found)} complaints", seed)
    if os.geteuid() == 0: yield full(seed, chance)
    else: yield Verdict("faults full file system", None, "needs root: left out")
