"""Scores simulated drives, whose truth is known, for every profile: rest against standing still, stored line against
every received fix, distance against the road. Exit status 1 if a limit does not hold."""
import math, sys
from run import fixes, simulated, track

PROFILES = {"default": 5, "automotive-navigation": 5, "other-navigation": 5, "fitness": 3, "airborne": 15, "maritime": 10}
COLLAR_MS = 3000
METRES = math.radians(1) * 6371000


def runs(moments, holds):
    """The stretches of time in which something holds."""
    found, start = [], None
    for moment, held in zip(moments, holds):
        if held and start is None: start = moment
        if not held and start is not None: found.append((start, moment)); start = None
    return found + ([(start, moments[-1])] if start is not None else [])


def inside(moment, spans): return any(a <= moment < b for a, b in spans)


def deviation(received, rows, rests):
    """The greatest distance of a fix, not at rest, from the stored line of its segment at its own time."""
    worst, j = 0.0, 0
    for moment, latitude, longitude in received:
        if any(a <= moment <= b for a, b in rests): continue
        while j + 1 < len(rows) and rows[j + 1][0] < moment: j += 1
        if j + 1 >= len(rows) or not rows[j][0] <= moment <= rows[j + 1][0] or rows[j][4] != rows[j + 1][4]: continue
        share = (moment - rows[j][0]) / max(rows[j + 1][0] - rows[j][0], 1)
        north = (rows[j][1] + share * (rows[j + 1][1] - rows[j][1]) - latitude) * METRES
        east = (rows[j][2] + share * (rows[j + 1][2] - rows[j][2]) - longitude) * METRES * math.cos(math.radians(latitude))
        worst = max(worst, math.hypot(north, east))
    return worst


def score(profile, seeds):
    tp = fp = fn = missed = stops = false = 0
    worst, late, road, length, kept, all_fixes = 0.0, [], 0.0, 0.0, 0, 0
    for seed in seeds:
        feed, truth = simulated(seed)
        rows, rests, ledger, summary = track(feed, profile)
        received = fixes(feed)
        spans = [(a, b) for a, b, *_ in rests]
        moments = [int(row["unix_ms"]) for row in truth]
        true = runs(moments, [row["state"] == "stopped" for row in truth])
        seen = {moment for moment, *_ in received}
        first = min(seen)
        edges = [edge for span in true for edge in span]
        for moment, row in zip(moments, truth):
            if moment not in seen or any(abs(moment - edge) <= COLLAR_MS for edge in edges): continue
            stopped, rest = row["state"] == "stopped", inside(moment, spans)
            tp += stopped and rest; fp += rest and not stopped; fn += stopped and not rest
        for a, b in true:
            a = max(a, first)
            if b - a < 60000: continue
            stops += 1
            covered = sum(max(0, min(b, d) - max(a, c)) for c, d in spans)
            missed += covered < (b - a) / 2
        for a, b in spans:
            if b - a >= 60000 and sum(max(0, min(b, d) - max(a, c)) for c, d in true) < (b - a) / 2: false += 1
        late += [detected - arrival for arrival, _, detected, *_ in rests]
        worst = max(worst, deviation(received, rows, spans))
        # The tunnel is a gap: its road is in no distance.
        road += sum(float(row["speed_mps"]) for row in truth if int(row["unix_ms"]) in seen)
        length += summary[0]; kept += len(rows); all_fixes += len(received)
    f1 = 2 * tp / max(2 * tp + fp + fn, 1)
    print(f"simulated {profile:22} F1 {f1:.4f} missed {missed}/{stops} false {false} known after {sorted(late)[len(late) // 2] / 1000:.0f} s "
          f"off the track <= {worst:.2f} m distance {100 * (length / road - 1):+.2f} % rows 1 in {all_fixes / kept:.1f}")
    tolerance = PROFILES[profile]
    return f1 >= .98 and missed == 0 and false == 0 and worst <= tolerance and abs(length / road - 1) < .02


good = [score(profile, range(1, 11)) for profile in PROFILES]
if not all(good): sys.exit("falls short: a simulated drive")
