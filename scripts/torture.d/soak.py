"""A day of driving and parking at high speed, with gpsd going away and receivers changing: nothing may grow."""
import os, random, shutil, tempfile, threading, time
from feed import DRIVING, PARKED, Restart, StandIn, Swap, around_now, drive, forever
from recorder import Recorder, status, wait_until
from report import Verdict
from store import Store

def day(seed, seconds, restarts, swaps):
    """Fixes of that many seconds between restarts and swaps at random places, and how long the feed itself is silent."""
    chance = random.Random(seed)
    # Not right after one another, and none while the first fixes come.
    places = chance.sample(range(100, seconds - 100, 60), restarts + swaps)
    what = {place: "swap" if number < swaps else "restart" for number, place in enumerate(places)}
    receiver, skip_until = 0, 0
    plan = forever((DRIVING, 1500), (PARKED, 900), (DRIVING, 300), (PARKED, 100))
    for second, fix in zip(range(seconds), drive(seed, around_now(seconds + 3600), plan)):
        if second in what:
            if what[second] == "restart":
                yield Restart()
                # Up to a minute passes before it is back.
                skip_until = second + chance.randint(0, 60)
            else:
                receiver += 1
                yield Swap(f"/dev/ttyFAKE{receiver % 2}")
        if second >= skip_until: yield fix


class Watch:
    """Memory and descriptors of a process, looked at while fixes flow."""

    def __init__(self, recorder, feed):
        self.recorder, self.feed, self.memory, self.descriptors = recorder, feed, [], []
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while self.recorder.is_running and not self.feed.ended.is_set():
            before = self.flowing()
            try:
                count = len(os.listdir(f"/proc/{self.recorder.pid}/fd"))
                anonymous, = status(self.recorder.pid, "RssAnon")
            except (OSError, KeyError):
                return
            # Between two connections there is one descriptor less, and while one begins there are more.
            if before and before == self.flowing():
                self.memory.append((len(self.feed.sent), anonymous))
                self.descriptors.append((len(self.feed.sent), count))
            time.sleep(0.05)

    def flowing(self):
        """The number of the connection, once it has carried a hundred fixes and as long as it lasts."""
        last = self.feed.sent[-100:] if self.feed.client else []
        return last[0][2] if len(last) == 100 and last[0][2] == last[-1][2] == self.feed.connections else None


def holes(fixes):
    """Times between which nothing was fed for more than 30 s, when a segment ends."""
    return [(a, b) for a, b in zip(fixes, fixes[1:]) if b - a > 30000]


def campaign(seed, is_short):
    seconds, restarts, swaps = (7200, 8, 2) if is_short else (86400, 100, 10)
    folder = tempfile.mkdtemp(prefix="waylog-soak-")
    feed = StandIn(day(seed, seconds, restarts, swaps), rate=None)
    recorder = Recorder(folder, feed.port)
    watch = Watch(recorder, feed)
    finished = wait_until(lambda: feed.ended.is_set() or not recorder.is_running, seconds / 100 + 5 * restarts + 60)
    time.sleep(0.5)
    ended = recorder.stop()
    feed.close()
    store = Store(recorder.database)
    fed = len(feed.sent)
    ledger = {}
    for one in store.ledgers.values():
        for name, count in one.items(): ledger[name] = ledger.get(name, 0) + count
    found = store.complaints()
    if not finished or ended: found.append(f"exit status {ended}, feed {'over' if finished else 'not over'}")
    if store.received() != fed: found.append(f"{fed} fixes fed, {store.received()} received")
    lost = {name: count for name, count in ledger.items() if name.startswith(("lost", "dropped", "rejected"))}
    times = [fix[0] for fix in feed.sent]
    # What a new receiver says before the old one has been silent for ten seconds.
    inside = sum(gap[1] < time < gap[2] for gap in store.gaps for time in times)
    if sum(lost.values()) != inside or inside > 11 * swaps: found.append(f"{inside} fixes in gaps, lost {lost}")
    missing = [hole for hole in holes(times) if not any(gap[1] <= hole[0] + 1000 and gap[2] >= hole[1] - 1000 for gap in store.gaps)]
    if missing: found.append(f"{len(missing)} holes without a gap, the first {missing[0]}")
    warm = [kib for at, kib in watch.memory if at > fed / 10]
    descriptors = [count for at, count in watch.descriptors if at > fed / 10]
    growth = (max(warm) - min(warm)) / 1024 if warm else -1
    spread = max(descriptors) - min(descriptors) if descriptors else -1
    if not 0 <= growth < 1: found.append(f"memory varies by {growth:.2f} MiB")
    if spread != 0: found.append(f"descriptors vary by {spread}")
    for sentence in found[:20]: print(f"  soak: {sentence}", flush=True)
    yield Verdict("soak", not found,
                  f"{fed} fixes, {feed.restarts} restarts, {swaps} swaps; anonymous memory varies by {growth:.2f} MiB "
                  f"({max(warm, default=0) / 1024:.1f} at most), descriptors by {spread}; {len(store.gaps)} gaps; {lost}", seed)
    if found: print(f"  the store is kept in {folder}", flush=True)
    else: shutil.rmtree(folder)
