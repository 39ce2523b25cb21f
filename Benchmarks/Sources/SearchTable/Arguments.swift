import ArgumentParser

/// A group of measurements.
enum Part: String, ExpressibleByArgument, CaseIterable {
  case places, typing, events

  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  var needsPlaces: Bool { self != .events }
}
