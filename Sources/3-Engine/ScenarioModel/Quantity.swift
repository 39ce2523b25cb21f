import Support

/// The form of numbers with units in a scenario file: `200 MB`, `16.7 ms`, `99 %`.
public enum Quantity {
  /// Returns the units that may follow a number for a metric of a unit, with their sizes in the
  /// metric's own unit. MB is 10^6 bytes and MiB is 2^20.
  static func units(for unit: MetricUnit) -> [(name: String, scale: Double)] {
    switch unit {
    case .nanoseconds: [("ns", 1), ("us", 1e3), ("ms", 1e6), ("s", 1e9)]
    case .bytes:
      [
        ("B", 1), ("KB", 1e3), ("MB", 1e6), ("GB", 1e9),
        ("KiB", 1_024), ("MiB", 1_048_576), ("GiB", 1_073_741_824),
      ]
    case .fraction: [("", 1), ("%", 0.01)]
    case .millisecondsPerSecond: [("", 1), ("ms/s", 1)]
    case .points: [("", 1), ("pt", 1)]
    case .meters: [("", 1), ("m", 1), ("km", 1e3)]
    case .count, .ratio: [("", 1)]
    }
  }

  /// Returns the number in a text in a metric's own unit; `nil` if the text is not a number with
  /// one of the metric's units.
  public static func parse(_ text: Substring, as unit: MetricUnit) -> Double? {
    let trimmed = text.drop { $0 == " " }
    let digits = trimmed.prefix { $0.isNumber || "+-._eE".contains($0) }
    // The exponent's letter may begin a unit instead; no unit here does.
    guard let number = Double(digits.filter { $0 != "_" }), number.isFinite else { return nil }
    let suffix = trimmed.dropFirst(digits.count).filter { $0 != " " }
    guard let scale = units(for: unit).first(where: { $0.name == suffix })?.scale else {
      return nil
    }
    let value = number * scale
    return value.isFinite && range(of: unit).contains(value) ? value : nil
  }

  /// The range of a metric of a unit: nothing is below 0, and no fraction is above 1.
  private static func range(of unit: MetricUnit) -> ClosedRange<Double> {
    unit == .fraction ? 0...1 : 0 ... .greatestFiniteMagnitude
  }

  /// Returns the form of a number for a metric of a unit, for messages of errors.
  public static func expectation(for unit: MetricUnit) -> String {
    let names = units(for: unit).map(\.name).filter { !$0.isEmpty }
    if names.isEmpty { return "a plain number" }
    let list = names.joined(separator: ", ")
    return isUnitOptional(for: unit)
      ? "a number, with or without \(list)" : "a number with one of \(list)"
  }
}

extension Quantity {
  /// A regular expression of numbers that are not negative.
  static let numberPattern = #"\+?[0-9_.]+([eE][-+]?[0-9]+)?"#

  /// Returns a regular expression of the numbers for a metric of a unit.
  package static func pattern(for unit: MetricUnit) -> String {
    "\(numberPattern) *(\(units(for: unit).map(\.name).joined(separator: "|")))"
  }

  /// Returns whether a number needs no unit.
  package static func isUnitOptional(for unit: MetricUnit) -> Bool {
    units(for: unit).contains { $0.name.isEmpty }
  }
}

extension YAMLValue {
  /// Returns a number with one of a metric's units, in the metric's own unit.
  package func quantity(as unit: MetricUnit) throws(InputError) -> Double {
    guard let number = Quantity.parse(Substring(try text()), as: unit) else {
      throw error(expected: Quantity.expectation(for: unit))
    }
    return number
  }
}
