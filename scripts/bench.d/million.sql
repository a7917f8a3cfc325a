-- A million fixes of two hours and a half at 100 Hz, every value there, in a store that has none yet.
INSERT INTO device(id, path) VALUES (1, '/dev/ttyACM0');
INSERT INTO session(id, uuid, profile, origin, version, started_ms, ended_ms, end_reason)
VALUES (1, 'bench', 'default', 'import', 'bench', 1777615200000, 1777625199990, 'stopped');
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
INSERT INTO fix_row
SELECT 1, i, 1 + i / 100000, 1777615200000 + (i - 1) * 10, 1,
  47123456789 + abs(i % 200000 - 100000) * 1237, 8123456789 + i * 311, 4312000 + i * 7 % 10000,
  4791000 + i * 7 % 10000, 13888 + i % 5000, i * 37 % 3600000, i % 300 - 150, 3000 + i % 5000, 5000 + i % 5000,
  80 + i % 60, 7 + i % 9, 3, 1, 0, 9
FROM n;
INSERT INTO counter VALUES (1, 'stored', 1000000);
