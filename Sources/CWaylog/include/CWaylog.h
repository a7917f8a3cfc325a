// The few lines of C that Swift cannot say: embedded files, and system calls that its C library module leaves out.
#ifndef WAYLOG_CWAYLOG_H
#define WAYLOG_CWAYLOG_H

/// The text of schema.sql.
const char *waylog_schema_sql(void);

/// Blocks SIGINT, SIGTERM and SIGHUP and gives a descriptor that is readable when one came; −1 with errno.
int waylog_stop_signals(void);

/// The number of the next signal from that descriptor, 0 if there is none.
int waylog_next_signal(int descriptor);

/// Takes an exclusive lock that the kernel releases with the process; −1 if another process has it.
int waylog_try_lock(int descriptor);

#endif
