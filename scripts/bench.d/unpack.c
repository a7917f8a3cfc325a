// The yardstick for `waylog import`: what a C programmer writes to decode a file of gpsd's JSON with libgps, and no more.
#include <gps.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
  if (!file) {
    fprintf(stderr, "usage: unpack FILE\n");
    return 66;
  }
  static struct gps_data_t data;
  char *line = NULL;
  size_t size = 0;
  long lines = 0, fixes = 0;
  while (getline(&line, &size, file) > 0) {
    data.set = 0;
    gps_unpack(line, &data);
    lines++;
    fixes += (data.set & STATUS_SET) && data.fix.mode >= MODE_2D;
  }
  free(line);
  printf("%ld lines, %ld fixes\n", lines, fixes);
  return 0;
}
