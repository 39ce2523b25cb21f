/// One trial's answer for one metric: a number, or the reason why there is none.
///
/// A number that could not be taken is never 0 and never left out.
public enum MetricValue: Hashable, Sendable {
  case number(Double)
  case notAvailable(reason: String)

  /// The number, or `nil` where none could be taken.
  public var number: Double? {
    if case .number(let value) = self { value } else { nil }
  }
}

extension MetricValue: Codable {
  private enum CodingKeys: String, CodingKey {
    case value
    case notAvailable = "not-available"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let reason = try container.decodeIfPresent(String.self, forKey: .notAvailable) {
      self = .notAvailable(reason: reason)
    } else {
      self = .number(try container.decode(Double.self, forKey: .value))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .number(let value): try container.encode(value, forKey: .value)
    case .notAvailable(let reason): try container.encode(reason, forKey: .notAvailable)
    }
  }
}
