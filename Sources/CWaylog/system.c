#define _GNU_SOURCE
#include "CWaylog.h"

#include <signal.h>
#include <sys/file.h>
#include <sys/signalfd.h>
#include <unistd.h>

int waylog_stop_signals(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  if (sigprocmask(SIG_BLOCK, &signals, 0) != 0) return -1;
  return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

int waylog_next_signal(int descriptor) {
  struct signalfd_siginfo info;
  return read(descriptor, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

int waylog_try_lock(int descriptor) { return flock(descriptor, LOCK_EX | LOCK_NB); }
