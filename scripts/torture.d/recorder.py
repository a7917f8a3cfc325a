"""Runs the built recorder in a folder of its own, under strace if need be."""
import os, signal, subprocess, time

WAYLOG = os.path.abspath(os.environ.get("WAYLOG", ".build/release/waylog"))


class Recorder:
    """`waylog record` or another command that listens to the stand-in of a port."""

    def __init__(self, folder, port, *options, command="record", under=(), database="tracks.db"):
        self.database = os.path.join(folder, database)
        self.log = os.path.join(folder, "log")
        # Nothing of the user's: neither settings nor a control socket that another recorder has.
        self.environment = {"PATH": os.environ["PATH"], "HOME": folder, "XDG_RUNTIME_DIR": folder, "LC_ALL": "C",
                            "SWIFT_BACKTRACE": "enable=no"}
        self.command = command
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [*under, WAYLOG, command, "--database", self.database, *options, f"127.0.0.1:{port}"],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log, env=self.environment, cwd=folder)
        self.is_traced = bool(under)

    @property
    def pid(self):
        """Of the recorder itself, also under strace; None before it runs or once it is gone."""
        if not self.is_traced: return self.process.pid
        try:
            with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children") as file:
                children = file.read().split()
        except OSError:
            return None
        return int(children[0]) if children else None

    @property
    def is_running(self): return self.process.poll() is None

    def kill(self):
        if self.pid: os.kill(self.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self, patience=30):
        """Ends it as Ctrl-C does; its exit status."""
        if self.is_running and self.pid: os.kill(self.pid, signal.SIGTERM)
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.kill()
            return -signal.SIGKILL

    def ask(self, *words):
        """Has a command speak to it; what that printed."""
        done = subprocess.run([WAYLOG, *words, "--database", self.database], capture_output=True, text=True, check=True,
                              env=self.environment, timeout=30)
        return done.stdout

    def end(self):
        """Ends the session, which outlives a daemon, and then the recorder; sentences about what did not work."""
        found = []
        if self.command == "daemon":
            done = subprocess.run([WAYLOG, "stop", "--database", self.database], capture_output=True, text=True,
                                  env=self.environment, timeout=30)
            if done.returncode: found.append(f"stop ends with {done.returncode}: {done.stderr}")
        status = self.stop()
        return found + [f"it ends with {status}: {self.words()[-300:]}"] * (status != 0)

    def words(self):
        with open(self.log, errors="replace") as file: return file.read()


def wait_until(condition, patience=15):
    """Whether it came true in time, in seconds."""
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end: return False
        time.sleep(0.02)
    return True


def status(pid, *names):
    """Figures of /proc/PID/status: KiB or counts."""
    with open(f"/proc/{pid}/status") as file: lines = dict(line.split(":", 1) for line in file)
    return [int(lines[name].split()[0]) for name in names]
