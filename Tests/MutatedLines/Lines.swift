import Simulation

/// Lines as gpsd writes them.
package enum Lines {
  package static let tpv = """
    {"class":"TPV","device":"/dev/ttyACM0","status":2,"mode":3,"time":"2026-05-01T06:00:00.250Z","ept":0.005,\
    "lat":47.123456789,"lon":-8.987654321,"altHAE":479.1,"altMSL":431.2,"alt":431.2,"epx":3.1,"epy":4.2,"epv":5.3,\
    "track":45.5,"magtrack":43.1,"magvar":2.4,"speed":13.888,"climb":-0.25,"eps":0.4,"epc":10.6,"geoidSep":47.9,\
    "eph":7.7,"sep":9.9}
    """
  package static let sky = """
    {"class":"SKY","device":"/dev/ttyACM0","xdop":0.7,"ydop":0.8,"vdop":1.3,"tdop":0.9,"hdop":1.1,"gdop":2.0,\
    "pdop":1.7,"nSat":3,"uSat":2,"satellites":[{"PRN":5,"el":45.0,"az":90.0,"ss":40.0,"used":true},{"PRN":7,"el":10.0,\
    "az":180.0,"ss":30.0,"used":true},{"PRN":9,"el":5.0,"az":270.0,"ss":0.0,"used":false}]}
    """
  package static let version = """
    {"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}
    """
  package static let devices = """
    {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyACM0","driver":"u-blox","activated":\
    "2026-05-01T05:59:00.000Z","flags":1,"native":1,"bps":9600,"parity":"N","stopbits":1,"cycle":1.00},\
    {"class":"DEVICE","path":"/dev/ttyUSB1"}]}
    """
  package static let deviceOn = """
    {"class":"DEVICE","path":"/dev/ttyACM0","driver":"u-blox","activated":"2026-05-01T05:59:00.000Z","native":1}
    """
  package static let deviceOff = #"{"class":"DEVICE","path":"/dev/ttyACM0","activated":0}"#
  package static let error = #"{"class":"ERROR","message":"Unrecognized request '?FOO'"}"#
  package static let watch = #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0,"scaled":false}"#
  package static let noFix = #"{"class":"TPV","device":"/dev/ttyUSB1","mode":1}"#

  /// One of each kind.
  package static let all = [tpv, sky, version, devices, deviceOn, deviceOff, error, watch, noFix]

  /// The simulated receiver's lines, without their ends.
  package static func simulated(seed: UInt64, epochs: Int, every step: Int) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for epoch in Epochs(of: Drive(seed: seed), by: Receiver(seed: seed)) where epoch.number % step == 0 {
      lines += GPSDJSON.bytes(of: epoch).split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.map(Array.init)
      if lines.count >= 2 * epochs { break }
    }
    return lines
  }
}
