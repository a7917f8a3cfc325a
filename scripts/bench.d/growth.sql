-- Sessions of an hour each at a fix a second, two a day, each in a place of its own, as a recorder leaves them: legs of
-- 60 rows, a box for each, a rest of five minutes in each session. The parameter is how many sessions.
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
BEGIN;
INSERT INTO device(id, path) VALUES (1, '/dev/ttyACM0');
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $sessions)
INSERT INTO session(id, uuid, profile, origin, version, started_ms, ended_ms, end_reason)
SELECT i, 'bench-' || i, 'default', 'import', 'bench', 1577836800000 + i * 43200000,
  1577836800000 + i * 43200000 + 3599000, 'stopped' FROM n;
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3599)
INSERT INTO fix_row
SELECT s.id, 1 + i, 1, s.started_ms + i * 1000, 1,
  (s.id / 180 - 45) * 500000000 + i * 100000, (s.id % 180 - 90) * 500000000 + i * 70000,
  4312000 + i * 7 % 10000, 4791000 + i * 7 % 10000, 13888 + i % 5000, i * 37 % 3600000, i % 300 - 150, 3000 + i % 5000,
  5000 + i % 5000, 80 + i % 60, 7 + i % 9, 3, 1, 0, 9
FROM session s, n;
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59)
INSERT INTO leg(session, first_seq, last_seq, from_ms, to_ms, distance_mm, max_mmps, ascent_mm, descent_mm)
SELECT s.id, 1 + i * 60, min(3600, 61 + i * 60), s.started_ms + i * 60000, s.started_ms + min(3599, i * 60 + 60) * 1000,
  747000, 18888, 1000, 1000
FROM session s, n;
INSERT INTO leg_box
SELECT l.id, min(a.lon_e9, b.lon_e9) / 1e9, max(a.lon_e9, b.lon_e9) / 1e9, min(a.lat_e9, b.lat_e9) / 1e9,
  max(a.lat_e9, b.lat_e9) / 1e9
FROM leg l JOIN fix_row a ON a.session = l.session AND a.seq = l.first_seq
JOIN fix_row b ON b.session = l.session AND b.seq = l.last_seq;
INSERT INTO counter SELECT id, 'received', 3600 FROM session;
INSERT INTO counter SELECT id, 'stored', 3600 FROM session;
COMMIT;
