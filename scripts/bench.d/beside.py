"""waylog record and gpxlogger beside each other on one gpsd, whose simulated receiver speaks 2,000 times a second. Prints
a line for each, waylog first: the fixes it saw, its processor time a fix in microseconds, its peak memory in KiB, and the
bytes a fix that it wrote and that its file has."""
import os, signal, socket, sqlite3, subprocess, sys, tempfile, time

WAYLOG, SIMULATOR = (os.path.abspath(f".build/release/{name}") for name in ("waylog", "waylog-simulator"))
# Of 1,594 seconds each.
DRIVES, RATE = 26, 2000


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def listens(port):
    with socket.socket() as one: return one.connect_ex(("127.0.0.1", port)) == 0


def wait_until(holds):
    for _ in range(600):
        if holds(): return
        time.sleep(0.05)
    sys.exit("gpsd or a client of it did not start")


def plug_in(control, receiver):
    """Tells gpsd of a receiver, now that everybody listens."""
    with socket.socket(socket.AF_UNIX) as one:
        one.connect(control)
        one.sendall(f"+tcp://127.0.0.1:{receiver}\r\n".encode())
        one.recv(64)


def seen(database):
    """Every fix, wherever the ledger has it; reports without one are none."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as store:
        return store.execute("SELECT sum(count) FROM ledger WHERE disposition NOT IN"
                             " ('received', 'merged', 'rejected:no-fix')").fetchone()[0]


def entry(pid, file, name):
    """A number of /proc; these are there only while the process is."""
    with open(f"/proc/{pid}/{file}") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith(name + ":"))


def end(process, by):
    """Ends a process: its peak memory in KiB, the bytes that it wrote, and its processor time in seconds."""
    peak, written = entry(process.pid, "status", "VmHWM"), entry(process.pid, "io", "wchar")
    process.send_signal(by)
    usage = os.wait4(process.pid, 0)[2]
    process.returncode = 0
    return peak, written, usage.ru_utime + usage.ru_stime


def main():
    # Not in memory, where nothing would be written.
    with tempfile.TemporaryDirectory(dir=".build") as folder:
        folder = os.path.abspath(folder)
        database, gpx, control = (os.path.join(folder, name) for name in ("tracks.db", "tracks.gpx", "control"))
        environment = {**os.environ, "HOME": folder, "XDG_RUNTIME_DIR": folder}
        started = []

        def start(*words, output=subprocess.DEVNULL):
            started.append(subprocess.Popen(words, stdout=output, stderr=subprocess.DEVNULL, env=environment, text=True))
            return started[-1]

        try:
            simulator = start(SIMULATOR, "--serve", "0", "--rate", str(RATE), "--repeat", str(DRIVES), output=subprocess.PIPE)
            receiver, port = simulator.stdout.readline().rsplit(":", 1)[1].strip(), free_port()
            start("gpsd", "-N", "-n", "-F", control, "-S", str(port))
            wait_until(lambda: listens(port))
            theirs = start("gpxlogger", "-f", gpx, f"127.0.0.1:{port}")
            ours = start(WAYLOG, "record", "--database", database, f"127.0.0.1:{port}")
            # Whoever subscribed was told of no receiver yet.
            time.sleep(1)
            plug_in(control, receiver)
            simulator.wait()
            # gpxlogger ends itself after five seconds of silence.
            time.sleep(2)
            measured = [end(ours, signal.SIGINT), end(theirs, signal.SIGTERM)]
        finally:
            for one in reversed(started):
                if one.poll() is None: one.send_signal(signal.SIGTERM)
                one.wait()
        with open(gpx) as file: points = file.read().count("<trkpt ")
        for fixes, path, (peak, written, seconds) in zip([seen(database), points], [database, gpx], measured):
            print(fixes, f"{seconds / fixes * 1e6:.2f}", peak, f"{written / fixes:.1f} {os.path.getsize(path) / fixes:.2f}")


if __name__ == "__main__": main()
