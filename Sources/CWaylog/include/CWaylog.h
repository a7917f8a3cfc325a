int waylog_placeholder(void);
