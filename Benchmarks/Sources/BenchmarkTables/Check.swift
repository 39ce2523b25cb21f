/// A condition that must hold for valid figures.
public struct Check {
  /// The condition, the same on every subject.
  public let title: String
  public let subject: String
  public let hasPassed: Bool
  /// The result of the check.
  public let finding: String

  public init(
    _ title: String, subject: some CustomStringConvertible, hasPassed: Bool, finding: String
  ) {
    self.title = title
    self.subject = subject.description
    self.hasPassed = hasPassed
    self.finding = finding
  }
}
