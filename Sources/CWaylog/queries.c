#include "CWaylog.h"

static const char query_book[] = {
#embed "queries/book.sql" suffix(, )
    0};

const char *waylog_query_book(void) { return query_book; }
