import ScenarioModel

/// What one worker process does for a case.
public enum TrialKind: Hashable, Sendable {
  /// An observed replay: what is stood for, what overlaps, what it looks like. Nothing is timed,
  /// except the painting of one frame.
  case inspection
  /// A measured replay; trials count from 1.
  case measurement(Int)
}

extension TrialKind: CustomStringConvertible {
  public var description: String {
    switch self {
    case .inspection: "inspection"
    case .measurement(let number): "trial \(number)"
    }
  }
}

extension TrialKind: Codable {
  public init(from decoder: any Decoder) throws {
    let number = try decoder.singleValueContainer().decode(Int.self)
    self = number == 0 ? .inspection : .measurement(number)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .inspection: try container.encode(0)
    case .measurement(let number): try container.encode(number)
    }
  }
}

/// One worker process of a plan: which case, and what for.
public struct TrialKey: Hashable, Sendable, Codable {
  public let scenarioCase: Case
  public let kind: TrialKind

  public init(scenarioCase: Case, kind: TrialKind) {
    self.scenarioCase = scenarioCase
    self.kind = kind
  }

  private enum CodingKeys: String, CodingKey {
    case scenarioCase = "case"
    case kind = "trial"
  }
}

extension TrialKey: CustomStringConvertible {
  public var description: String { "\(scenarioCase) \(kind)" }
}
