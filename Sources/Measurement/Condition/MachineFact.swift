/// One thing about this machine that bears on measurements, with what it means for them.
public struct MachineFact: Hashable, Sendable {
  /// What the fact does to measurements.
  public enum Effect: String, Hashable, Sendable, Codable {
    /// Measurements are as good as they get with it.
    case harmless
    /// Measurements are noisier, or of less use, because of it.
    case disturbing
    /// It could not be found out.
    case unknown
  }

  /// What was found.
  public enum Value: Hashable, Sendable {
    case text(String)
    case notAvailable(reason: String)
  }

  /// The name in files: lower case words joined by hyphens.
  public let name: String
  public let value: Value
  public let effect: Effect
  /// What it means for measuring, in one sentence.
  public let meaning: String
  /// What to do about it; `nil` where there is nothing to do.
  public let advice: String?

  /// A fact that was found out.
  public init(
    _ name: String, _ value: String, _ effect: Effect, meaning: String, advice: String? = nil
  ) {
    self.init(name: name, value: .text(value), effect: effect, meaning: meaning, advice: advice)
  }

  /// A fact that could not be found out.
  public init(
    _ name: String, notAvailable reason: String, meaning: String, advice: String? = nil
  ) {
    self.init(
      name: name, value: .notAvailable(reason: reason), effect: .unknown, meaning: meaning,
      advice: advice)
  }

  private init(name: String, value: Value, effect: Effect, meaning: String, advice: String?) {
    self.name = name
    self.value = value
    self.effect = effect
    self.meaning = meaning
    self.advice = advice
  }
}

extension MachineFact: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, value, effect, meaning, advice
    case notAvailable = "not-available"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let reason = try container.decodeIfPresent(String.self, forKey: .notAvailable)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      value: try reason.map { .notAvailable(reason: $0) }
        ?? .text(container.decode(String.self, forKey: .value)),
      effect: try container.decode(Effect.self, forKey: .effect),
      meaning: try container.decode(String.self, forKey: .meaning),
      advice: try container.decodeIfPresent(String.self, forKey: .advice))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    switch value {
    case .text(let text): try container.encode(text, forKey: .value)
    case .notAvailable(let reason): try container.encode(reason, forKey: .notAvailable)
    }
    try container.encode(effect, forKey: .effect)
    try container.encode(meaning, forKey: .meaning)
    try container.encodeIfPresent(advice, forKey: .advice)
  }
}
