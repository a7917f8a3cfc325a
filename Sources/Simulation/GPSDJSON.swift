import Positioning

/// Epochs in the words of gpsd 3.22, as `gpspipe -w` prints them, each line ended by CR LF.
///
/// `eph` and `epv` are the errors that the receiver states (95 %). A gpsd that only hears NMEA makes its own instead,
/// 19 m × HDOP and 23 m × VDOP, which is several times too much for the receiver simulated here.
public enum GPSDJSON {
  /// The device that all lines name.
  public static let devicePath = "/dev/ttySIM0"

  /// The lines of one epoch: SKY, then TPV.
  public static func bytes(of epoch: Epoch) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(1400)
    appendSky(of: epoch, to: &text)
    appendFix(of: epoch, to: &text)
    return text
  }

  private static func appendFix(of epoch: Epoch, to text: inout [UInt8]) {
    let measured = epoch.report.measurements
    text.append(#"{"class":"TPV","device":"/dev/ttySIM0","mode":"#)
    text.append(whole: measured.mode.rawValue)
    append(time: epoch.report.time, to: &text)
    text.append(#","lat":"#, decimal: epoch.report.coordinate?.latitude, places: 9)
    text.append(#","lon":"#, decimal: epoch.report.coordinate?.longitude, places: 9)
    text.append(#","altHAE":"#, decimal: measured.altitudeHAEMetres, places: 4)
    text.append(#","altMSL":"#, decimal: measured.altitudeMSLMetres, places: 4)
    text.append(#","alt":"#, decimal: measured.altitudeMSLMetres, places: 4)
    text.append(#","epv":"#, decimal: measured.verticalErrorMetres, places: 3)
    text.append(#","track":"#, decimal: measured.courseDegrees.map(Course.inHundredths), places: 4)
    text.append(#","speed":"#, decimal: measured.speedMPS, places: 3)
    text.append(#","climb":"#, decimal: measured.climbMPS, places: 3)
    if measured.altitudeMSLMetres != nil {
      text.append(#","geoidSep":"#, decimal: Receiver.geoidSeparationMetres, places: 3)
    }
    text.append(#","eph":"#, decimal: measured.horizontalErrorMetres, places: 3)
    text.append("}\r\n")
  }

  private static func appendSky(of epoch: Epoch, to text: inout [UInt8]) {
    text.append(#"{"class":"SKY","device":"/dev/ttySIM0""#)
    text.append(#","vdop":"#, decimal: epoch.dilution.vertical, places: 2)
    text.append(#","hdop":"#, decimal: epoch.dilution.horizontal, places: 2)
    text.append(#","pdop":"#, decimal: epoch.dilution.position, places: 2)
    text.append(#","nSat":"#)
    text.append(whole: epoch.satellites.count)
    text.append(#","uSat":"#)
    text.append(whole: epoch.satellites.count { $0.isUsed })
    text.append(#","satellites":["#)
    for (index, satellite) in epoch.satellites.enumerated() {
      if index > 0 { text.append(",") }
      append(satellite, to: &text)
    }
    text.append("]}\r\n")
  }

  private static func append(_ satellite: SatelliteInView, to text: inout [UInt8]) {
    text.append(#"{"PRN":"#)
    text.append(whole: satellite.prn)
    text.append(#","el":"#, decimal: Double(satellite.elevationDegrees), places: 1)
    text.append(#","az":"#, decimal: Double(satellite.azimuthDegrees), places: 1)
    text.append(#","ss":"#, decimal: Double(satellite.signalDBHz ?? 0), places: 1)
    text.append(satellite.isUsed ? #","used":true,"gnssid":0,"svid":"# : #","used":false,"gnssid":0,"svid":"#)
    text.append(whole: satellite.prn)
    text.append("}")
  }

  private static func append(time: Timestamp?, to text: inout [UInt8]) {
    guard let time else { return }
    text.append(#","time":""#)
    text.append(contentsOf: time.iso8601.utf8)
    text.append(#"""#)
  }
}

extension [UInt8] {
  /// A key with its number; nothing when there is none, as gpsd leaves out what it does not know.
  fileprivate mutating func append(_ key: StaticString, decimal value: Double?, places: Int) {
    guard let value else { return }
    append(key)
    append(decimal: value, places: places)
  }
}
