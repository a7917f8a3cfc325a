-- Ten questions to a waylog database, for copying from. All of it works in the plain sqlite3 shell, also while it is
-- recorded into; times are UTC, days as well ('waylog days --time-zone' has those of other zones). Run it whole with
--   waylog generate queries | sqlite3 -readonly -box ~/.local/share/waylog/waylog.db

-- How far did I go each month, and for how long?
SELECT substr(date, 1, 7) AS month, round(sum(distance_m) / 1000, 1) AS km, round(sum(moving_s) / 3600, 1) AS hours,
  count(*) AS days
FROM day
WHERE distance_m > 0
GROUP BY month;

-- Where am I, how fast, and how old is that? At rest no fix is stored; the rest itself is touched every five minutes.
SELECT time, latitude, longitude, round(speed_kmh) AS kmh, stationary,
  unixepoch() - max(unix_ms, coalesce(
    (SELECT max(seen_ms) FROM rest WHERE rest.session = last_fix.session), 0)) / 1000 AS age_s
FROM last_fix
ORDER BY session DESC
LIMIT 1;

-- Where was I at a moment? Between two rows lies a straight line, which is within metres of every fix at its time.
WITH moment(ms) AS (VALUES (unixepoch('2026-05-01 06:13:00') * 1000)),
  before AS (
    SELECT fix.* FROM moment JOIN session_summary s ON s.started_ms <= ms AND coalesce(s.ended_ms, ms) >= ms
    JOIN fix ON fix.session = s.session AND fix.unix_ms <= ms ORDER BY fix.seq DESC LIMIT 1),
  after AS (
    SELECT fix.* FROM before JOIN fix ON fix.session = before.session
      AND fix.segment = before.segment AND fix.seq > before.seq
    ORDER BY fix.seq LIMIT 1)
SELECT before.session, before.time AS since,
  before.latitude + coalesce((after.latitude - before.latitude) * share, 0) AS latitude,
  before.longitude + coalesce((after.longitude - before.longitude) * share, 0) AS longitude
FROM before LEFT JOIN (
  SELECT after.*, (ms - before.unix_ms) * 1.0 / (after.unix_ms - before.unix_ms) AS share FROM moment, before, after
) after;

-- Where did I stay longest?
SELECT arrival, departure, round(duration_s / 60) AS minutes, kind, latitude, longitude
FROM stop
ORDER BY duration_s DESC
LIMIT 5;

-- When was I at a place, and how long? Within 200 m of it.
WITH place(latitude, longitude, metres) AS (VALUES (47.0885, 8.0939, 200))
SELECT arrival, departure, round(duration_s / 60) AS minutes
FROM stop, place
WHERE abs(stop.latitude - place.latitude) * 111200 <= metres
  AND pow((stop.latitude - place.latitude) * 111200, 2)
    + pow((stop.longitude - place.longitude) * 111320 * cos(radians(place.latitude)), 2) <= metres * metres
ORDER BY arrival;

-- On which unbroken runs was I fastest?
SELECT session, segment, min(time) AS begin, max(time) AS end, round(max(speed_kmh), 1) AS kmh
FROM fix
GROUP BY session, segment
ORDER BY max(speed_kmh) DESC
LIMIT 5;

-- What was the highest place?
SELECT session, time, altitude_msl_m, latitude, longitude
FROM fix
WHERE altitude_msl_m IS NOT NULL
ORDER BY altitude_msl_m DESC
LIMIT 1;

-- How much of the track is missing, and why?
SELECT reason, count(*) AS gaps, round(sum(duration_s)) AS seconds, round(max(duration_s)) AS longest_s
FROM gap
GROUP BY reason
ORDER BY seconds DESC;

-- What became of everything that gpsd reported?
SELECT disposition, sum(count) AS reports, round(100.0 * sum(count) / (
    SELECT sum(count) FROM ledger WHERE disposition = 'received'), 1) AS percent
FROM ledger
GROUP BY disposition
ORDER BY reports DESC, disposition <> 'received';

-- How much of the file does each session take?
SELECT session, started, name, fixes, round(fixes * 1.0 * page_count * page_size / max(1, total) / 1000) AS about_kb
FROM session_summary, pragma_page_count, pragma_page_size, (SELECT sum(fixes) AS total FROM session_summary)
ORDER BY session;
