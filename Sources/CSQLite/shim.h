// What Swift cannot import of SQLite: variadic functions and casts. The only home of C tricks for SQLite.
#ifndef WAYLOG_CSQLITE_SHIM_H
#define WAYLOG_CSQLITE_SHIM_H

#include <sqlite3.h>

/// Refuses what could corrupt the file from SQL (SQLITE_DBCONFIG_DEFENSIVE).
static inline int waylog_sqlite_defensive(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

/// Keeps the write-ahead log when the last connection closes, so that a reader without write permission still can.
static inline int waylog_sqlite_persist_wal(sqlite3 *db) {
  int on = 1;
  return sqlite3_file_control(db, "main", SQLITE_FCNTL_PERSIST_WAL, &on);
}

static inline int waylog_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int bytes) {
  return sqlite3_bind_text(statement, index, text, bytes, SQLITE_TRANSIENT);
}

static inline int waylog_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

#endif
