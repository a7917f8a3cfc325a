"""Power cuts: the calls of a recorder under a paced feed, replayed up to a cut; see replay.py for the model."""
import json, os, random, shutil, tempfile, time
from feed import DRIVING, PARKED, StandIn, around_now, drive
from recorder import Recorder, wait_until
from replay import VARIANTS, Disk, operations, strace
from report import Verdict
from store import Store

NAME = "tracks.db"
# A store is made under another name.
NAMES = tuple(name + side for name in (NAME, NAME + ".new") for side in ("", "-wal", "-journal"))
TOUCH_S = 300  # a rest is touched that often
RECEIVED = "what was received before a restart is not all in the ledger after it"
COMMIT_S = 0.1  # what a commit itself may take; under strace on a busy machine that is not much


def record(folder, command, seed, plan, speed, commit_s):
    """Records the calls of a recorder, and what it was fed when, into a folder."""
    seconds = sum(seconds for _, seconds in plan)
    feed = StandIn(drive(seed, around_now(seconds + 3600), plan), rate=speed)
    recorder = Recorder(folder, feed.port, "--commit", f"{commit_s:g}", command=command,
                        under=strace(os.path.join(folder, "trace")))
    finished = wait_until(feed.ended.is_set, seconds / speed + 30)
    # The last fixes are not in flight any more.
    time.sleep(0.5)
    faults = recorder.end()
    feed.close()
    if not finished or faults: raise RuntimeError(f"no recording to replay: {faults}")
    with open(os.path.join(folder, "fed.json"), "w") as file:
        json.dump({"command": command, "speed": speed, "commit_s": commit_s, "folder": folder, "sent": feed.sent}, file)


