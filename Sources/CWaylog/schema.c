int waylog_placeholder(void) { return 0; }
