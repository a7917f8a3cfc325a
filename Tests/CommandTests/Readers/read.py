"""What other programs find in exports: `read.py FILE...` prints a line for each fix and name, by who read it.

fix READER TIME LATITUDE LONGITUDE HEIGHT   in ms, 1e-9 degrees and 1e-4 m above mean sea level, - where there is none
name READER TEXT                            as JSON
"""

import csv
import datetime
import json
import logging
import subprocess
import sys
import xml.etree.ElementTree as XML

import gpxpy
from fastkml import kml
from osgeo import gdal, ogr

def complain(severity, number, message):
    """GDAL reads no element inside another of GPX extensions, and says so; all else that it says is a fault."""
    if "TrackPointExtension parsed incompletely" not in message:
        print(message, file=sys.stderr)


# fastkml does not know Google's elements, and says that a track is no geometry.
logging.disable()
gdal.SetErrorHandler(complain)
gdal.UseExceptions()
ogr.UseExceptions()
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
GX = "{http://www.google.com/kml/ext/2.2}"
KML = "{http://www.opengis.net/kml/2.2}"
GPX = "{http://www.topografix.com/GPX/1/1}"


def fix(reader, time, latitude, longitude, height=None):
    height = "-" if height is None or height == "" else round(float(height) * 1e4)
    print("fix", reader, milliseconds(time), round(float(latitude) * 1e9), round(float(longitude) * 1e9), height)


def name(reader, text):
    print("name", reader, json.dumps(text))


def milliseconds(time):
    if isinstance(time, str):
        time = datetime.datetime.fromisoformat(time.replace("Z", "+00:00"))
    return round((time - EPOCH) / datetime.timedelta(milliseconds=1))


def strict(text):
    def refuse(word):
        raise ValueError(f"{word} is no JSON")

    def once(pairs):
        assert len({key for key, _ in pairs}) == len(pairs), "a key stands twice"
        return dict(pairs)

    return json.loads(text, parse_constant=refuse, object_pairs_hook=once)


def layers(path, prefix, *drivers):
    """Every layer as GDAL sees it, opened with those drivers and no options."""
    data = gdal.OpenEx(path, gdal.OF_VECTOR, allowed_drivers=list(drivers))
    for index in range(data.GetLayerCount()):
        layer = data.GetLayer(index)
        count = sum(1 for _ in layer)
        print("layer", prefix, layer.GetName().replace(" ", "_"), count)
    return data


def gpsbabel(path, kind):
    """Times alone: what it writes has six decimals."""
    way = ["-x", "transform,trk=wpt,del"] if kind == "unicsv" else []
    command = ["gpsbabel", "-t", "-i", kind, "-f", path, *way, "-o", "gpx", "-F", "-"]
    text = subprocess.run(command, check=True, capture_output=True).stdout
    for point in XML.fromstring(text).iter():
        if point.tag.endswith("}trkpt"):
            time = [child.text for child in point if child.tag.endswith("}time")]
            # The lines of a KML have none; its tracks do.
            if time:
                print("time", f"gpsbabel-{kind}", milliseconds(time[0]))


def read_gpx(path):
    with open(path, encoding="utf-8") as file:
        gpx = gpxpy.parse(file)
    for track in gpx.tracks:
        for segment in track.segments:
            assert segment.points, "a segment is empty"
            for point in segment.points:
                fix("gpxpy", point.time, point.latitude, point.longitude, point.elevation)
    for track in XML.parse(path).getroot().iter(f"{GPX}trk"):
        name("gpx", track.findtext(f"{GPX}name"))
    gpsbabel(path, "gpx")
    layers(path, "gpx", "GPX")


def features(reader, features):
    for feature in features:
        assert feature["type"] == "Feature"
        properties, geometry = feature["properties"], feature["geometry"]
        if properties["feature"] == "fix":
            place = geometry["coordinates"]
            assert properties["timestamp"] * 1000 == milliseconds(properties["time"])
            fix(reader, properties["time"], place[1], place[0], properties.get("altitude"))
        elif properties["feature"] == "track":
            name(reader, properties["name"])
            if geometry:
                beside = properties["coordinateProperties"]
                lines(reader, geometry["coordinates"], beside["times"], beside["altitude"])


def lines(reader, parts, times, heights):
    assert len(parts) == len(times) == len(heights) > 0
    for index, part in enumerate(parts):
        assert len(part) == len(times[index]) == len(heights[index]) > 1
        assert all(abs(a[0] - b[0]) <= 180 for a, b in zip(part, part[1:])), "a line crosses the antimeridian"
        for place, time, height in zip(part, times[index], heights[index]):
            # No fix of these tests lies there: it is where a line was cut.
            if abs(place[0]) != 180:
                fix(reader, time, place[1], place[0], height)


def read_geojson(path):
    with open(path, encoding="utf-8") as file:
        document = strict(file.read())
    assert document["type"] == "FeatureCollection"
    features("geojson", document["features"])
    layers(path, "geojson", "GeoJSON")


def read_geojsonseq(path):
    with open(path, encoding="utf-8") as file:
        features("geojsonseq", [strict(line) for line in file.read().split("\n") if line])
    # A single line is GeoJSON as well.
    layers(path, "geojsonseq", "GeoJSONSeq", "GeoJSON")


def read_kml(path):
    root = XML.parse(path).getroot()
    for track in root.iter(f"{GX}Track"):
        times = [when.text for when in track.iter(f"{KML}when")]
        places = [coord.text.split(" ") for coord in track.iter(f"{GX}coord")]
        assert len(times) == len(places) > 0
        for time, place in zip(times, places):
            fix("kml", time, place[1], place[0], place[2] if len(place) > 2 else None)
    for folder in root.iter(f"{KML}Folder"):
        name("kml", folder.findtext(f"{KML}name"))
    with open(path, "rb") as file:
        kml.KML().from_string(file.read())
    gpsbabel(path, "kml")
    layers(path, "kml", "LIBKML")


def read_csv(path):
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, strict=True):
            assert None not in row and None not in row.values(), "a row has as many fields as the header"
            fix("csv", row["time"], row["lat"], row["lon"], row["ele"])
    gpsbabel(path, "unicsv")


def read_gpkg(path):
    data = layers(path, "gpkg", "GPKG")
    for feature in data.GetLayerByName("track_points"):
        place = feature.GetGeometryRef()
        assert place.GetGeometryName() == "POINT" and place.GetCoordinateDimension() == 2
        year, month, day, hour, minute, second, zone = feature.GetFieldAsDateTime("time")
        whole = datetime.datetime(year, month, day, hour, minute, tzinfo=datetime.timezone.utc)
        assert zone == 100, "UTC"
        time = whole + datetime.timedelta(milliseconds=round(second * 1000))
        height = feature.GetField("altitude_msl_m")
        fix("gpkg", time, place.GetY(), place.GetX(), height)
    for feature in data.GetLayerByName("tracks"):
        assert feature.GetGeometryRef().GetPointCount() == feature.GetField("positions")
    for layer in ("track_points", "tracks", "stops", "marks"):
        found = data.ExecuteSQL(f"SELECT count(*) FROM rtree_{layer}_geom").GetNextFeature().GetField(0)
        assert found == data.GetLayerByName(layer).GetFeatureCount(), "every feature is in the index"
    rows = data.ExecuteSQL("PRAGMA integrity_check")
    assert rows.GetNextFeature().GetField(0) == "ok"


for argument in sys.argv[1:]:
    globals()["read_" + argument.rsplit(".", 1)[1]](argument)
