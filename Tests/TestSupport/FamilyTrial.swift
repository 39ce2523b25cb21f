import ScenarioModel

/// A scenario of one family with all of its strategies, in a folder of its own, and the replays of
/// its cases.
///
///     let trial = try FamilyTrial(
///       Family.markerRedraw,
///       """
///       data: { file: pins.csv }
///       device: { viewport: [200, 400], scale: 1, refresh: 20, profile: profile.yaml }
///       camera: { trace: pan-and-zoom, frames: 40, seed: 7 }
///       """, replacing: ["markers": "{ changes: 2 }"], files: ["pins.csv": pins])
///     #expect(try trial.run("drawn-on-change")["markers-drawn"] == 3)
///
/// Replays of one trial share the folder that the trials of a run share.
package struct FamilyTrial: Sendable {
  package let folder: TemporaryFolder
  package let scenario: Scenario
  /// The folder that all replays share.
  package let shared: String

  /// - Parameters:
  ///   - family: with the strategies of a test's own, if it has some.
  ///   - lines: the family's own lines of the scenario's file.
  ///   - values: values that replace those of the lines by their keys; `nil` leaves a key out.
  ///   - sizes: `nil` for a file without sizes.
  ///   - profile: the text of the file `profile.yaml`, which the lines may name.
  ///   - files: the texts of further files by their names.
  ///   - folder: a folder that has files already.
  package init(
    _ family: any ScenarioFamily, _ lines: String, replacing values: [String: String?] = [:],
    sizes: [Int]? = nil, profile: ProfileText = ProfileText(basedOn: "iphone-simulator"),
    files: [String: String] = [:], folder: TemporaryFolder? = nil
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    var profile = profile
    // A profile has at least one parameter; this is the usual value.
    if profile.isEmpty { profile.set("watchdog", 10, "s") }
    try folder.write(profile.text, to: "profile.yaml")
    self.folder = folder
    shared = try folder.makeFolder()
    let own = try YAMLEntries(yaml: lines).replacing(values)
    scenario = try Scenario(
      yaml: Self.file(of: family, own, sizes: sizes).lines, file: folder.file("scenario.yaml"),
      families: FamilyRegistry([family]))
  }

  /// The file of a scenario with all strategies of a family, the first of them as the naive one.
  ///
  /// - Parameter own: the family's own keys.
  package static func file(
    of family: any ScenarioFamily, _ own: YAMLEntries, sizes: [Int]? = nil
  ) -> YAMLEntries {
    let strategies = family.strategies.map(\.name)
    let common = YAMLEntries([
      ("scenario", "sample"), ("title", "A sample"), ("family", family.name),
      ("naive", strategies.first ?? ""),
      ("strategies", "[\(strategies.joined(separator: ", "))]"),
    ])
    return common.replacing("sizes", by: sizes.map { "\($0)" }) + own
  }

  /// A case of the first variant and the first size, where nothing else is asked for.
  package func scenarioCase(_ strategy: String, variant: String? = nil, size: Int? = nil) -> Case {
    Case(
      scenario: scenario.name, variant: variant ?? scenario.workload.variants[0],
      size: size ?? scenario.sizes[0], strategy: strategy)
  }

  private func folders() throws -> TrialFolders {
    TrialFolders(own: try folder.makeFolder(), shared: shared)
  }

  package func prepare(
    _ strategy: String, variant: String? = nil, size: Int? = nil
  ) throws -> any Replay {
    try scenario.workload.prepare(
      scenarioCase(strategy, variant: variant, size: size), folders: folders())
  }

  /// The values of a trial, replayed frame by frame.
  package func run(
    _ strategy: String, variant: String? = nil, size: Int? = nil
  ) throws -> TrialValues { try TrialValues(prepare(strategy, variant: variant, size: size)) }

  /// The values of a warm-up.
  package func warmUp(
    _ strategy: String, variant: String? = nil, size: Int? = nil
  ) throws -> TrialValues {
    try TrialValues(
      scenario.workload.prepareWarmUp(
        scenarioCase(strategy, variant: variant, size: size), folders: folders()))
  }

  /// The values of an evaluation under the variant's own profile: without pixels, and without what
  /// is measured.
  package func evaluate(
    _ strategy: String, variant: String? = nil, size: Int? = nil,
    sharing values: SharedValues = SharedValues()
  ) throws -> TrialValues {
    let scenarioCase = scenarioCase(strategy, variant: variant, size: size)
    let record = try scenario.workload.evaluate(scenarioCase, folders: folders(), sharing: values)
    let profile = scenario.workload.platform(of: scenarioCase.variant).profile
    return TrialValues(all: profile.map { record.values(under: $0) } ?? [])
  }

  /// An observed replay.
  ///
  /// - Parameter pictures: an existing folder for its files; `nil` for a new one.
  package func inspect(
    _ strategy: String, variant: String? = nil, size: Int? = nil, pictures: String? = nil
  ) throws -> Inspection {
    try scenario.workload.inspect(
      scenarioCase(strategy, variant: variant, size: size), folders: folders(),
      pictures: pictures ?? folder.makeFolder())
  }

  /// The values that only an observed replay has.
  package func observe(
    _ strategy: String, variant: String? = nil, size: Int? = nil
  ) throws -> TrialValues {
    TrialValues(all: try inspect(strategy, variant: variant, size: size).values)
  }

  /// The recording of an observed replay, read from its file.
  package func recording(_ strategy: String) throws -> ReplayRecording {
    let inspection = try inspect(strategy, pictures: folder.makeFolder("observed"))
    let file = try folder.data("observed/\(inspection.recording ?? "no recording")")
    return try ReplayRecording(file: [UInt8](file))
  }
}

extension TrialValues {
  /// The numbers of several metrics, in their order.
  package subscript(first: String, second: String, further: String...) -> [Double?] {
    ([first, second] + further).map { self[$0] }
  }

  /// The metrics without a number and a reason, or with a number that none of its unit is.
  package func implausible(of metrics: [Metric]) -> [String] {
    metrics.filter { metric in
      guard let number = self[metric.name] else { return reason(metric.name)?.isEmpty ?? true }
      // The growth of memory has a sign.
      let isInRange =
        metric.unit == .bytes || (number >= 0 && (metric.unit != .fraction || number <= 1))
      return !number.isFinite || !isInRange
    }.map(\.name)
  }
}

extension ProfileText {
  /// The usual profile with other values: `["watchdog": (10, "s")]`.
  package static func simulator(
    _ values: KeyValuePairs<String, (Double, String)> = [:]
  ) -> ProfileText { ProfileText(basedOn: "iphone-simulator").setting(values) }

  package func setting(_ values: KeyValuePairs<String, (Double, String)>) -> ProfileText {
    var profile = self
    for (name, (value, unit)) in values { profile.set(name, value, unit) }
    return profile
  }
}
