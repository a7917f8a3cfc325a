-- The store of waylog: `sqlite3 new.db < schema.sql` makes the file that the program makes.
--
-- History of user_version
--   1  sessions, fixes, rests, gaps, marks, legs, counters, events, activities, intent
--
-- Tables hold whole numbers as gpsd prints them; their names carry unit and scale:
--   _ms milliseconds since 1970-01-01T00:00:00Z (or a duration), _e9 1e-9 degrees, _e4 1e-4 (metres, degrees),
--   _e2 1e-2, _mm millimetres, _mmps millimetres per second.
-- Read the views below: they have plain units, and NULL where something is unknown.
-- One program writes; everybody else opens the file read-only: sqlite3 -readonly waylog.db

PRAGMA page_size = 1024;
-- What the file claims to be becomes true together with its tables.
BEGIN;
PRAGMA application_id = 2002876780;
PRAGMA user_version = 1;

CREATE TABLE session(
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT,
  note TEXT,
  profile TEXT NOT NULL,
  purpose TEXT,
  origin TEXT NOT NULL,             -- record, import
  version TEXT NOT NULL,            -- of the program that began it
  boot_id TEXT,                     -- of the machine's run in which it was recorded last
  suspended INTEGER NOT NULL DEFAULT 0, -- 1 once its recorder ended in order, which leaves it to go on later
  started_ms INTEGER,               -- the first accepted fix
  ended_ms INTEGER,                 -- the last accepted fix, once the session has ended
  end_reason TEXT,                  -- stopped, shutdown, crash, power-loss, hangup, clock, imported, salvaged, split (or
                                    -- the reason of the gap at which it was split), deleted (while it is shortened)
  from_former_mm INTEGER            -- from the end of the session that ended last before it began to the first fix
) STRICT;
CREATE INDEX session_ended ON session(ended_ms);

