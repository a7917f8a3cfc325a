// Runs a command several times and prints the least time to the first byte of its output, in milliseconds.
#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
  double least = 1e9;
  if (argc < 2) return 64;
  for (int round = 0; round < 20; round++) {
    struct timespec start, end;
    int ends[2];
    char byte;
    if (pipe(ends)) return 71;
    clock_gettime(CLOCK_MONOTONIC, &start);
    pid_t child = fork();
    if (child < 0) return 71;
    if (child == 0) {
      dup2(ends[1], 1);
      close(ends[0]);
      execv(argv[1], argv + 1);
      _exit(127);
    }
    close(ends[1]);
    if (read(ends[0], &byte, 1) != 1) return 70;
    clock_gettime(CLOCK_MONOTONIC, &end);
    close(ends[0]);
    waitpid(child, NULL, 0);
    double took = (double)(end.tv_sec - start.tv_sec) * 1e3 + (double)(end.tv_nsec - start.tv_nsec) / 1e6;
    if (took < least) least = took;
  }
  printf("%.3f\n", least);
  return 0;
}
