import Families
import ScenarioModel
import TestSupport
import Testing

/// The kind of a metric says if a parameter moves it: "counted" stands only at numbers that no
/// parameter of the platform moves.
@Suite struct MetricKindTests {
  /// Each parameter, family and strategy.
  @Test(.exhaustive, arguments: SmallEnvironment.all)
  func aParameterMovesWhatIsModelledOnly(environment: SmallEnvironment) throws {
    let family = try #require(FamilyRegistry.standard[environment.family])
    let movements = Dictionary(grouping: try environment.movements(), by: \.metric)
    for metric in family.metrics {
      let movement = movements[metric.name]?.first
      switch metric.kind {
      case .measured: continue
      case .counted:
        #expect(
          movement == nil,
          "expected 'modelled' for a metric that a parameter moves, found 'counted': \(movement.map { "\($0)" } ?? "")"
        )
      case .modelled:
        let reason = environment.unmoved[metric.name]
        #expect(
          (movement == nil) == (reason != nil),
          "\(metric.name) of \(family.name) is modelled: expected a parameter that moves it or a reason why none does here, found \(movement.map { "\($0)" } ?? "neither")"
        )
      }
    }
    #expect(Set(environment.unmoved.keys).isSubset(of: family.metrics.map(\.name)))
  }

  @Test func everyFamilyHasASmallEnvironment() {
    #expect(Set(SmallEnvironment.all.map(\.family)) == Set(FamilyRegistry.standard.names))
  }
}
