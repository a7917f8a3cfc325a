#include "CWaylog.h"

static const char schema[] = {
#embed "../../schema.sql" suffix(, )
    0};

const char *waylog_schema_sql(void) { return schema; }
