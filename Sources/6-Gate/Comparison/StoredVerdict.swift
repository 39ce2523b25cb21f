import ScenarioModel
import Support

/// The form of a verdict in `gate.json`. The metric's summary and its role are not in it.
extension MetricVerdict: Codable {
  private struct Form: Codable {
    let name: String
    let unit: MetricUnit
    let kind: MetricKind
    let polarity: Polarity
    let meaning: String?
    let method: Method
    let base, head: Double?
    let effect: Effect?
    let minimumDetectableEffect, crossedBound: Double?
  }

  private enum CodingKeys: CodingKey { case outcome, reason }

  package init(from decoder: any Decoder) throws {
    let form = try Form(from: decoder)
    self.init(
      metric: Metric(form.name, form.unit, form.kind, form.polarity, "", effect: form.meaning),
      outcome: try decoder.container(keyedBy: CodingKeys.self).known(.outcome, reason: .reason),
      method: form.method, base: form.base, head: form.head, effect: form.effect,
      minimumDetectableEffect: form.minimumDetectableEffect, crossedBound: form.crossedBound)
  }

  package func encode(to encoder: any Encoder) throws {
    try encoder.encode(["outcome": outcome.identifier, "reason": outcome.reason])
    // JSON has no infinite numbers.
    try encoder.encode(["severity": severity.finite])
    try Form(
      name: metric.name, unit: metric.unit, kind: metric.kind, polarity: metric.polarity,
      meaning: metric.effect, method: method, base: base.finite, head: head.finite,
      effect: effect.flatMap { [$0.change, $0.low, $0.high].allSatisfy(\.isFinite) ? $0 : nil },
      minimumDetectableEffect: minimumDetectableEffect.finite, crossedBound: crossedBound
    ).encode(to: encoder)
  }
}

extension MetricVerdict.Method: Codable {
  private enum CodingKeys: CodingKey {
    case name, tolerance, toleratedAmount, margin, baseSamples, headSamples, source
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func number<Number: Decodable & SignedNumeric & Comparable>(_ key: CodingKeys) throws -> Number
    {
      let number = try values.decode(Number.self, forKey: key)
      guard number >= 0 else { throw values.unknown(key) }
      return number
    }
    switch try values.decode(String.self, forKey: .name) {
    case "exact":
      let amount = try values.decodeIfPresent(Double.self, forKey: .toleratedAmount) ?? 0
      self = .exact(Allowance(share: try number(.tolerance), amount: amount))
    case "must-not-change": self = .mustNotChange
    case "paired-sequential":
      let test = try MetricVerdict.PairedSequential(from: decoder)
      let counts = min(test.pairs, test.confirmingPairs ?? 0, test.frames, test.framesOfCase)
      let shares = [test.confidence, test.waiting ?? 0, test.suspicion?.pValue ?? 0]
      guard counts >= 0, test.margin >= 0, shares.allSatisfy((0...1).contains) else {
        throw values.unknown(.name)
      }
      self = .pairedSequential(test)
    case "samples":
      self = .samples(
        base: try number(.baseSamples), head: try number(.headSamples),
        margin: try number(.margin))
    case "instructions":
      self = .instructions(
        source: try values.decode(String.self, forKey: .source), tolerance: try number(.tolerance))
    default: throw values.unknown(.name)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .exact(let allowance):
      let amount = allowance.amount > 0 ? allowance.amount : nil
      try encoder.encode([
        "name": "exact", "tolerance": allowance.share, "toleratedAmount": amount,
      ])
    case .mustNotChange: try encoder.encode(["name": "must-not-change"])
    case .pairedSequential(let test):
      try encoder.encode(["name": "paired-sequential"])
      try test.encode(to: encoder)
    case .samples(let base, let head, let margin):
      try encoder.encode([
        "name": "samples", "margin": margin, "baseSamples": base, "headSamples": head,
      ])
    case .instructions(let source, let tolerance):
      try encoder.encode(["name": "instructions", "source": source, "tolerance": tolerance])
    }
  }
}

/// A value that files have by its identifier and its reason.
package protocol Reasoned {
  var form: (identifier: String, reason: String?) { get }
  /// All values, those with a reason with the given one.
  static func all(why: String) -> [Self]
}

extension Reasoned {
  /// The value in files.
  package var identifier: String { form.identifier }
  /// The reason; `nil` where the value is enough.
  package var reason: String? { form.reason }
}

extension MetricVerdict.Outcome: Reasoned {
  package var form: (identifier: String, reason: String?) {
    switch self {
    case .pass: ("passed", nil)
    case .regression: ("regression", nil)
    case .improvement: ("improvement", nil)
    case .accepted(let why): ("accepted", why)
    case .inconclusive(let why): ("inconclusive", why)
    case .notJudged(let why): ("not-judged", why)
    case .new: ("new", nil)
    case .missing(let why): ("missing", why)
    case .notGated(let why): ("not-gated", why)
    }
  }

  package static func all(why: String) -> [Self] {
    [
      .pass, .regression, .improvement, .accepted(why: why), .inconclusive(why: why),
      .notJudged(why: why), .new, .missing(why: why), .notGated(why: why),
    ]
  }
}

extension KeyedDecodingContainer {
  /// Reads an identifier and its reason.
  func known<Value: Reasoned>(_ key: Key, reason reasonKey: Key) throws -> Value {
    let identifier = try decode(String.self, forKey: key)
    let reason = try decodeIfPresent(String.self, forKey: reasonKey)
    let value = Value.all(why: reason ?? "")
      .first { $0.identifier == identifier && $0.reason == reason }
    guard let value else { throw unknown(key) }
    return value
  }

  /// The error of a value that no version of this program writes.
  func unknown(_ key: Key) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: "")
  }
}

extension Double? {
  fileprivate var finite: Double? { flatMap { $0.isFinite ? $0 : nil } }
}
