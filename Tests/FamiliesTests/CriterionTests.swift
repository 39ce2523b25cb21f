import Families
import ScenarioModel
import Testing

/// The criteria of the standard families.
@Suite struct CriterionTests {
  @Test func everyStandardFamilyHasCriteriaOfItsOwnMetrics() {
    for family in FamilyRegistry.standard.families {
      #expect(!family.description.criteria.isEmpty, "\(family.name)")
      for criterion in family.description.criteria {
        #expect(family.metrics.contains(criterion.metric), "\(criterion.metric.name)")
        #expect(!criterion.source.isEmpty)
      }
    }
  }

  @Test(arguments: [
    (Criterion.Goal.atMost(10), 10.0, 10.1), (.atLeast(10), 10.0, 9.9),
    (.nearBest(0.1), 11.0, 11.1),
  ]) func aGoalHasItsBound(goal: Criterion.Goal, reached: Double, missed: Double) {
    let metric = Metric("m", .count, .counted, .lowerIsBetter, "A count.")
    let criterion = Criterion(metric, goal, source: "a test")
    #expect(criterion.isReached(by: reached, best: 10))
    #expect(!criterion.isReached(by: missed, best: 10))
  }

  @Test func nearTheBestGoesInTheDirectionOfTheMetric() {
    let metric = Metric("m", .fraction, .counted, .higherIsBetter, "A share.")
    let criterion = Criterion(metric, .nearBest(0.1), source: "a test")
    #expect(criterion.isReached(by: 0.91, best: 1))
    #expect(!criterion.isReached(by: 0.89, best: 1))
  }
}
