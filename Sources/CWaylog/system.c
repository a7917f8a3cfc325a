#define _GNU_SOURCE
#include "CWaylog.h"

#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/prctl.h>
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

// Debian's and everybody's user nobody and group nogroup.
static const id_t nobody = 65534;

// What runs apart. The order matters: a change of user clears the signal that comes with the parent's death.
static void leave_everything(void) {
  if (unshare(CLONE_NEWIPC) != 0) (void)unshare(CLONE_NEWUSER | CLONE_NEWIPC);
  if (getuid() == 0 && (setgroups(0, 0) != 0 || setgid(nobody) != 0 || setuid(nobody) != 0)) _exit(127);
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) _exit(127);
}

pid_t waylog_start_apart(const char *path, char *const arguments[], char *const environment[]) {
  pid_t parent = getpid();
  pid_t child = fork();
  if (child != 0) return child;
  (void)setpgid(0, 0);
  leave_everything();
  if (getppid() != parent) _exit(127);
  sigset_t none;
  sigemptyset(&none);
  int nothing = open("/dev/null", O_RDWR);
  if (nothing < 0 || sigprocmask(SIG_SETMASK, &none, 0) != 0 || chdir("/") != 0) _exit(127);
  for (int standard = 0; standard <= 2; standard++)
    if (dup2(nothing, standard) < 0) _exit(127);
  execve(path, arguments, environment);
  _exit(127);
}
