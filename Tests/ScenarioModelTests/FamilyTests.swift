import Families
import ScenarioModel
import Synchronization
import Testing

/// The descriptions of the families that come with MapPressure are consistent.
@Suite struct FamilyTests {
  private static func family(_ name: String) throws -> FamilyDescription {
    try #require(FamilyRegistry.standard[name]).description
  }

  /// The registry knows the names before it makes a family.
  @Test(arguments: FamilyRegistry.standard.names)
  func itsNameIsThatOfItsEntry(name: String) throws {
    #expect(try Self.family(name).name == name)
  }

  @Test func aFamilyIsMadeWhenItIsAskedForAndOnce() throws {
    let made = Mutex<[String]>([])
    func entry(_ name: String, _ family: any ScenarioFamily) -> FamilyRegistry.Entry {
      FamilyRegistry.Entry(name) {
        made.withLock { $0.append(name) }
        return family
      }
    }
    let search = Family.search
    let registry = FamilyRegistry([entry("search", search), entry("overlays", search)])
      .with(entry("geocoding", search))
    #expect(registry.names == ["search", "overlays", "geocoding"])
    #expect(registry["nothing"] == nil)
    #expect(made.withLock { $0 } == [])
    for _ in 0..<2 { #expect(registry["search"]?.name == "search") }
    #expect(made.withLock { $0 } == ["search"])
    // One in the place of another is the only one of its name.
    let replaced = registry.with(entry("overlays", search)).with(search)
    #expect(replaced.names == registry.names && replaced.families.count == 3)
    #expect(made.withLock { $0 } == ["search", "overlays", "geocoding"])
  }

  @Test(arguments: FamilyRegistry.standard.names)
  func itsHeadlinesAreMetricsOfItsTrials(name: String) throws {
    let family = try Self.family(name)
    let metrics = family.allMetrics
    #expect(Set(metrics.map(\.name)).count == metrics.count)
    func named(_ names: [String]) throws -> [Metric] {
      try names.map { name in try #require(metrics.first { $0.name == name }, "\(name)") }
    }
    for list in [family.headlines, family.columns] {
      #expect(!list.isEmpty)
      #expect(Set(list).count == list.count, "each once")
      for metric in try named(list) { #expect(metric.polarity != .neutral, "\(metric.name)") }
    }
    let headlines = try named(family.headlines)
    #expect(headlines.count { $0.kind == .measured } <= 3)
    #expect((1...5).contains(headlines.count { $0.kind.isDeterministic }))
    #expect(family.columns.count <= 8)
  }

  @Test(arguments: FamilyRegistry.standard.names) func itsTextsFitIntoAReport(name: String) throws {
    let family = try Self.family(name)
    for metric in family.allMetrics { #expect(metric.summary.hasSuffix("."), "\(metric.name)") }
    for strategy in family.strategies {
      #expect(strategy.summary.hasSuffix("."), "\(strategy.name)")
      // A report quotes the reasoning, and then says whether it held.
      let reasoning = strategy.reasoning ?? "none"
      #expect(!reasoning.isEmpty && !reasoning.contains("\n"), "\(strategy.name)")
      #expect(reasoning.count { $0 == "`" }.isMultiple(of: 2), "\(strategy.name)")
    }
    // The one ends a sentence of the report, the other follows a number.
    for label in [family.frameLabel, family.sizeLabel] {
      #expect(!label.isEmpty && !label.hasSuffix("."))
    }
    #expect(family.sizeLabel.first?.isLowercase == true)
  }

  /// An ablation compares strategies that are there, by metrics that every trial answers with.
  @Test(arguments: FamilyRegistry.standard.names)
  func itsAblationIsOfItsOwnStrategies(name: String) throws {
    let family = try Self.family(name)
    guard let ablation = family.ablation else { return }
    let named =
      [ablation.base, ablation.full]
      + ablation.settings.flatMap { [$0.alone, $0.leftOut].compactMap(\.self) }
    let strategies = family.strategies.map(\.name)
    for strategy in named { #expect(strategies.contains(strategy), "\(strategy)") }
    #expect(Set(named).count == named.count, "each strategy once")
    #expect(!ablation.metrics.isEmpty)
    for metric in ablation.metrics { #expect(family.allMetrics.contains(metric), "\(metric.name)") }
  }

  /// A statement on every trial must be true of every family.
  @Test func whatEveryTrialAnswersWithSpeaksOfNoFamily() {
    for metric in Metric.ofEveryMeasurement(allocations: .counted) {
      for word in ["pin", "map", "annotation", "view", "screen", "search"] {
        #expect(!metric.summary.contains(word), "\(metric.name): \(word)")
      }
    }
  }

  /// Simulated views are allocated too, as many and as large as a profile says.
  @Test func allocationsAreModelledWhereAPlatformIs() {
    let metrics = Family.annotations.description.allMetrics
    #expect(metrics.starts(with: Metric.ofEveryMeasurement(allocations: .modelled)))
    #expect(metrics["bytes-allocated"].allowance() == Metric.bytesAllocated.allowance())
    #expect(metrics["modelled-footprint"].allowance() == .none)
    #expect(Metric.allocations.kind == .counted, "of a family that models nothing")
  }
}
