import ArgumentParser

/// How many of something, at least one; underscores may group its digits.
struct CountArgument: ExpressibleByArgument {
  let count: Int

  init(_ count: Int) {
    self.count = count
  }

  init?(argument: String) {
    guard let count = Int(argument.filter { $0 != "_" }), count >= 1 else { return nil }
    self.count = count
  }

  var defaultValueDescription: String { "\(count)" }
}

/// What is measured together.
enum Part: String, ExpressibleByArgument, CaseIterable {
  case places, typing, events

  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  var needsPlaces: Bool { self != .events }
}
