"""Runs the built programs and reads what they made of a feed; for the scripts beside it."""
import csv, json, os, sqlite3, subprocess, tempfile

WAYLOG, SIMULATOR = ".build/release/waylog", ".build/release/waylog-simulator"


def track(feed, profile="default", *options):
    """Imports gpsd JSON and returns (rows, rests, ledger, summary) from the public views."""
    with tempfile.TemporaryDirectory() as folder:
        database = os.path.join(folder, "track.db")
        subprocess.run([WAYLOG, "import", "--database", database, "--profile", profile, *options, "-"],
                       input=feed, check=True, capture_output=True)
        store = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
        rows = store.execute("SELECT unix_ms, latitude, longitude, session, segment FROM fix ORDER BY session, seq").fetchall()
        rests = store.execute("SELECT arrival_ms, departure_ms, detected_ms, latitude, longitude, radius_m, fixes FROM rest ORDER BY arrival_ms").fetchall()
        ledger = dict(store.execute("SELECT disposition, sum(count) FROM ledger GROUP BY 1"))
        summary = store.execute("SELECT sum(distance_m), sum(moving_s), sum(rest_s), sum(gap_s) FROM session_summary").fetchone()
        store.close()
    return rows, rests, ledger, summary


def simulated(seed):
    """A simulated drive: its gpsd JSON, and its truth as a list of dictionaries."""
    with tempfile.TemporaryDirectory() as folder:
        truth = os.path.join(folder, "truth.csv")
        feed = subprocess.run([SIMULATOR, "--seed", str(seed), "--json", "--truth", truth],
                              check=True, capture_output=True).stdout
        with open(truth, newline="") as file:
            return feed, list(csv.DictReader(file))


def fixes(feed):
    """The positions that a feed holds: (unix_ms, latitude, longitude)."""
    from datetime import datetime
    found = []
    for line in feed.splitlines():
        report = json.loads(line)
        if report.get("class") == "TPV" and report.get("mode", 0) >= 2 and "time" in report and "lat" in report:
            moment = datetime.fromisoformat(report["time"].replace("Z", "+00:00"))
            found.append((round(moment.timestamp() * 1000), report["lat"], report["lon"]))
    return found


def labelled(path):
    """A labelled trace as gpsd JSON."""
    from datetime import datetime, timezone
    lines = []
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            ms = round(float(row["t_unix_s"]) * 1000)
            time = datetime.fromtimestamp(ms // 1000, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S") + ".%03dZ" % (ms % 1000)
            report = {"class": "TPV", "device": "/dev/ttyACM0", "mode": 3 if row["alt_m"] else 2, "time": time,
                      "lat": float(row["lat_deg"]), "lon": float(row["lon_deg"])}
            for key, column in (("altMSL", "alt_m"), ("speed", "speed_mps"), ("eph", "hacc_m")):
                if row[column]: report[key] = float(row[column])
            lines.append(json.dumps(report, separators=(",", ":")))
    return ("\n".join(lines) + "\n").encode()
