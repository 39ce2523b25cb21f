import ArgumentParser

/// A number of at least one; underscores may group its digits.
public struct CountArgument: ExpressibleByArgument {
  public let count: Int

  public init(_ count: Int) {
    self.count = count
  }

  public init?(argument: String) {
    guard let count = Int(argument.filter { $0 != "_" }), count >= 1 else { return nil }
    self.count = count
  }

  public var defaultValueDescription: String { "\(count)" }
}
