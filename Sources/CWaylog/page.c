#include "CWaylog.h"

static const char style[] = {
#embed "page/page.css" suffix(, )
    0};

static const char body[] = {
#embed "page/body.html" suffix(, )
    0};

// One module: each file uses what the ones before it define.
static const char script[] = {
#embed "page/units.js" suffix(, )
#embed "page/scale.js" suffix(, )
#embed "page/track.js" suffix(, )
#embed "page/view.js" suffix(, )
#embed "page/layer.js" suffix(, )
#embed "page/tiles.js" suffix(, )
#embed "page/map.js" suffix(, )
#embed "page/gestures.js" suffix(, )
#embed "page/chart.js" suffix(, )
#embed "page/tables.js" suffix(, )
#embed "page/main.js" suffix(, )
    0};

const char *waylog_page_style(void) { return style; }

const char *waylog_page_body(void) { return body; }

const char *waylog_page_script(void) { return script; }
