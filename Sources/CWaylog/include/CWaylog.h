// The few lines of C that Swift cannot say: embedded files, and system calls that its C library module leaves out.
#ifndef WAYLOG_CWAYLOG_H
#define WAYLOG_CWAYLOG_H

#include <stdint.h>
#include <sys/types.h>

/// The text of schema.sql.
const char *waylog_schema_sql(void);

/// The systemd unit of a machine's recorder.
const char *waylog_system_unit(void);

/// The systemd unit of a person's recorder.
const char *waylog_user_unit(void);

/// The user that the machine's recorder runs as, for sysusers.d.
const char *waylog_system_users(void);

/// A module of waybar.
const char *waylog_waybar_module(void);

/// The style sheet of that module.
const char *waylog_waybar_style(void);

/// A bar of i3 or sway.
const char *waylog_i3bar(void);

/// A module of polybar.
const char *waylog_polybar_module(void);

/// Lines of tmux's configuration.
const char *waylog_tmux(void);

/// The CSS of an exported page.
const char *waylog_page_style(void);

/// The HTML in the body of an exported page, before its track.
const char *waylog_page_body(void);

/// The JavaScript of an exported page, a module.
const char *waylog_page_script(void);

/// Questions to a database, in SQL.
const char *waylog_query_book(void);

/// Blocks SIGINT, SIGTERM and, unless it is ignored, SIGHUP, and gives a descriptor that is readable when one came; −1 with errno.
int waylog_stop_signals(void);

/// The number of the next signal from that descriptor, 0 if there is none.
int waylog_next_signal(int descriptor);

/// The next waiting connection of a listening socket, not blocking and not inherited; −1 if there is none.
int waylog_accept(int listener);

/// The user at the other end of a local socket; −1 if the kernel does not say.
int64_t waylog_peer_user(int descriptor);

/// Takes an exclusive lock that the kernel releases with the process; −1 if another process has it.
int waylog_try_lock(int descriptor);

/// Starts a program in a process group, of no user with rights and with no shared memory of anybody's where the kernel allows that, and with nothing open but
/// /dev/null; it ends with the thread that started it. Its number, −1 with errno; it exits with 127 if the program cannot be run.
pid_t waylog_start_apart(const char *path, char *const arguments[], char *const environment[]);

#endif
