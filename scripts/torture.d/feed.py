"""A stand-in for gpsd on the loopback, and the drives that it tells of."""
import contextlib, itertools, json, math, random, socket, threading, time

HELLO = {"class": "VERSION", "release": "3.22", "rev": "3.22", "proto_major": 3, "proto_minor": 14}
METRES = math.radians(1) * 6371000
DRIVING, PARKED = "driving", "parked"


def iso(unix_ms):
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(unix_ms // 1000)) + ".%03dZ" % (unix_ms % 1000)


def around_now(seconds_ago):
    """A whole second that lies so far in the past: fixes from the future would be refused."""
    return (int(time.time()) - int(seconds_ago)) * 1000


class Receiver:
    """A car and the receiver in it: its error wanders (Gauss-Markov, 1.2 m, one minute) beside 0.15 m of noise."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.latitude, self.longitude, self.altitude = 48.137, 11.575, 520.0
        self.course, self.speed, self.wanted = 45.0, 0.0, 0.0
        self.turning, self.until = 0.0, 0.0
        self.error = [0.0, 0.0, 0.0]
        self.clock = 0.0

    def advance(self, seconds, kind):
        self.clock += seconds
        if kind == PARKED: self.wanted, self.turning = 0.0, 0.0
        elif self.clock >= self.until: self.choose()
        self.speed += max(-2.5 * seconds, min(1.5 * seconds, self.wanted - self.speed))
        if self.speed > 0: self.course = (self.course + self.turning * seconds) % 360
        north, east = (f(math.radians(self.course)) * self.speed * seconds for f in (math.cos, math.sin))
        self.latitude += north / METRES
        self.longitude += east / METRES / math.cos(math.radians(self.latitude))
        self.altitude += self.speed * seconds * 0.02 * math.sin(self.clock / 90)
        keep = math.exp(-seconds / 60)
        self.error = [keep * e + math.sqrt(1 - keep * keep) * self.random.gauss(0, 1.2) for e in self.error]

    def choose(self):
        self.wanted = self.random.uniform(7, 30)
        # Mostly bends of a road, now and then a corner.
        self.turning = self.random.choice([self.random.uniform(-1.5, 1.5)] * 3 + [self.random.choice([-15, 15])])
        self.until = self.clock + (6 if abs(self.turning) > 10 else self.random.uniform(10, 40))
        if abs(self.turning) > 10: self.wanted = 6.0

    def report(self):
        north, east, up = (e + self.random.gauss(0, 0.15) for e in self.error)
        speed = abs(self.speed + self.random.gauss(0, 0.05))
        altitude = round(self.altitude + 1.5 * up, 4)
        return {"mode": 3, "lat": round(self.latitude + north / METRES, 9),
                "lon": round(self.longitude + east / METRES / math.cos(math.radians(self.latitude)), 9),
                "altHAE": round(altitude + 47.9, 4), "altMSL": altitude, "alt": altitude, "epv": 4.1,
                "track": round((self.course + self.random.gauss(0, 0.5)) % 360, 4), "speed": round(speed, 3),
                "climb": round(self.random.gauss(0, 0.03), 3), "eph": 3.6}


def drive(seed, start_ms, plan, step_ms=1000):
    """Fixes as (unix_ms, report): driving and parked in turns as the plan of (kind, seconds) says."""
    receiver = Receiver(seed)
    elapsed_ms, end_ms = 0, 0
    for kind, seconds in plan:
        end_ms += round(seconds * 1000)
        while elapsed_ms < end_ms:
            yield start_ms + elapsed_ms, receiver.report()
            receiver.advance(step_ms / 1000, kind)
            elapsed_ms += step_ms


class Restart:
    """In place of a fix: gpsd goes away and comes back."""


class Swap:
    """In place of a fix: another receiver takes over."""

    def __init__(self, device): self.device = device


class StandIn:
    """One client at a time hears the fixes, `rate` of them a second, from its first ?WATCH on.

    Time goes on for a feed with a rate, whether somebody listens or not; without one it waits for its client."""

    def __init__(self, fixes, rate=None, device="/dev/ttyFAKE0"):
        self.fixes, self.rate, self.device = iter(fixes), rate, device
        self.sent = []  # (unix_ms, time.time() when it was handed to the kernel, number of the connection)
        self.connections, self.restarts = 0, 0
        self.is_over, self.ended = threading.Event(), threading.Event()
        self.listener = self.listen(0)
        self.port = self.listener.getsockname()[1]
        self.client = None
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def listen(self, port):
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(4)
        listener.settimeout(0.02)
        return listener

    def end(self):
        """Says nothing more; the connection stays."""
        self.is_over.set()
        self.thread.join()

    def close(self):
        self.end()
        for one in (self.client, self.listener):
            if one: one.close()

    def run(self):
        while not self.accept() and not self.is_over.is_set(): pass
        began = time.monotonic()
        for number, fix in enumerate(self.fixes):
            if self.is_over.is_set(): break
            if self.rate: self.wait(began + number / self.rate)
            if isinstance(fix, Restart): self.restart()
            elif isinstance(fix, Swap): self.swap(fix.device)
            else: self.tell(*fix)
        self.ended.set()
        while not self.is_over.wait(0.02): self.hears()

    def wait(self, moment):
        """Until then, with an ear to clients that come and go."""
        while True:
            left = moment - time.monotonic()
            if not self.client: self.accept(max(0.001, min(left, 0.02)))
            elif left > 0: time.sleep(min(left, 0.5))
            if self.is_over.is_set() or moment <= time.monotonic(): return

    def tell(self, unix_ms, report):
        while not self.rate and not self.client and not self.is_over.is_set(): self.accept()
        if not self.hears(): return
        line = {"class": "TPV", "device": self.device, "time": iso(unix_ms), **report}
        if self.say(line): self.sent.append((unix_ms, time.time(), self.connections))

    def say(self, message):
        try:
            self.client.sendall(json.dumps(message, separators=(",", ":")).encode() + b"\r\n")
            return True
        except OSError:
            self.lose()
            return False

    def hears(self):
        """Answers what the client asks; False once it is gone."""
        if not self.client: return False
        try:
            words = self.client.recv(4096, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return True
        except OSError:
            words = b""
        if not words:
            self.lose()
            return False
        return self.say(HELLO) if b"?VERSION" in words else True

    def lose(self):
        self.client.close()
        self.client = None

    def accept(self, patience=0.02):
        self.listener.settimeout(patience)
        try:
            client, _ = self.listener.accept()
        except TimeoutError:
            return False
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.client = client
        try:
            client.settimeout(5)
            if not self.say(HELLO) or b"?WATCH" not in client.recv(4096): raise OSError("no ?WATCH")
            client.settimeout(None)
        except OSError:
            if self.client: self.lose()
            return False
        self.connections += 1
        self.announce()
        return True

    def announce(self):
        device = {"class": "DEVICE", "path": self.device, "driver": "NMEA0183", "activated": iso(around_now(60))}
        self.say({"class": "DEVICES", "devices": [device]})
        if self.client: self.say({"class": "WATCH", "enable": True, "json": True, "nmea": False, "raw": 0})

    def restart(self):
        """Ends the connection in order, so that the client still hears all that was said, and comes back."""
        self.listener.close()
        client, self.client = self.client, None
        if client:
            client.shutdown(socket.SHUT_WR)
            with contextlib.suppress(OSError):
                while client.recv(4096): pass
            client.close()
        self.listener = self.listen(self.port)
        self.restarts += 1

    def swap(self, device):
        if self.client: self.say({"class": "DEVICE", "path": self.device, "activated": 0})
        self.device = device
        if self.client:
            self.say({"class": "DEVICE", "path": device, "driver": "u-blox", "activated": iso(around_now(1))})


def forever(*plan): return itertools.cycle(plan)
