import Families
import Foundation
import ScenarioModel
import Support
import TestSupport
import Testing

/// Scenarios that list several devices, and the camera and the pins that their sizes share.
@Suite struct DeviceVariantTests {
  private func trial(
    refresh: String = "60", profile: String = "iphone-simulator", generator: String = "cities"
  ) throws -> FamilyTrial {
    try FamilyTrial(
      Witness.family, Witness.lines,
      replacing: [
        "data": "{ generator: \(generator), pins: 1_000, seed: 42 }",
        "device": "{ viewport: [200, 400], scale: 1, refresh: \(refresh), profile: \(profile) }",
      ])
  }

  @Test(arguments: [
    ("60", "iphone-simulator", [""]), ("[60]", "[iphone-simulator]", [""]),
    ("[60, 120]", "iphone-simulator", ["60 Hz", "120 Hz"]),
    ("60", "[iphone-simulator, slow-device]", ["iphone-simulator", "slow-device"]),
    (
      "[60, 120]", "[iphone-simulator, slow-device]",
      [
        "60 Hz, iphone-simulator", "60 Hz, slow-device", "120 Hz, iphone-simulator",
        "120 Hz, slow-device",
      ]
    ),
  ])
  func eachCombinationIsAVariant(refresh: String, profile: String, names: [String]) throws {
    let scenario = try trial(refresh: refresh, profile: profile).scenario
    #expect(scenario.workload.variants == names)
    #expect(Set(scenario.cases.map(\.variant)) == Set(names))
    let description = ScenarioDescription(scenario)
    for name in names {
      let rate = name.hasPrefix("120") ? 120.0 : 60
      let platform = name.hasSuffix("slow-device") ? "slow-device" : "iphone-simulator"
      #expect(scenario.workload.platform(of: name).refresh == rate)
      #expect(scenario.workload.platform(of: name).profile?.name == platform)
      #expect(description.refresh(of: name) == rate)
      #expect(description.profile(of: name)?.name == platform)
    }
    #expect(description.platforms.isEmpty == (names.count == 1))
  }

  /// A phone of 8 GB has its limit, which then is no parameter that is drawn, and so has one that is
  /// twice as slow.
  @Test func whatIsKnownOfThePhoneIsInItsProfile() throws {
    let known = try trial(profile: "iphone-simulator, memory: 8, slowness: 2").scenario
    let profile = try #require(known.workload.profile)
    let usual = try #require(try trial().scenario.workload.profile)
    #expect(profile.name == "iphone-simulator, 2 times as slow")
    #expect(profile[.foregroundMemoryLimit] == 3_376e6 && usual[.foregroundMemoryLimit] == 2_098e6)
    let limit = try #require(profile.parameters.first { $0.name == .foregroundMemoryLimit })
    #expect(!limit.isDrawn)
    #expect(profile[.createMarkerView] == 2 * usual[.createMarkerView])
    #expect(profile[.locationFixMedian] == usual[.locationFixMedian])
    #expect(throws: InputError.self) { try trial(profile: "iphone-simulator, memory: 5").scenario }
  }

  @Test func aDescriptionWithVariantsIsStoredAndReadAgain() throws {
    let description = ScenarioDescription(
      try trial(refresh: "[60, 120]", profile: "[iphone-simulator, slow-device]").scenario)
    let results = RunResults(
      origin: RunOrigin(provenance: .current(commit: "none")),
      scenarios: [ScenarioResults(scenario: description, cases: [])])
    let read = try RunResults(json: JSONEncoder.results.encode(results))
    #expect(read.scenarios[0].scenario == description)
    #expect(read.profiles.map(\.name) == ["iphone-simulator", "slow-device"])
  }

  /// Each profile of a list decides the fingerprint, not the first alone.
  @Test func theFingerprintHasEachProfile() throws {
    func fingerprint(_ profiles: String) throws -> String? {
      EnvironmentFingerprint(try trial(profile: profiles).scenario).profile
    }
    let all = try ["[iphone-simulator]", "[slow-device]", "[iphone-simulator, slow-device]"]
      .map(fingerprint)
    #expect(Set(all).count == 3)
    #expect(try fingerprint("iphone-simulator") == all[0])
  }

  /// The slow device works four times as long for the same operations.
  @Test func aVariantIsModelledWithItsOwnProfileAndRate() throws {
    let trial = try trial(
      refresh: "[60, 120]", profile: "[iphone-simulator, slow-device]", generator: "city")
    let fast = try trial.run("all-pins", variant: "60 Hz, iphone-simulator")
    let slow = try trial.run("all-pins", variant: "60 Hz, slow-device")
    #expect(fast["views-created"] == slow["views-created"])
    #expect(fast["modelled-footprint"] == slow["modelled-footprint"])
    let (time, slowTime) = (fast["modelled-frame-time-max"], slow["modelled-frame-time-max"])
    #expect(try abs(#require(slowTime) / #require(time) - 4) < 1e-6)
    // Half of the time for a frame: no fewer are late.
    let often = try trial.run("all-pins", variant: "120 Hz, iphone-simulator")
    #expect(try #require(often["hitch-time-ratio"]) >= #require(fast["hitch-time-ratio"]))
  }

  @Test func theCameraIsTheSameAtEachSizeAndSmallerSizesAreAPrefix() throws {
    let trial = try trial()
    let all = try trial.sight(size: 1_000)
    #expect(all.pins.count == 1_000)
    #expect(Set(all.rects.map { "\($0)" }).count > 10, "a camera that moves")
    for size in [1, 10, 999, 1_001, 5_000] {
      let sight = try trial.sight(size: size)
      #expect(sight.rects == all.rects && sight.pins.count == size)
      let (few, many) = size < 1_000 ? (sight.pins, all.pins) : (all.pins, sight.pins)
      #expect(few == Array(many.prefix(few.count)))
    }
  }

  @Test func aFilesSmallerSizesArePartsOfTheLargerOnes() throws {
    let lines = (0..<77).map { "\(Double($0) / 4 - 5),\(10 + Double($0))\n" }
    let trial = try FamilyTrial(
      Witness.family, Witness.lines, replacing: ["data": "{ file: pins.csv }"],
      files: ["pins.csv": "lat,lon\n" + lines.joined()])
    let all = try trial.sight(size: 77)
    var larger = all.pins
    for size in (1..<77).reversed() {
      let sight = try trial.sight(size: size)
      #expect(sight.rects == all.rects && sight.pins.count == size)
      // In the file's order, from west to east here.
      #expect(sight.pins == larger.filter { sight.pins.contains($0) })
      larger = sight.pins
    }
  }

  /// The same movements take twice as many frames.
  @Test func aFasterScreenShowsTheSameMovementsInMoreFrames() throws {
    let trial = try trial(refresh: "[60, 120]")
    let slow = try trial.sight(size: 1_000, variant: "60 Hz").rects
    let fast = try trial.sight(size: 1_000, variant: "120 Hz").rects
    #expect(slow.count == 60 && fast.count == 120)
    #expect(slow[0] == fast[0])
    for (frame, rect) in slow.enumerated() {
      // A movement begins up to a frame earlier, as one frame is shorter.
      let near = fast[max(2 * frame - 3, 0)...min(2 * frame + 3, 119)].map(\.width)
      #expect(try #require(near.min()) <= rect.width * 1.000001)
      #expect(try #require(near.max()) >= rect.width * 0.999999)
    }
  }
}
