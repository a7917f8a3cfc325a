// Runs a query on a store again and again and prints the least that it took: milliseconds to the first row and to the
// last. The file is in memory by then; what is measured is how much of it a query looks at.
#include <sqlite3.h>
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
  sqlite3 *database;
  sqlite3_stmt *rows;
  double first = 1e9, last = 1e9, begin = now();
  if (argc != 3 || sqlite3_open_v2(argv[1], &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL)) return 66;
  for (int round = 0; round < 3 || (round < 50 && now() - begin < 2000); round++) {
    double start = now();
    if (sqlite3_prepare_v2(database, argv[2], -1, &rows, NULL)) {
      fprintf(stderr, "%s\n", sqlite3_errmsg(database));
      return 65;
    }
    if (sqlite3_step(rows) != SQLITE_ROW) return 70;
    double took = now() - start;
    if (took < first) first = took;
    while (sqlite3_step(rows) == SQLITE_ROW) {}
    took = now() - start;
    if (took < last) last = took;
    sqlite3_finalize(rows);
  }
  printf("%.3f %.3f\n", first, last);
  return 0;
}
