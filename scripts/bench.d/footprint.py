"""A recorder beside a real gpsd whose simulated receiver speaks once a second: prints its anonymous and whole resident
memory in MiB, its share of a core in percent, and its wake-ups a minute: by the feed, by its timer, by anything else."""
import os, re, signal, socket, subprocess, sys, tempfile, time

WAYLOG, SIMULATOR = (os.path.abspath(f".build/release/{name}") for name in ("waylog", "waylog-simulator"))
SETTLING_S, MEASURED_S, TRACED_S = 90, 120, 30
SLEEP = re.compile(r"poll\(\[(.*)\], \d+, (-?\d+)\) = (-?\d+)(.*)")


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def figures(pid):
    """Resident memory in KiB, anonymous and whole."""
    with open(f"/proc/{pid}/status") as file: lines = dict(line.split(":", 1) for line in file)
    return [int(lines[name].split()[0]) for name in ("RssAnon", "VmRSS")]


def seconds_used(pid):
    # In nanoseconds, where the clock ticks of /proc/PID/stat would be too coarse.
    with open(f"/proc/{pid}/schedstat") as file: return int(file.read().split()[0]) / 1e9


def wakeups(path):
    """How often a poll that could wait returned: because of gpsd, after its time, because of anything else."""
    readable, timeouts = {}, 0
    with open(path) as file:
        for line in file:
            match = SLEEP.search(line)
            if not match or match[2] == "0": continue
            if match[3] == "0": timeouts += 1
            for descriptor in re.findall(r"fd=(\d+), revents", match[4]):
                readable[descriptor] = readable.get(descriptor, 0) + 1
    # gpsd is by far the busiest.
    feed = max(readable.values(), default=0)
    return feed, timeouts, sum(readable.values()) - feed


def main():
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "HOME": folder, "XDG_RUNTIME_DIR": folder}
        started = []

        def start(*words, output=subprocess.DEVNULL):
            started.append(subprocess.Popen(words, stdout=output, stderr=subprocess.DEVNULL, env=environment, text=True))
            return started[-1]

        try:
            simulator = start(SIMULATOR, "--serve", "0", "--hold", output=subprocess.PIPE)
            receiver, port = simulator.stdout.readline().rsplit(":", 1)[1].strip(), free_port()
            start("gpsd", "-N", "-n", "-S", str(port), f"tcp://127.0.0.1:{receiver}")
            recorder = start(WAYLOG, "record", "--database", os.path.join(folder, "tracks.db"), f"127.0.0.1:{port}")
            time.sleep(SETTLING_S)
            before = seconds_used(recorder.pid)
            time.sleep(MEASURED_S)
            share = (seconds_used(recorder.pid) - before) / MEASURED_S * 100
            anonymous, whole = figures(recorder.pid)
            trace = os.path.join(folder, "trace")
            subprocess.run(["timeout", str(TRACED_S), "strace", "-qq", "-e", "trace=poll", "-o", trace, "-p", str(recorder.pid)])
            counts = [count * 60 / TRACED_S for count in wakeups(trace)]
        finally:
            for one in reversed(started):
                one.send_signal(signal.SIGTERM)
                one.wait()
    print(f"{anonymous / 1024:.2f} {whole / 1024:.2f} {share:.3f}", *(f"{count:.0f}" for count in counts))


if __name__ == "__main__": sys.exit(main())