class Trace:
    """The calls of a recorder, what it was fed, and what it came to."""

    def __init__(self, folder):
        with open(os.path.join(folder, "fed.json")) as file: fed = json.load(file)
        self.sent, self.speed, self.command = fed["sent"], fed["speed"], fed["command"]
        self.most_ms = round((fed["commit_s"] + COMMIT_S) * self.speed * 1000)
        self.final = Store(os.path.join(folder, NAME))
        self.operations = operations(os.path.join(folder, "trace"), fed["folder"], NAMES)

    def cuts(self, count, chance):
        """Places to cut at: the first steps, each checkpoint, the end, and anywhere."""
        total = len(self.operations)
        database = next(o.file for o in self.operations if o.kind in ("create", "rename") and o.name == NAME)
        wal = next(i for i, o in enumerate(self.operations) if o.kind == "create" and o.name == NAME + "-wal")
        # From the first page that a checkpoint moves to the first frames of the log that begins anew.
        checkpoints = {near for i, o in enumerate(self.operations) if i > wal and o.file == database
                       for near in range(i - 3, min(i + 6, total + 1))}
        beginning, end = list(range(min(wal + 25, total))), list(range(max(0, total - 25), total + 1))
        chosen = set()
        for places in (beginning, end, sorted(checkpoints)):
            chosen.update(chance.sample(places, min(len(places), count // 5)))
        while len(chosen) < min(count, total): chosen.add(chance.randint(0, total))
        return sorted(chosen)


def losses(trace, store, moment):
    """What a store that was cut off at a moment lacks: sentences, and the fix time that is lost while moving."""
    fed = [fix for fix in trace.sent if fix[1] <= moment]
    if not fed: return [], 0
    newest = fed[-1][0]
    kept = store.newest()
    rest = next((r for r in trace.final.rests.items() if r[1]["detected"] <= newest < r[1]["released"] + trace.most_ms), None)
    if rest is None:
        lost = newest - (fed[0][0] if kept is None else kept)
        return [f"{lost / 1000:g} s of fixes are lost"] * (lost > trace.most_ms), lost
    key, whole = rest
    # What led to the news of a rest may have been on its way.
    if newest - whole["detected"] <= trace.most_ms: return [], 0
    known = store.rests.get(key) if store.is_made else None
    if known is None or known["arrival"] != whole["arrival"]: return [f"the arrival of rest {key[1]} is lost"], 0
    found = []
    most = TOUCH_S * 1000 * trace.speed + trace.most_ms
    if newest - known["seen"] > most: found.append(f"{(newest - known['seen']) / 1000:g} s of rest {key[1]} are lost")
    held = sum(whole["arrival"] <= fix[0] <= newest for fix in fed)
    if held - known["fixes"] > most / 1000 + 2: found.append(f"{held - known['fixes']} fixes of rest {key[1]} are lost")
    return found, 0


def foreign(trace, store):
    """Rows that were never fed, or that differ from what they were."""
    if not store.is_made: return []
    times = {fix[0] for fix in trace.sent}
    found = [f"row {key} changed" for key in store.changed_rows(trace.final)]
    found += [f"row {key} was never fed" for key, row in store.rows.items() if row[3] not in times]
    if store.events != trace.final.events[:len(store.events)]: found.append("events changed")
    return found


def reopened(trace, folder, store):
    """What the next recorder makes of it: it must go on with what was cut off, or end it, and change nothing else."""
    if trace.command == "daemon" and store.is_stopped: return stays_stopped(folder, store)
    newest = store.newest() or trace.sent[0][0]
    feed = StandIn(drive(1, newest + 60000, [(DRIVING, 3)]), rate=100)
    recorder = Recorder(folder, feed.port, command=trace.command)
    came = wait_until(lambda: feed.ended.is_set() or not recorder.is_running, 10)
    time.sleep(0.05)
    # A daemon's session outlives it; this one is looked at as it is.
    status = recorder.stop()
    feed.close()
    if status: return [f"the next recorder ends with {status}: {recorder.words().splitlines()[-2].replace(folder, '')}"]
    later = Store(recorder.database)
    found = later.complaints() + ["the next recorder hears nothing"] * (not came)
    if later.received() != store.received() + len(feed.sent): found.append(RECEIVED)
    found += [f"row {key} changed" for key in store.changed_rows(later)]
    left_open = [session for session, reason in store.sessions.items() if reason is None]
    if trace.command == "record": found += [f"session {session} has no end" for session in left_open if later.sessions[session] is None]
    elif left_open and store.rows and set(later.sessions) != set(store.sessions): found.append("the session did not go on")
    return found


def stays_stopped(folder, store):
    recorder = Recorder(folder, 9, command="daemon")
    time.sleep(0.3)
    status = recorder.stop()
    later = Store(recorder.database)
    return ["a stopped daemon changes the store"] * (status != 0 or later.rows != store.rows or later.ledgers != store.ledgers)


def judge(trace, files, moment):
    """Sentences about what a cut left behind, and the fix time that is lost while moving."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        # The next writer opens a copy: SQLite's own recovery must not have been there before it.
        copy = os.path.join(folder, "copy")
        os.mkdir(copy)
        for name, content in files.items():
            for place in (folder, copy):
                with open(os.path.join(place, name), "wb") as file: file.write(content)
        path = os.path.join(folder, NAME)
        open(path, "ab").close()
        try:
            store = Store(path)
            found, lost = losses(trace, store, moment)
            found += store.complaints() + foreign(trace, store) + reopened(trace, copy, store)
        except Exception as error:  # whatever a damaged file makes SQLite say is a finding
            return [f"{type(error).__name__}: {error}"], 0
    return found, lost


def examine(name, trace, count, seed):
    chance = random.Random(seed)
    cuts = trace.cuts(count, chance)
    disk, done, worst, failures = Disk(), 0, 0, {}
    for cut in cuts:
        while done < cut:
            disk.take(trace.operations[done])
            done += 1
        moment = trace.operations[cut].time if cut < len(trace.operations) else trace.operations[-1].time
        for variant in VARIANTS:
            found, lost = judge(trace, disk.after_cut(variant, f"{seed} {cut} {variant}"), moment)
            worst = max(worst, lost)
            for sentence in found: failures.setdefault(sentence, []).append(f"{cut} {variant}")
    for sentence, places in failures.items():
        more = f" and {len(places) - 12} more" if len(places) > 12 else ""
        print(f"  {name}: {sentence}; cut {', '.join(places[:12])}{more}", flush=True)
    return Verdict(f"powercut {name}", not failures,
                   f"{len(cuts)} cuts of {len(trace.operations)} calls, {len(VARIANTS)} ways each: "
                   f"{sum(map(len, failures.values()))} complaints; "
                   f"lost while moving {worst / 1000:g} s of fixes, {trace.most_ms / 1000:g} at most", seed)


def campaign(seed, is_short, kept=None):
    if kept:
        yield examine("again", Trace(kept), 200, seed)
        return
    rapid = [(DRIVING, 200), (PARKED, 150), (DRIVING, 150)] if is_short else [(DRIVING, 1200), (PARKED, 600), (DRIVING, 1200)]
    runs = {"of a daemon, rapid": ("daemon", rapid, 50, 0.1, 20 if is_short else 200)}
    # With the intervals that users have: it takes eleven minutes.
    if not is_short: runs["in real time"] = ("record", [(DRIVING, 150), (PARKED, 420), (DRIVING, 90)], 1, 5, 200)
    for name, (command, plan, speed, commit_s, count) in runs.items():
        folder = tempfile.mkdtemp(prefix="waylog-powercut-")
        record(folder, command, seed, plan, speed, commit_s)
        verdict = examine(name, Trace(folder), count, seed)
        yield verdict
        # Two recordings are never alike: only the trace itself brings a failing cut back.
        if verdict.holds: shutil.rmtree(folder)
        else: print(f"  again: scripts/torture powercut --seed {seed} --trace {folder}", flush=True)
