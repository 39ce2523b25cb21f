import Support

/// The reason why a file of measurements cannot be used.
package struct DeviceMeasurementsError: Error, Hashable, CustomStringConvertible {
  let path: String
  /// The expected and the found value.
  let reason: String

  package var description: String { "\(PlainText.line(path)): \(reason)" }
}

/// The numbers that one performance test, or MetricKit in a day, measured on one device.
package struct DeviceMeasurements: Sendable {
  /// A number that has a counterpart in the model.
  package struct Measured: Sendable {
    /// The identifier in the file.
    package let identifier: String
    package let quantity: DeviceQuantity
    /// The values, one for each repetition, in the unit of the metric.
    package let samples: SampleSummary
  }

  /// The file's path.
  package let path: String
  /// The test's identifier; `nil` for a payload of MetricKit.
  package let test: String?
  /// The device and its system in words.
  package let device: String
  package private(set) var measured: [Measured] = []
  /// The other numbers, and why they are not compared.
  package private(set) var unused: [(identifier: String, reason: String)] = []

  /// Reads a file: the JSON of xcresulttool, or payloads of MetricKit.
  ///
  /// - Parameter test: a test's identifier or the end of one, such as `testPan`; `nil` for the only
  ///   one.
  package init(contentsOf path: String, test: String?) throws(DeviceMeasurementsError) {
    func list(_ items: [String]) -> String {
      items.isEmpty ? "none" : PlainText.shortened(items.joined(separator: "; "), to: 1_000)
    }
    var runs = try DeviceRun.read(path)
    let known = runs.compactMap(\.test).uniqued()
    // `MapTests/testPan()` is named by `testPan`, `testPan()`, `MapTests/testPan` and the whole.
    func suffix(_ name: String) -> String { "/\(name)".replacing("()", with: "") }
    let chosen = known.filter { name in test.map { suffix(name).hasSuffix(suffix($0)) } ?? true }
    guard chosen.count == 1 || known.isEmpty && test == nil else {
      throw DeviceMeasurementsError(
        path: path,
        reason: "expected --test with one of the tests: \(list(chosen.isEmpty ? known : chosen))"
          + (test.map { "; found '\($0)'" } ?? ""))
    }
    runs = runs.filter { $0.test == chosen.first }
    let devices = runs.map(\.device).uniqued()
    guard devices.count == 1 else {
      throw DeviceMeasurementsError(
        path: path, reason: "expected the measurements of one device, found \(list(devices))")
    }
    self.path = path
    self.test = chosen.first
    device = devices[0]
    let readings = runs.flatMap(\.readings)
    for identifier in readings.map(\.identifier).uniqued() {
      if let reason = take(identifier, readings.filter { $0.identifier == identifier }) {
        unused.append((identifier, reason))
      }
    }
  }

  /// Takes a number; returns why not if it cannot be compared.
  private mutating func take(_ identifier: String, _ readings: [DeviceReading]) -> String? {
    guard let quantity = DeviceQuantity.of(identifier) else {
      return "the model has no such number"
    }
    if let other = measured.first(where: { $0.quantity.metric == quantity.metric }) {
      return "\(other.identifier) is used instead"
    }
    let form = quantity.form
    let values = readings.flatMap { reading in
      reading.values.map { $0 * (form.units[reading.unit] ?? .nan) }
    }
    guard let samples = try? SampleSummary(values), form.values.contains(samples.minimum),
      form.values.contains(samples.maximum)
    else {
      let found = readings.map(\.text).joined(separator: "; ")
      return "expected \(form.words), found '\(PlainText.shortened(found, to: 40))'"
    }
    measured.append(Measured(identifier: identifier, quantity: quantity, samples: samples))
    return nil
  }
}
