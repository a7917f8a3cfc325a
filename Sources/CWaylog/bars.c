#include "CWaylog.h"

static const char waybar_module[] = {
#embed "bars/waybar.jsonc" suffix(, )
    0};

static const char waybar_style[] = {
#embed "bars/waybar.css" suffix(, )
    0};

static const char i3bar[] = {
#embed "bars/i3bar.conf" suffix(, )
    0};

static const char polybar_module[] = {
#embed "bars/polybar.ini" suffix(, )
    0};

static const char tmux[] = {
#embed "bars/tmux.conf" suffix(, )
    0};

const char *waylog_waybar_module(void) { return waybar_module; }

const char *waylog_waybar_style(void) { return waybar_style; }

const char *waylog_i3bar(void) { return i3bar; }

const char *waylog_polybar_module(void) { return polybar_module; }

const char *waylog_tmux(void) { return tmux; }
