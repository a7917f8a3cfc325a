// What Swift cannot import of libgps, and the differences between its releases. The only home of C tricks for gpsd.
#ifndef WAYLOG_CGPS_SHIM_H
#define WAYLOG_CGPS_SHIM_H

#include <gps.h>
#include <math.h>
#include <string.h>

#if !defined(GPSD_API_MAJOR_VERSION) || GPSD_API_MAJOR_VERSION < 11
#error "This libgps is older than 3.22 (API 11), the oldest that waylog knows: install a newer libgps-dev."
#elif GPSD_API_MAJOR_VERSION > 16
#error "This libgps has an API that waylog does not know yet (newer than 16): gps_data_t may have changed."
#endif

/// What waylog reads of one decoded line, the same for every libgps.
struct waylog_report {
  int mode, status;
  double latitude, longitude;
  double altitude_msl, altitude_hae, altitude_undefined, geoid_separation;
  double speed, track, climb, eph, epx, epy, epv;
  double hdop;
  int satellites_used, satellites_visible;
};

static inline void waylog_read_report(const struct gps_data_t *data, struct waylog_report *out) {
  out->mode = data->fix.mode;
  out->status = data->fix.status;
  out->latitude = data->fix.latitude;
  out->longitude = data->fix.longitude;
  out->altitude_msl = data->fix.altMSL;
  out->altitude_hae = data->fix.altHAE;
  out->altitude_undefined = data->fix.altitude;
  out->geoid_separation = data->fix.geoid_sep;
  out->speed = data->fix.speed;
  out->track = data->fix.track;
  out->climb = data->fix.climb;
  out->eph = data->fix.eph;
  out->epx = data->fix.epx;
  out->epy = data->fix.epy;
  out->epv = data->fix.epv;
  out->hdop = data->dop.hdop;
  out->satellites_used = data->satellites_used;
  out->satellites_visible = data->satellites_visible;
}

/// The device that the last line came from; empty if the line named none.
static inline const char *waylog_device_path(const struct gps_data_t *data) { return data->dev.path; }

static inline int waylog_device_count(const struct gps_data_t *data) { return data->devices.ndevices; }

static inline const char *waylog_listed_device(const struct gps_data_t *data, int index) {
  return data->devices.list[index].path;
}

/// What gpsd takes a receiver for, as the last DEVICE or DEVICES line said; empty if that line did not.
static inline const char *waylog_driver(const struct gps_data_t *data, const char *path) {
  if (data->set & DEVICELIST_SET)
    for (int i = 0; i < data->devices.ndevices && i < MAXUSERDEVS; i++)
      if (strcmp(data->devices.list[i].path, path) == 0) return data->devices.list[i].driver;
  if (data->set & DEVICE_SET && strcmp(data->dev.path, path) == 0) return data->dev.driver;
  return "";
}

/// gpsd_gps_send is variadic; this is the one thing waylog says beside the subscription.
static inline int waylog_ask_for_devices(struct gps_data_t *data) { return gps_send(data, "?DEVICES;\n"); }

#endif
