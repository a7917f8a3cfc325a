// The yardstick for `waylog export`: the least that a C programmer needs to have every value of every stored fix in hand.
#include <sqlite3.h>
#include <stdio.h>

int main(int argc, char **argv) {
  sqlite3 *database;
  sqlite3_stmt *rows;
  long count = 0;
  sqlite3_int64 sum = 0;
  if (argc != 2 || sqlite3_open_v2(argv[1], &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL)) return 66;
  if (sqlite3_prepare_v2(
          database,
          "SELECT session, segment, unix_ms, lat_e9, lon_e9, msl_e4, hae_e4, speed_mmps, course_e4, climb_mmps, eph_mm,"
          " epv_mm, hdop_e2, satellites, mode, status, flags, device FROM fix_row ORDER BY session, seq",
          -1, &rows, NULL))
    return 65;
  while (sqlite3_step(rows) == SQLITE_ROW) {
    for (int column = 0; column < 18; column++) sum += sqlite3_column_int64(rows, column);
    count++;
  }
  printf("%ld rows, %lld\n", count, (long long)sum);
  return 0;
}
