import Measurement
import RegressionGate

/// What `mappressure doctor --json` prints: an examination for other programs.
///
/// Shares are between 0 and 1: 0.02 is 2 %. A fact that could not be found out has its reason in
/// `not-available` in place of a value.
public struct DoctorDocument: Hashable, Sendable, Codable {
  /// Raised whenever a reader of an earlier version would misunderstand the document.
  public static let currentSchema = 1

  public let schema: Int
  public let machine: MachineDescription
  public let facts: [MachineFact]
  public let noise: NoiseSummary
  public let verdict: Verdict

  /// Whether times may be compared on the machine.
  public struct Verdict: Hashable, Sendable, Codable {
    public let fitForMeasuredDifferences: Bool
    /// The smallest difference that is seen; absent where times may not be compared.
    public let smallestDifference: Double?
    /// How long that takes for each case; absent where times may not be compared.
    public let secondsPerCase: Double?
    /// The same in words.
    public let text: String
  }

  /// The document of an examination.
  public init(_ examination: Examination) {
    schema = Self.currentSchema
    machine = examination.machine
    facts = examination.facts
    noise = examination.noise
    switch examination.fitness {
    case .measuredDifferences(let smallest, let seconds):
      verdict = Verdict(
        fitForMeasuredDifferences: true, smallestDifference: smallest, secondsPerCase: seconds,
        text: examination.fitness.text)
    case .countedOnly:
      verdict = Verdict(
        fitForMeasuredDifferences: false, smallestDifference: nil, secondsPerCase: nil,
        text: examination.fitness.text)
    }
  }

  /// The document as JSON with sorted keys.
  public func text() throws(ReportingError) -> String {
    try SortedJSON.text(of: self, named: "the examination")
  }
}
