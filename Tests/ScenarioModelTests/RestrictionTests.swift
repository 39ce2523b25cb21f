import ScenarioModel
import TestSupport
import Testing

/// Claims and thresholds that apply to some variants or sizes of a scenario only.
@Suite struct RestrictionTests {
  /// A scenario with two variants, and with a line for claims or thresholds.
  private static func text(_ line: String) -> String {
    ScenarioText.replacing([
      String(line.prefix { $0 != ":" }): line, "sizes": "sizes: [1, 2, 3, 7, 9, 1_000]",
      "device": "device: { viewport: [200, 400], profile: [partly-measured-phone, slow-device] }",
    ])
  }

  private static func threshold(_ element: String) throws -> Threshold {
    let scenario = try Scenario(text: text("thresholds: { grid-clusters: [\(element)] }"))
    return try #require(scenario.thresholds.first)
  }

  @Test(
    arguments: [
      ("", nil, nil), ("variant: slow-device, ", "slow-device", nil), ("size: 7, ", nil, 7),
      ("size: 1_000, ", nil, 1_000),
      ("variant: partly-measured-phone, size: 9, ", "partly-measured-phone", 9),
    ] as [(String, String?, Int?)])
  func claimsAndThresholds(keys: String, variant: String?, size: Int?) throws {
    let claims = "claims: [{ id: a, says: b, by: c, \(keys)cannot-be-told: why }]"
    let claim = try #require(try Scenario(text: Self.text(claims)).claims.first)
    let threshold = try Self.threshold("{ \(keys)bound: frame-time-p99 <= 5 ms }")
    #expect(threshold.expression == "frame-time-p99 <= 5 ms")
    #expect(threshold.bound == .value(5e6))
    #expect(threshold.strategy == "grid-clusters")
    for restriction in [claim.restriction, threshold.restriction] {
      #expect(restriction.variant == variant && restriction.size == size)
    }
  }

  @Test func multiplesMayBeRestrictedToo() throws {
    let threshold = try Self.threshold("{ bound: build-time <= 2 x all-pins, size: 7 }")
    #expect(threshold.bound == .multiple(2, of: "all-pins") && threshold.restriction.size == 7)
    let unrestricted = try Self.threshold("\"build-time <= 2 x all-pins\"").restriction
    #expect(unrestricted.variant == nil && unrestricted.size == nil)
  }

  @Test(
    arguments: [
      ("", ["fast 1", "fast 2", "slow 1", "slow 2"]),
      ("variant: slow-device, ", ["slow 1", "slow 2"]), ("size: 2, ", ["fast 2", "slow 2"]),
      ("variant: partly-measured-phone, size: 1, ", ["fast 1"]),
      ("variant: partly-measured-phone, size: 3, ", []),
    ] as [(String, [String])])
  func includesTheWorldsThatItNames(keys: String, worlds: [String]) throws {
    let restriction = try Self.threshold("{ \(keys)bound: build-time <= 1 s }").restriction
    let variants = [("fast", "partly-measured-phone"), ("slow", "slow-device")]
    let included = variants.flatMap { name, variant in
      [1, 2].filter { restriction.includes(Configuration(variant: variant, size: $0)) }
        .map { "\(name) \($0)" }
    }
    #expect(included == worlds)
  }

  // MARK: - Mistakes

  private static let claim = "id: a, says: b, by: c, cannot-be-told: d"
  private static let bound = "bound: build-time <= 1 s"
  private static let variants = "(known: partly-measured-phone, slow-device)"
  private static let sizes = "(known: 1, 2, 3, 7, 9, 1000)"

  private static let mistakes = markedMistakes([
    "thresholds: { all-pins: [{ \(bound), variant: §slow-devise }] }":
      "there is no variant in this scenario 'slow-devise'; did you mean 'slow-device'? \(variants)",
    "claims: [{ \(claim), variant: §slow }]":
      "there is no variant in this scenario 'slow'; known: partly-measured-phone, slow-device",
    "claims: [{ \(claim), variant: §[slow-device] }]": "variant: expected text, found a list",
    "thresholds: { all-pins: [{ \(bound), §variants: slow-device }] }":
      "all-pins has no key 'variants'; did you mean 'variant'? (known: bound, variant, size)",
    "thresholds: { all-pins: [§{ variant: slow-device }] }":
      "all-pins needs the key 'bound', which is missing",
    "thresholds: { all-pins: [{ bound: §build-time at most 1 s, size: 7 }] }":
      "bound: expected a metric, one of <= >= < > ==, and a value or 'NUMBER x STRATEGY', "
      + "found 'build-time at most 1 s'",
    "thresholds: { all-pins: [{ \(bound), size: §0 }] }":
      "size: expected a whole number of at least 1, found '0'",
    "thresholds: { all-pins: [{ \(bound), size: §3_000 }] }":
      "there is no size in this scenario '3000'; did you mean '1000'? \(sizes)",
    "claims: [{ \(claim), size: §8 }]":
      "there is no size in this scenario '8'; did you mean '1'? \(sizes)",
    "thresholds: { all-pins: [§[build-time <= 1 s]] }": "all-pins: expected text, found a list",
  ])

  @Test(arguments: mistakes)
  func aMistakeIsFoundWhereItStands(line: String, message: String) throws {
    #expect(try MarkedText(Self.text(line)).scenarioMessage() == message)
  }

  /// A scenario with one environment only has a variant without a name, which no key can name.
  @Test func aScenarioWithoutVariantsKnowsNone() throws {
    let line = "thresholds: { all-pins: [{ \(Self.bound), variant: §slow-device }] }"
    #expect(
      try MarkedText(ScenarioText.replacing("thresholds", by: line)).scenarioMessage()
        == "there is no variant in this scenario 'slow-device'")
  }
}
