#include "CWaylog.h"

static const char system_unit[] = {
#embed "units/system.service" suffix(, )
    0};

static const char user_unit[] = {
#embed "units/user.service" suffix(, )
    0};

static const char system_users[] = {
#embed "units/sysusers.conf" suffix(, )
    0};

const char *waylog_system_unit(void) { return system_unit; }

const char *waylog_user_unit(void) { return user_unit; }

const char *waylog_system_users(void) { return system_users; }
