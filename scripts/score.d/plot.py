"""Draws labelled traces and simulated drives as SVG: raw fixes, the stored line, rests with centre and radius."""
import glob, math, os, sys
from run import fixes, labelled, simulated, track

METRES = math.radians(1) * 6371000


def draw(name, feed, folder):
    rows, rests, ledger, summary = track(feed)
    received = fixes(feed)
    if not rows: return
    latitude, longitude = received[0][1], received[0][2]
    scale = math.cos(math.radians(latitude))
    plane = lambda at: ((at[1] - longitude) * METRES * scale, -(at[0] - latitude) * METRES)
    raw = [plane(fix[1:]) for fix in received]
    xs, ys = sorted(x for x, _ in raw), sorted(y for _, y in raw)
    # One wild fix must not shrink the rest to a dot.
    cut = len(xs) // 500
    left, right, top, bottom = xs[cut], xs[-1 - cut], ys[cut], ys[-1 - cut]
    size = max(right - left, bottom - top, 60) * 1.1
    left, top = (left + right - size) / 2, (top + bottom - size) / 2
    unit = size / 1000
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000" viewBox="{left:.2f} {top:.2f} {size:.2f} {size:.2f}">',
             f'<rect x="{left:.2f}" y="{top:.2f}" width="{size:.2f}" height="{size:.2f}" fill="white"/>']
    parts += [f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{1.3 * unit:.3f}" fill="#bbb"/>' for x, y in raw]
    for arrival, departure, detected, lat, lon, radius, count in rests:
        x, y = plane((lat, lon))
        parts.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}" fill="#e33" fill-opacity=".15" stroke="#e33" stroke-width="{unit:.3f}"/>')
        parts.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{3 * unit:.3f}" fill="#e33"/>')
    segments = {}
    for row in rows: segments.setdefault((row[3], row[4]), []).append(plane(row[1:3]))
    for points in segments.values():
        line = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="#15c" stroke-width="{1.5 * unit:.3f}"/>')
        parts += [f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{2.2 * unit:.3f}" fill="#15c"/>' for x, y in points]
    bar = 10 ** math.floor(math.log10(size / 3))
    words = f"{name}: {len(received)} fixes, {len(rows)} rows, {len(rests)} rests, {summary[0] / 1000:.2f} km; bar {bar} m"
    parts.append(f'<text x="{left + 10 * unit:.2f}" y="{top + 25 * unit:.2f}" font-size="{18 * unit:.2f}" font-family="sans-serif">{words}</text>')
    parts.append(f'<rect x="{left + 10 * unit:.2f}" y="{top + 35 * unit:.2f}" width="{bar}" height="{4 * unit:.2f}" fill="black"/></svg>')
    with open(os.path.join(folder, name + ".svg"), "w") as file: file.write("\n".join(parts))
    print(words)


tracks, folder = sys.argv[1:]
for path in sorted(glob.glob(os.path.join(tracks, "*.csv"))): draw(os.path.basename(path)[:-4], labelled(path), folder)
for seed in range(1, 4): draw(f"simulated-{seed}", simulated(seed)[0], folder)
