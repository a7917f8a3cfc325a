import Positioning

/// Epochs in the language of receivers: NMEA 0183 version 2.3 and later.
public enum NMEA {
  /// A knot in metres per second (1852 m per hour).
  private static let knotMPS = 1852.0 / 3600
  /// Satellites change slowly; receivers tell about them less often than about the position.
  private static let epochsPerSky = 5

  /// The sentences of one epoch in the order that most receivers keep: RMC, GGA, GSA, every fifth time GSV, GST.
  ///
  /// gpsd 3.22 then learns that GST ends an epoch and reports each epoch once. Were GGA first, it would report twice:
  /// it passes over the time of a GGA without fix and takes GGA for an end as well.
  public static func sentences(of epoch: Epoch) -> [[UInt8]] {
    var all = [recommendedMinimum(of: epoch), fixData(of: epoch), activeSatellites(of: epoch)]
    if epoch.number % epochsPerSky == 0 { all += satellitesInView(of: epoch) }
    all.append(errorStatistics(of: epoch))
    return all.map { $0.finished() }
  }

  /// The sentences of one epoch, one after another.
  public static func bytes(of epoch: Epoch) -> [UInt8] { sentences(of: epoch).flatMap { $0 } }

  private static func fixData(of epoch: Epoch) -> Sentence {
    let measured = epoch.report.measurements
    var sentence = Sentence("GGA")
    sentence.field(timeOfDay: epoch.report.time)
    sentence.fields(place: epoch.report.coordinate)
    sentence.field(epoch.reception == .none ? "0" : "1")
    sentence.field(whole: measured.satellites, width: 2)
    sentence.field(decimal: epoch.dilution.horizontal, places: 2)
    if let altitude = measured.altitudeMSLMetres {
      sentence.field(decimal: altitude, places: 2)
      sentence.field("M")
      sentence.field(decimal: Receiver.geoidSeparationMetres, places: 1)
      sentence.field("M")
    } else {
      sentence.emptyFields(4)
    }
    sentence.emptyFields(2)
    return sentence
  }

  private static func activeSatellites(of epoch: Epoch) -> Sentence {
    let used = epoch.satellites.filter(\.isUsed)
    var sentence = Sentence("GSA")
    sentence.field("A")
    switch epoch.reception {
    case .none: sentence.field("1")
    case .twoD: sentence.field("2")
    case .threeD: sentence.field("3")
    }
    for satellite in used { sentence.field(whole: satellite.prn, width: 2) }
    sentence.emptyFields(12 - used.count)
    sentence.field(decimal: epoch.dilution.position, places: 2)
    sentence.field(decimal: epoch.dilution.horizontal, places: 2)
    sentence.field(decimal: epoch.dilution.vertical, places: 2)
    return sentence
  }

  private static func satellitesInView(of epoch: Epoch) -> [Sentence] {
    let perSentence = 4
    let total = (epoch.satellites.count + perSentence - 1) / perSentence
    return (0..<total).map { part in
      var sentence = Sentence("GSV")
      sentence.field(whole: total)
      sentence.field(whole: part + 1)
      sentence.field(whole: epoch.satellites.count, width: 2)
      for satellite in epoch.satellites.dropFirst(part * perSentence).prefix(perSentence) {
        sentence.field(whole: satellite.prn, width: 2)
        sentence.field(whole: satellite.elevationDegrees, width: 2)
        sentence.field(whole: satellite.azimuthDegrees, width: 3)
        sentence.field(whole: satellite.signalDBHz, width: 2)
      }
      return sentence
    }
  }

  private static func errorStatistics(of epoch: Epoch) -> Sentence {
    var sentence = Sentence("GST")
    sentence.field(timeOfDay: epoch.report.time)
    guard let deviations = epoch.deviations else {
      sentence.emptyFields(7)
      return sentence
    }
    // Root mean square of the ranges; then the error ellipse, which is a circle; then the three axes.
    sentence.field(decimal: deviations.perAxisMetres * 2.0.squareRoot() / epoch.dilution.horizontal, places: 2)
    sentence.field(decimal: deviations.perAxisMetres, places: 2)
    sentence.field(decimal: deviations.perAxisMetres, places: 2)
    sentence.field("0.0")
    sentence.field(decimal: deviations.perAxisMetres, places: 2)
    sentence.field(decimal: deviations.perAxisMetres, places: 2)
    sentence.field(decimal: deviations.verticalMetres, places: 2)
    return sentence
  }

  private static func recommendedMinimum(of epoch: Epoch) -> Sentence {
    let measured = epoch.report.measurements
    var sentence = Sentence("RMC")
    sentence.field(timeOfDay: epoch.report.time)
    sentence.field(epoch.reception == .none ? "V" : "A")
    sentence.fields(place: epoch.report.coordinate)
    sentence.field(decimal: measured.speedMPS.map { $0 / knotMPS }, places: 3)
    sentence.field(decimal: measured.courseDegrees.map(Course.inHundredths), places: 2)
    sentence.field(date: epoch.report.time)
    sentence.emptyFields(2)
    sentence.field(epoch.reception == .none ? "N" : "A")
    return sentence
  }
}
