// Runs a command with its output thrown away and prints what it took: wall clock seconds and the peak of its memory, KiB.
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
  struct timespec start, end;
  struct rusage usage;
  int status;
  if (argc < 2) return 64;
  clock_gettime(CLOCK_MONOTONIC, &start);
  pid_t child = fork();
  if (child < 0) return 71;
  if (child == 0) {
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere < 0 || dup2(nowhere, 1) < 0 || dup2(nowhere, 2) < 0) _exit(71);
    execv(argv[1], argv + 1);
    _exit(127);
  }
  if (wait4(child, &status, 0, &usage) != child) return 71;
  clock_gettime(CLOCK_MONOTONIC, &end);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fprintf(stderr, "failed: %s\n", argv[1]);
    return 70;
  }
  printf("%.5f %ld\n", (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9, usage.ru_maxrss);
  return 0;
}