CREATE TABLE device(
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE fix_row(
  session INTEGER NOT NULL REFERENCES session(id),
  seq INTEGER NOT NULL,             -- from 1, without holes (but in a salvaged session); the newest one may
                                    -- still be replaced (kept = 0)
  segment INTEGER NOT NULL,
  unix_ms INTEGER NOT NULL,
  device INTEGER NOT NULL REFERENCES device(id),
  lat_e9 INTEGER NOT NULL,
  lon_e9 INTEGER NOT NULL,
  msl_e4 INTEGER,
  hae_e4 INTEGER,
  speed_mmps INTEGER,
  course_e4 INTEGER,
  climb_mmps INTEGER,
  eph_mm INTEGER,
  epv_mm INTEGER,
  hdop_e2 INTEGER,
  satellites INTEGER,
  mode INTEGER NOT NULL,
  status INTEGER NOT NULL,
  flags INTEGER NOT NULL,           -- 1 stationary, 2 time repaired after a week rollover
  kept INTEGER NOT NULL,            -- see the view fix
  PRIMARY KEY(session, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE rest_row(
  session INTEGER NOT NULL REFERENCES session(id),
  rest INTEGER NOT NULL,
  arrival_ms INTEGER NOT NULL,
  departure_ms INTEGER,
  detected_ms INTEGER NOT NULL,
  released_ms INTEGER,
  seen_ms INTEGER NOT NULL,
  lat_e9 INTEGER NOT NULL,
  lon_e9 INTEGER NOT NULL,
  radius_mm INTEGER NOT NULL,
  fixes INTEGER NOT NULL,
  gap_ms INTEGER NOT NULL,          -- time in it that belongs to gaps
  PRIMARY KEY(session, rest)
) STRICT, WITHOUT ROWID;

-- Changes with rest_row every five minutes of a rest: as neighbours they cost one page of the log's index, not two.
CREATE TABLE counter(
  session INTEGER NOT NULL REFERENCES session(id),
  name TEXT NOT NULL,               -- a disposition of the ledger, or 'updates' or 'commits'
  count INTEGER NOT NULL,
  PRIMARY KEY(session, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE gap_row(
  session INTEGER NOT NULL REFERENCES session(id),
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  device INTEGER NOT NULL REFERENCES device(id),
  reason TEXT NOT NULL,             -- no-fix, no-data, device-gone, gpsd-gone, restart, paused, clock, damage
  lat_e9 INTEGER NOT NULL,          -- where the track broke off
  lon_e9 INTEGER NOT NULL,
  distance_mm INTEGER NOT NULL,     -- from there to where it goes on
  PRIMARY KEY(session, from_ms)
) STRICT, WITHOUT ROWID;

-- A part of the movement with its totals. Legs end at rests, gaps, every UTC quarter of an hour and every 60 rows, so
-- that a day in any zone is a sum of legs. They are derived from fix_row and can be made anew.
CREATE TABLE leg(
  id INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES session(id),
  first_seq INTEGER NOT NULL,
  last_seq INTEGER NOT NULL,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  distance_mm INTEGER NOT NULL,
  max_mmps INTEGER,
  ascent_mm INTEGER NOT NULL,
  descent_mm INTEGER NOT NULL
) STRICT;
CREATE INDEX leg_from ON leg(from_ms);
CREATE INDEX leg_session ON leg(session, from_ms);
CREATE VIRTUAL TABLE leg_box USING rtree(id, west, east, south, north);

CREATE TABLE mark_row(
  id INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES session(id),
  unix_ms INTEGER NOT NULL,
  lat_e9 INTEGER NOT NULL,
  lon_e9 INTEGER NOT NULL,
  text TEXT
) STRICT;
CREATE INDEX mark_session ON mark_row(session);

CREATE TABLE event_row(
  id INTEGER PRIMARY KEY,
  session INTEGER REFERENCES session(id),
  unix_ms INTEGER,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;

CREATE TABLE imported(
  digest TEXT PRIMARY KEY,          -- of the whole input
  name TEXT NOT NULL,
  session INTEGER NOT NULL REFERENCES session(id)
) STRICT, WITHOUT ROWID;

CREATE TABLE activity_row(
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  session INTEGER REFERENCES session(id),
  type TEXT NOT NULL,
  name TEXT,
  attributes TEXT,
  state TEXT NOT NULL,
  content TEXT,
  started_ms INTEGER,               -- NULL where no clock knew
  ended_ms INTEGER,
  ended_by TEXT,                    -- user, program, system, crash
  dismissal_due_ms INTEGER,
  dismissed_ms INTEGER,
  stale_ms INTEGER,
  relevance REAL
) STRICT;
CREATE UNIQUE INDEX activity_live ON activity_row(type) WHERE state IN ('pending', 'active', 'stale');

CREATE TABLE activity_log_row(
  activity INTEGER REFERENCES activity_row(id),
  asked_for TEXT,                   -- the name under which there is none
  session INTEGER REFERENCES session(id),
  seq INTEGER PRIMARY KEY,
  fix_ms INTEGER,
  requested_ms INTEGER,             -- NULL where no clock knew
  applied_ms INTEGER,
  kind TEXT NOT NULL,
  cause TEXT,
  outcome TEXT NOT NULL,
  repeats INTEGER NOT NULL,
  last_requested_ms INTEGER,
  content TEXT,
  alert_title TEXT,
  alert_body TEXT,
  alert_sound TEXT
) STRICT;

CREATE TABLE background_session_row(
  uuid TEXT PRIMARY KEY,
  created_ms INTEGER,               -- NULL where no clock knew
  rejoined_ms INTEGER,
  invalidated_ms INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE intent_row(
  id INTEGER PRIMARY KEY CHECK(id = 1),
  updates_started INTEGER NOT NULL,
  background_activity INTEGER NOT NULL,
  authorization TEXT NOT NULL,
  changed_ms INTEGER
) STRICT;

CREATE VIEW fix AS
SELECT f.session, f.segment, f.seq, f.unix_ms,
  strftime('%Y-%m-%dT%H:%M:%fZ', f.unix_ms / 1000.0, 'unixepoch') AS time,
  d.path AS device,
  f.lat_e9 / 1e9 AS latitude, f.lon_e9 / 1e9 AS longitude,
  f.msl_e4 / 1e4 AS altitude_msl_m, f.hae_e4 / 1e4 AS altitude_hae_m,
  f.speed_mmps / 1e3 AS speed_mps, round(f.speed_mmps * 0.0036, 4) AS speed_kmh, f.course_e4 / 1e4 AS course_deg,
  f.climb_mmps / 1e3 AS climb_mps, f.eph_mm / 1e3 AS accuracy_m, f.epv_mm / 1e3 AS vertical_accuracy_m,
  f.hdop_e2 / 1e2 AS hdop, f.satellites, f.mode, f.status,
  f.status = 8 AS simulated, f.flags & 1 AS stationary,
  CASE f.kept WHEN 0 THEN 'tip' WHEN 1 THEN 'start' WHEN 2 THEN 'path' WHEN 3 THEN 'height' WHEN 4 THEN 'interval'
    WHEN 5 THEN 'arrival' WHEN 6 THEN 'departure' WHEN 7 THEN 'gap' WHEN 8 THEN 'end' WHEN 9 THEN 'all'
    WHEN 10 THEN 'distance' WHEN 11 THEN 'turn' END
    AS kept_because
FROM fix_row f JOIN device d ON d.id = f.device;

-- By order of recording, never by time: no fix from the future can pin it. CROSS, since the planner would else look at
-- every fix, and the number from the session, so that the newest needs no sorting.
CREATE VIEW last_fix AS
SELECT s.id AS session, fix.segment, fix.seq, fix.unix_ms, fix.time, fix.device, fix.latitude, fix.longitude,
  fix.altitude_msl_m, fix.altitude_hae_m, fix.speed_mps, fix.speed_kmh, fix.course_deg, fix.climb_mps, fix.accuracy_m,
  fix.vertical_accuracy_m, fix.hdop, fix.satellites, fix.mode, fix.status, fix.simulated, fix.stationary,
  fix.kept_because
FROM session s NOT INDEXED CROSS JOIN fix ON fix.session = s.id
WHERE fix.seq = (SELECT max(seq) FROM fix_row WHERE session = s.id);

-- Until when a rest is known to have lasted. Rows that go on while it lasts know more than the rest itself, which is
-- touched every five minutes only.
CREATE VIEW rest_span AS
SELECT *, coalesce(departure_ms, (
    SELECT max(unix_ms, r.seen_ms) FROM fix_row
    WHERE session = r.session AND seq = (SELECT max(seq) FROM fix_row WHERE session = r.session) AND flags & 1),
  seen_ms) AS until_ms
FROM rest_row r;

CREATE VIEW rest AS
SELECT session, rest,
  strftime('%Y-%m-%dT%H:%M:%fZ', arrival_ms / 1000.0, 'unixepoch') AS arrival,
  strftime('%Y-%m-%dT%H:%M:%fZ', departure_ms / 1000.0, 'unixepoch') AS departure,
  arrival_ms, departure_ms, detected_ms, released_ms,
  CASE WHEN departure_ms IS NULL THEN until_ms ELSE seen_ms END AS seen_ms, (until_ms - arrival_ms) / 1e3 AS duration_s,
  lat_e9 / 1e9 AS latitude, lon_e9 / 1e9 AS longitude, radius_mm / 1e3 AS radius_m, fixes
FROM rest_span;

-- A session from its first fix to its last, the latter moving while it records.
CREATE VIEW session_span AS
SELECT id AS session, started_ms, coalesce(ended_ms, max(
    coalesce((SELECT unix_ms FROM fix_row WHERE session = s.id ORDER BY seq DESC LIMIT 1), started_ms),
    coalesce((SELECT until_ms FROM rest_span WHERE session = s.id ORDER BY rest DESC LIMIT 1), started_ms))) AS last_ms
FROM session s;

-- Rests of two minutes and more, and holes of two minutes and more that end within 100 m of where they began: there
-- the engine was switched off. A hole between two sessions belongs to the later one; where nothing was recorded for
-- more than 31 days, nobody knows how often the engine ran.
CREATE VIEW stop AS
SELECT session, row_number() OVER (PARTITION BY session ORDER BY arrival_ms) AS stop, kind,
  strftime('%Y-%m-%dT%H:%M:%fZ', arrival_ms / 1000.0, 'unixepoch') AS arrival,
  strftime('%Y-%m-%dT%H:%M:%fZ', departure_ms / 1000.0, 'unixepoch') AS departure,
  arrival_ms, departure_ms, detected_ms, released_ms, seen_ms, (seen_ms - arrival_ms) / 1e3 AS duration_s,
  lat_e9 / 1e9 AS latitude, lon_e9 / 1e9 AS longitude, radius_mm / 1e3 AS radius_m, fixes
FROM (
  SELECT session, 'rest' AS kind, arrival_ms, departure_ms, detected_ms, released_ms,
    until_ms AS seen_ms, lat_e9, lon_e9, radius_mm, fixes
  FROM rest_span WHERE until_ms - arrival_ms >= 120000
  UNION ALL
  SELECT g.session, 'off', from_ms, to_ms, to_ms, to_ms, to_ms, lat_e9, lon_e9, distance_mm, 0
  FROM gap_row g WHERE to_ms - from_ms >= 120000 AND distance_mm < 100000 AND NOT EXISTS (
    SELECT 1 FROM rest_span r WHERE r.session = g.session AND r.arrival_ms <= g.from_ms AND r.until_ms >= g.to_ms)
  UNION ALL
  SELECT s.id, 'off', former.ended_ms, s.started_ms, s.started_ms, s.started_ms, s.started_ms,
    f.lat_e9, f.lon_e9, s.from_former_mm, 0
  FROM session s
  -- CROSS, since the planner would else look at every fix.
  CROSS JOIN session former ON former.id = (
    SELECT e.id FROM session e WHERE e.ended_ms <= s.started_ms AND e.id <> s.id
    ORDER BY e.ended_ms DESC, e.id DESC LIMIT 1)
  CROSS JOIN fix_row f ON f.session = s.id AND f.seq = 1
  WHERE s.started_ms - former.ended_ms BETWEEN 120000 AND 2678400000 AND s.from_former_mm < 100000);

-- Between stops, or from the start or to the end of a session.
CREATE VIEW trip AS
SELECT session, row_number() OVER (PARTITION BY session ORDER BY departure_ms) AS trip,
  strftime('%Y-%m-%dT%H:%M:%fZ', departure_ms / 1000.0, 'unixepoch') AS departure,
  strftime('%Y-%m-%dT%H:%M:%fZ', arrival_ms / 1000.0, 'unixepoch') AS arrival,
  departure_ms, arrival_ms, (arrival_ms - departure_ms) / 1e3 AS duration_s,
  distance_mm / 1e3 AS distance_m, max_mmps / 1e3 AS max_speed_mps
FROM (
  SELECT p.session, p.departure_ms, p.arrival_ms, sum(l.distance_mm) AS distance_mm, max(l.max_mmps) AS max_mmps
  FROM (
    SELECT e.session, e.arrival_ms,
      coalesce(lag(e.departure_ms) OVER (PARTITION BY e.session ORDER BY e.arrival_ms, e.departure_ms IS NULL),
        s.started_ms) AS departure_ms
    FROM (
      SELECT session, arrival_ms, coalesce(departure_ms, seen_ms) AS departure_ms FROM stop
      UNION ALL
      SELECT session, last_ms, NULL FROM session_span WHERE last_ms IS NOT NULL) e
    JOIN session s ON s.id = e.session) p
  JOIN leg l ON l.session = p.session AND l.from_ms >= p.departure_ms AND l.to_ms <= p.arrival_ms
  GROUP BY p.session, p.departure_ms, p.arrival_ms);

-- Each millisecond of a session belongs to the gap it lies in, else to the rest, else to moving.
CREATE VIEW session_summary AS
SELECT session, uuid, name, note, profile, purpose,
  strftime('%Y-%m-%dT%H:%M:%fZ', started_ms / 1000.0, 'unixepoch') AS started,
  strftime('%Y-%m-%dT%H:%M:%fZ', ended_ms / 1000.0, 'unixepoch') AS ended,
  started_ms, ended_ms, end_reason, duration_ms / 1e3 AS duration_s,
  (duration_ms - rest_ms - gap_ms) / 1e3 AS moving_s, rest_ms / 1e3 AS rest_s, gap_ms / 1e3 AS gap_s,
  distance_mm / 1e3 AS distance_m, max_mmps / 1e3 AS max_speed_mps, ascent_mm / 1e3 AS ascent_m,
  descent_mm / 1e3 AS descent_m, fixes, updates
FROM (
  SELECT s.id AS session, s.uuid, s.name, s.note, s.profile, s.purpose, s.started_ms, s.ended_ms, s.end_reason,
    p.last_ms - p.started_ms AS duration_ms,
    (SELECT coalesce(sum(until_ms - arrival_ms - gap_ms), 0) FROM rest_span WHERE session = s.id) AS rest_ms,
    (SELECT coalesce(sum(to_ms - from_ms), 0) FROM gap_row WHERE session = s.id) AS gap_ms,
    (SELECT coalesce(sum(distance_mm), 0) FROM leg WHERE session = s.id) AS distance_mm,
    (SELECT max(max_mmps) FROM leg WHERE session = s.id) AS max_mmps,
    (SELECT coalesce(sum(ascent_mm), 0) FROM leg WHERE session = s.id) AS ascent_mm,
    (SELECT coalesce(sum(descent_mm), 0) FROM leg WHERE session = s.id) AS descent_mm,
    coalesce((SELECT count FROM counter WHERE session = s.id AND name = 'stored'), 0) AS fixes,
    coalesce((SELECT count FROM counter WHERE session = s.id AND name = 'updates'), 0) AS updates
  FROM session s JOIN session_span p ON p.session = s.id);

-- UTC days. Rests are divided between their days; legs never cross midnight.
CREATE VIEW day AS
WITH RECURSIVE
  still(session, from_ms, to_ms, sign) AS (
    SELECT session, arrival_ms, until_ms, 1 FROM rest_span
    UNION ALL
    SELECT g.session, g.from_ms, g.to_ms, -1 FROM gap_row g JOIN rest_span r
      ON r.session = g.session AND g.from_ms >= r.arrival_ms AND g.to_ms <= r.until_ms),
  slice(session, from_ms, until_ms, to_ms, sign) AS (
    SELECT session, from_ms, min(to_ms, (from_ms / 86400000 + 1) * 86400000), to_ms, sign FROM still
    UNION ALL
    SELECT session, until_ms, min(to_ms, until_ms + 86400000), to_ms, sign FROM slice WHERE until_ms < to_ms),
  -- From day to day by the index, so that what has to be sorted grows with the days and not with the legs.
  travel(session, day) AS (
    SELECT id, (SELECT min(from_ms) FROM leg WHERE session = s.id) / 86400000 FROM session s
    UNION ALL
    SELECT session, (
        SELECT min(from_ms) FROM leg WHERE session = t.session AND from_ms >= (t.day + 1) * 86400000) / 86400000
    FROM travel t WHERE day IS NOT NULL)
SELECT date, count(DISTINCT session) AS sessions, total(distance_mm) / 1e3 AS distance_m,
  total(moving_ms) / 1e3 AS moving_s, total(rest_ms) / 1e3 AS rest_s, sum(stops) AS stops
FROM (
  SELECT date(day * 86400, 'unixepoch') AS date, session,
    (SELECT sum(distance_mm) FROM leg WHERE session = t.session
      AND from_ms >= t.day * 86400000 AND from_ms < (t.day + 1) * 86400000) AS distance_mm,
    (SELECT sum(to_ms - from_ms) FROM leg WHERE session = t.session
      AND from_ms >= t.day * 86400000 AND from_ms < (t.day + 1) * 86400000) AS moving_ms,
    0 AS rest_ms, 0 AS stops
  FROM travel t WHERE day IS NOT NULL
  UNION ALL
  SELECT date(from_ms / 1000, 'unixepoch'), session, 0, 0, sign * (until_ms - from_ms), 0 FROM slice
  UNION ALL
  -- A night between two sessions belongs to the later one, which was not there yet when it began.
  SELECT date(arrival_ms / 1000, 'unixepoch'),
    (SELECT id FROM session WHERE id = stop.session AND started_ms <= arrival_ms), 0, 0, 0, 1
  FROM stop)
GROUP BY date;

CREATE VIEW gap AS
SELECT g.session, d.path AS device,
  strftime('%Y-%m-%dT%H:%M:%fZ', from_ms / 1000.0, 'unixepoch') AS from_time,
  strftime('%Y-%m-%dT%H:%M:%fZ', to_ms / 1000.0, 'unixepoch') AS to_time,
  from_ms, to_ms, (to_ms - from_ms) / 1e3 AS duration_s, reason
FROM gap_row g JOIN device d ON d.id = g.device;

CREATE VIEW mark AS
SELECT session, strftime('%Y-%m-%dT%H:%M:%fZ', unix_ms / 1000.0, 'unixepoch') AS time, unix_ms,
  lat_e9 / 1e9 AS latitude, lon_e9 / 1e9 AS longitude, text
FROM mark_row;

CREATE VIEW ledger AS
SELECT session, name AS disposition, count FROM counter WHERE name NOT IN ('updates', 'commits') AND (count > 0 OR name = 'received');

CREATE VIEW event AS
SELECT strftime('%Y-%m-%dT%H:%M:%fZ', unix_ms / 1000.0, 'unixepoch') AS time, unix_ms, session, kind, detail
FROM event_row;

CREATE VIEW activity AS
SELECT id AS activity, uuid, session, type, name, attributes, state, content,
  strftime('%Y-%m-%dT%H:%M:%fZ', started_ms / 1000.0, 'unixepoch') AS started,
  strftime('%Y-%m-%dT%H:%M:%fZ', ended_ms / 1000.0, 'unixepoch') AS ended, ended_by,
  strftime('%Y-%m-%dT%H:%M:%fZ', dismissed_ms / 1000.0, 'unixepoch') AS dismissed,
  strftime('%Y-%m-%dT%H:%M:%fZ', stale_ms / 1000.0, 'unixepoch') AS stale, relevance
FROM activity_row;

CREATE VIEW activity_log AS
SELECT activity, session, seq, fix_ms,
  strftime('%Y-%m-%dT%H:%M:%fZ', requested_ms / 1000.0, 'unixepoch') AS requested,
  strftime('%Y-%m-%dT%H:%M:%fZ', applied_ms / 1000.0, 'unixepoch') AS applied,
  requested_ms, applied_ms, kind, cause, outcome, repeats, last_requested_ms, content, alert_title, alert_body,
  alert_sound, asked_for
FROM activity_log_row;

CREATE VIEW background_session AS
SELECT uuid, strftime('%Y-%m-%dT%H:%M:%fZ', created_ms / 1000.0, 'unixepoch') AS created,
  strftime('%Y-%m-%dT%H:%M:%fZ', rejoined_ms / 1000.0, 'unixepoch') AS rejoined,
  strftime('%Y-%m-%dT%H:%M:%fZ', invalidated_ms / 1000.0, 'unixepoch') AS invalidated
FROM background_session_row;

CREATE VIEW intent AS
SELECT updates_started, background_activity, authorization,
  strftime('%Y-%m-%dT%H:%M:%fZ', changed_ms / 1000.0, 'unixepoch') AS changed
FROM intent_row;

COMMIT;
