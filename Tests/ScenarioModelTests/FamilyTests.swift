import AnnotationFamilies
import Families
import Measurement
import ScenarioModel
import Testing

/// What every family that comes with MapPressure says of itself holds together.
@Suite struct FamilyTests {
  static let families = FamilyRegistry.standard.families

  @Test(arguments: families.map(\.name))
  func itsHeadlinesAreMetricsOfItsTrials(name: String) throws {
    let family = try #require(FamilyRegistry.standard[name]).description
    let metrics = family.allMetrics
    func metric(_ name: String) throws -> Metric {
      try #require(metrics.first { $0.name == name }, "\(name)")
    }
    for list in [family.headlines, family.columns] {
      #expect(!list.isEmpty)
      #expect(Set(list).count == list.count, "each once")
      for name in list { #expect(try metric(name).polarity != .neutral, "\(name)") }
    }
    let headlines = try family.headlines.map(metric)
    #expect(headlines.count { $0.kind == .measured } <= 3)
    #expect((1...5).contains(headlines.count { $0.kind.isDeterministic }))
    #expect(family.columns.count <= 8)
  }

  /// A report quotes the reasoning and goes on with whether it held.
  @Test(arguments: families.map(\.name))
  func itsReasoningsCanBeQuoted(name: String) throws {
    for strategy in try #require(FamilyRegistry.standard[name]).strategies {
      guard let reasoning = strategy.reasoning else { continue }
      #expect(!reasoning.isEmpty && !reasoning.contains("\n"), "\(strategy.name)")
      #expect(reasoning.count { $0 == "`" }.isMultiple(of: 2), "\(strategy.name)")
    }
  }

  @Test(arguments: families.map(\.name))
  func itsFrameHasAMeaning(name: String) throws {
    let meaning = try #require(FamilyRegistry.standard[name]).description.frameLabel
    // It ends a sentence of the report.
    #expect(!meaning.isEmpty && !meaning.hasSuffix("."))
  }

  @Test(arguments: families.map(\.name))
  func itsSizesCountSomething(name: String) throws {
    let meaning = try #require(FamilyRegistry.standard[name]).description.sizeLabel
    // It follows a number.
    #expect(!meaning.isEmpty && !meaning.hasSuffix(".") && meaning.first?.isLowercase == true)
  }

  /// An ablation compares strategies that are there, by metrics that every trial answers with.
  @Test(arguments: families.map(\.name))
  func itsAblationIsOfItsOwnStrategies(name: String) throws {
    let family = try #require(FamilyRegistry.standard[name]).description
    guard let ablation = family.ablation else { return }
    let strategies = family.strategies.map(\.name)
    let named =
      [ablation.base, ablation.full]
      + ablation.settings.flatMap { [$0.alone, $0.leftOut].compactMap(\.self) }
    for strategy in named { #expect(strategies.contains(strategy), "\(strategy)") }
    #expect(Set(named).count == named.count, "each strategy once")
    #expect(!ablation.metrics.isEmpty)
    let metrics = family.allMetrics
    for metric in ablation.metrics { #expect(metrics.contains(metric), "\(metric.name)") }
  }

  /// What is said of every trial must be true of every family.
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
    #expect(metrics["allocations"].kind == .modelled)
    #expect(metrics["bytes-allocated"].kind == .modelled)
    #expect(metrics["bytes-allocated"].allowance == Metric.bytesAllocated.allowance)
    #expect(metrics["modelled-footprint"].allowance == .none)
    #expect(Metric.allocations.kind == .counted, "of a family that models nothing")
  }

  @Test func pinsComeWithoutAnAblation() {
    let family = Family.annotations.description
    #expect(family.ablation == nil)
    #expect(family.frameLabel == "one frame of the screen")
    #expect(
      family.headlines == [
        "frame-time-max", "frame-time-p99", "peak-live-bytes", "max-live-views",
        "hitch-time-ratio",
      ])
  }
}
