import Foundation
import ScenarioModel
import Support

/// A run of a test on a device, or a payload of MetricKit.
struct DeviceRun {
  /// The test's identifier; `nil` for a payload.
  let test: String?
  let device: String
  let readings: [DeviceReading]

  private static let maxMebibytes = 16

  /// Reads the runs in a file.
  static func read(_ path: String) throws(DeviceMeasurementsError) -> [Self] {
    let reason: String
    do {
      let data = try RegularFile.read(path, limit: maxMebibytes * 1_048_576)
      let single = try? JSONDecoder().decode(Entry.self, from: data)
      let entries = try single.map { [$0] } ?? JSONDecoder().decode([Entry].self, from: data)
      if entries.allSatisfy(\.isKnown) { return entries.flatMap(\.runs) }
      reason = "found other keys"
    } catch {
      reason = PlainText.line(DecodingFault.reason(error))
    }
    throw DeviceMeasurementsError(
      path: path,
      reason:
        "expected the JSON of 'xcrun xcresulttool get test-results metrics --path X.xcresult' "
        + "or of MXMetricPayload.jsonRepresentation(), at most \(maxMebibytes) MiB: \(reason)")
  }
}

/// The numbers of one identifier in one run.
struct DeviceReading {
  let identifier: String
  /// One for each repetition, in the unit.
  let values: [Double]
  let unit: String
  /// The text in the file.
  let text: String

  fileprivate init(_ metric: Entry.Metric) {
    identifier = metric.identifier ?? metric.displayName ?? "a metric without a name"
    values = metric.measurements
    unit = metric.unitOfMeasurement ?? ""
    text = values.map(\.shortText).joined(separator: ", ") + " " + unit
  }

  /// Reads a number in the words of MetricKit, `200,000 kB`.
  ///
  /// The words are in the language of the phone; only English is known. A fraction does not end
  /// with 0: a formatter writes no such digits, and `200.000` is no English number.
  fileprivate init(_ identifier: String, text: String) {
    let match = text.wholeMatch(of: /(\d{1,3}(?:,\d{3})+|\d+)(\.\d*[1-9])?\s+(.+)/)
    let digits = match.map { $0.1.filter { $0 != "," } + ($0.2 ?? "") }
    values = digits.flatMap { Double($0) }.map { [$0] } ?? []
    unit = match.map { String($0.3) } ?? ""
    (self.identifier, self.text) = (identifier, text)
  }
}

// MARK: - The files

/// A test in the list of xcresulttool, or what `MXMetricPayload.jsonRepresentation()` writes.
private struct Entry: Decodable {
  struct TestRun: Decodable {
    let device: Device?
    let metrics: [Metric]
  }

  /// Of a test `deviceName` alone is in public examples; a payload has the last two.
  struct Device: Decodable {
    let modelName: String?
    let deviceName: String?
    let deviceType: String?
    let osVersion: String?
  }

  struct Metric: Decodable {
    let identifier: String?
    let displayName: String?
    let unitOfMeasurement: String?
    let measurements: [Double]
  }

  struct Animation: Decodable {
    let hitchTimeRatio: String?
    let scrollHitchTimeRatio: String?
  }

  struct Memory: Decodable { let peakMemoryUsage: String? }

  struct Responsiveness: Decodable { let histogrammedAppHangTime: Histogram? }

  struct Histogram: Decodable { let histogramValue: [String: Bucket] }

  struct Bucket: Decodable {
    let bucketCount: Int
    let bucketEnd: String
  }

  let testIdentifier: String?
  let testRuns: [TestRun]?
  let metaData: Device?
  let animationMetrics: Animation?
  let memoryMetrics: Memory?
  let applicationResponsivenessMetrics: Responsiveness?

  var isKnown: Bool { testRuns != nil || metaData != nil }

  var runs: [DeviceRun] {
    guard let testRuns else {
      return [DeviceRun(test: nil, device: Self.label(metaData), readings: payload)]
    }
    return testRuns.map {
      DeviceRun(
        test: testIdentifier ?? "a test without a name", device: Self.label($0.device),
        readings: $0.metrics.map(DeviceReading.init))
    }
  }

  /// The numbers of a payload.
  private var payload: [DeviceReading] {
    let texts =
      [
        "animationMetrics.hitchTimeRatio": animationMetrics?.hitchTimeRatio,
        "animationMetrics.scrollHitchTimeRatio": animationMetrics?.scrollHitchTimeRatio,
        "memoryMetrics.peakMemoryUsage": memoryMetrics?.peakMemoryUsage,
        DeviceQuantity.hangs: applicationResponsivenessMetrics?.histogrammedAppHangTime?.longest,
      ] as KeyValuePairs
    return texts.compactMap { name, text in text.map { DeviceReading(name, text: $0) } }
  }

  /// A device in words.
  private static func label(_ device: Device?) -> String {
    let name = device?.modelName ?? device?.deviceName ?? device?.deviceType
    let words = [name ?? "an unknown device", device?.osVersion].compactMap(\.self)
    return PlainText.shortened(PlainText.line(words.joined(separator: ", ")), to: 80)
  }
}

extension Entry.Histogram {
  /// The upper end of the last bucket with a hang; the keys of the buckets are numbers.
  fileprivate var longest: String {
    histogramValue.filter { $0.value.bucketCount > 0 }
      .max { (Int($0.key) ?? 0) < (Int($1.key) ?? 0) }?.value.bucketEnd ?? "no hang"
  }
}
