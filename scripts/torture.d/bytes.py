"""Bytes to the device: sectors that a loop-mounted ext4 receives while a recorder hears one fix a second in real time.

The file system is made whole beforehand (no lazy tables, no lazy journal), holds 4 KiB blocks and is mounted with the
usual options. Its journal counts. It is synced before the first reading and after the last, with the session still
open: what is counted is recording, including what the kernel had not written back yet, not the end of a session."""
import contextlib, os, shutil, subprocess, tempfile, threading, time
from feed import DRIVING, PARKED, StandIn, around_now, drive
from recorder import Recorder, wait_until
from report import Verdict

SECTOR = 512
WATCHED = "driving with a live activity"
LIMITS = {DRIVING: 14.0, WATCHED: 17.0, PARKED: 0.4}  # MB an hour
# In the first minute what happens once weighs sixty times: 100 kB are 6 MB an hour.
SHORT_LIMIT = 20.0
IDLE_S = 10
SETTLING_S = {DRIVING: 10, WATCHED: 10, PARKED: 90}  # until the first rows are there, or the rest is known


def run(*words): return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


@contextlib.contextmanager
def device(megabytes=64):
    """A fresh ext4 on a loop device: its folder and the file with its statistics."""
    folder = tempfile.mkdtemp(prefix="waylog-bytes-")
    image, mount = os.path.join(folder, "image"), os.path.join(folder, "mount")
    loop = None
    try:
        os.mkdir(mount)
        run("truncate", "-s", f"{megabytes}M", image)
        run("mkfs.ext4", "-q", "-F", "-b", "4096", "-E", "lazy_itable_init=0,lazy_journal_init=0", image)
        loop = run("losetup", "--find", "--show", image)
        run("mount", loop, mount)
        yield mount, f"/sys/block/{os.path.basename(loop)}/stat"
    finally:
        if os.path.ismount(mount): run("umount", mount)
        if loop: run("losetup", "--detach", loop)
        shutil.rmtree(folder)


def written(mount, statistics):
    """Bytes that the device has received, with all that was still on its way."""
    run("sync", "--file-system", mount)
    with open(statistics) as file: return int(file.read().split()[6]) * SECTOR


def measure(kind, seed, seconds, results):
    """MB an hour while a recorder drives or is parked for so long, and beside it the idle file system's."""
    with device() as (mount, statistics):
        written(mount, statistics)
        time.sleep(1)
        before = written(mount, statistics)
        time.sleep(IDLE_S)
        idle = written(mount, statistics) - before
        settle = SETTLING_S[kind]
        feed = StandIn(drive(seed, around_now(0), [(DRIVING if kind == WATCHED else kind, seconds + settle + 60)]), rate=1)
        recorder = Recorder(mount, feed.port)
        wait_until(lambda: len(feed.sent) >= settle, settle + 30)
        if kind == WATCHED: recorder.ask("activity", "start", "--name", "Ride")
        before, began = written(mount, statistics), time.monotonic()
        while time.monotonic() < began + seconds: time.sleep(1)
        taken = time.monotonic() - began
        after = written(mount, statistics)
        status = recorder.stop()
        feed.close()
        results[kind] = ((after - before) / 1e6 * 3600 / taken, idle, status)


def campaign(seed, is_short):
    if os.geteuid() != 0 or not os.path.exists("/dev/loop-control"):
        yield Verdict("bytes", None, "needs root and loop devices: left out")
        return
    lengths = {DRIVING: 60} if is_short else {DRIVING: 600, WATCHED: 600, PARKED: 1800}
    results = {}
    threads = [threading.Thread(target=measure, args=(kind, seed, seconds, results)) for kind, seconds in lengths.items()]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    for kind, seconds in lengths.items():
        limit = SHORT_LIMIT if is_short else LIMITS[kind]
        if kind not in results:
            yield Verdict(f"bytes {kind}", False, "could not be measured")
            continue
        rate, idle, status = results[kind]
        yield Verdict(f"bytes {kind}", rate <= limit and status == 0,
                      f"{rate:.2f} MB/h over {seconds} s, {limit:g} at most; idle beforehand {idle} B in {IDLE_S} s", seed)
