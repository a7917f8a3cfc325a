#define _GNU_SOURCE
#include "CWaylog.h"

#include <signal.h>
#include <sys/file.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

int waylog_stop_signals(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  // Whoever started the program with hang-ups ignored (nohup) wants it to outlive the terminal.
  struct sigaction hangup;
  if (sigaction(SIGHUP, 0, &hangup) == 0 && hangup.sa_handler != SIG_IGN) sigaddset(&signals, SIGHUP);
  if (sigprocmask(SIG_BLOCK, &signals, 0) != 0) return -1;
  return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

int waylog_next_signal(int descriptor) {
  struct signalfd_siginfo info;
  return read(descriptor, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

int waylog_accept(int listener) { return accept4(listener, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC); }

int64_t waylog_peer_user(int descriptor) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? (int64_t)peer.uid : -1;
}

int waylog_try_lock(int descriptor) { return flock(descriptor, LOCK_EX | LOCK_NB); }
