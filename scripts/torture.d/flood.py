"""Ten thousand updates of a live activity a second, while a drive is recorded and a watcher looks on."""
import glob, json, os, socket, sqlite3, subprocess, tempfile, threading, time
from feed import DRIVING, StandIn, around_now, drive
from recorder import WAYLOG, Recorder, wait_until
from report import Verdict
from store import Store

A_SECOND = 10_000
LONGEST_LOG = 4_000_000  # bytes of the write-ahead log
MOST_ROWS = 200  # of the log of activities, a minute


class Proposer:
    """A program on the recorder's socket that proposes without waiting for answers."""

    def __init__(self, folder):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(glob.glob(os.path.join(folder, "waylog", "*.sock"))[0])
        self.answers, self.refusals = 0, 0
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        rest = b""
        while piece := self.socket.recv(65_536):
            *lines, rest = (rest + piece).split(b"\n")
            self.answers += len(lines)
            self.refusals += sum(not line.startswith(b"ok") for line in lines)

    def propose(self, first, last):
        lines = [f'activity\tversion=1\tverb=update\ttype=own\tcontent={{"n":{number}}}\n' for number in range(first, last + 1)]
        self.socket.sendall("".join(lines).encode())


def campaign(seed, is_short):
    seconds = 5 if is_short else 60
    with tempfile.TemporaryDirectory(prefix="waylog-flood-") as folder:
        feed = StandIn(drive(seed, around_now(0), [(DRIVING, 3600)]), rate=10)
        recorder = Recorder(folder, feed.port, "--keep-all")
        wait_until(lambda: len(feed.sent) > 20)
        recorder.ask("activity", "start", "--type", "own", "--content", '{"n":0}')
        watcher = subprocess.Popen([WAYLOG, "activity", "watch", "--style", "json", "--database", recorder.database],
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=recorder.environment)
        shown = []
        threading.Thread(target=lambda: shown.extend(watcher.stdout), daemon=True).start()
        proposer, began, sent, longest = Proposer(folder), time.monotonic(), 0, 0
        while sent < seconds * A_SECOND:
            due = min(seconds * A_SECOND, int((time.monotonic() - began) * A_SECOND))
            if due > sent: proposer.propose(sent + 1, due)
            sent = max(sent, due)
            longest = max(longest, os.path.getsize(recorder.database + "-wal"))
            time.sleep(0.005)
        taken = time.monotonic() - began
        found = [] if wait_until(lambda: proposer.answers == sent, 30) else [f"{proposer.answers} answers to {sent}"]
        last = f'"{sent}"'.encode(), f'{sent}'.encode()
        if not wait_until(lambda: shown and any(word in shown[-1] for word in last), 5): found.append("the last one is not shown")
        feed.end()
        time.sleep(1)
        status = recorder.stop()
        watcher.kill()
        feed.close()
        store = Store(recorder.database)
        found += store.complaints()
        if status: found.append(f"exit status {status}")
        if store.received() != len(feed.sent): found.append(f"{len(feed.sent)} fixes fed, {store.received()} received")
        with sqlite3.connect(recorder.database) as connection:
            content, = connection.execute("SELECT content FROM activity").fetchone()
            rows, told = connection.execute(
                "SELECT count(*), sum(repeats) FILTER (WHERE kind = 'update') FROM activity_log").fetchone()
        if json.loads(content) != {"n": sent}: found.append(f"the last content is {content}")
        if told != sent: found.append(f"{told} of {sent} proposals are in the log")
        if rows > MOST_ROWS: found.append(f"{rows} rows in the log")
        if longest > LONGEST_LOG: found.append("the write-ahead log grew")
        if proposer.refusals: found.append(f"{proposer.refusals} refusals")
    for sentence in found: print(f"  {sentence}", flush=True)
    yield Verdict("flood", not found, f"{sent} proposals in {taken:.0f} s: {rows} rows, write-ahead log {longest} bytes at most, "
                  f"{len(shown)} lines shown", seed)
