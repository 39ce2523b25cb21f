import Clustering
import Foundation
import PinData
import ScenarioModel
import TestSupport
import Testing

/// The grades of the rows that people saw, as by hand: 3 for the wanted place, 2 for another of its
/// name and category, 1 for another of its category, both only where the map shows them.
///
/// A search for a word that all names begin with gives the better known place first, so that a
/// place's prominence decides its row.
@Suite struct SearchRelevanceTests {
  private func run(
    _ places: [Place], text: String = "luna", wanted: Int? = 0,
    in region: Region = .around(longitude: 0), strategy: String = "default-request"
  ) throws -> TrialValues {
    try FamilyTrial.search([.typing(text, in: region, wanting: wanted)], over: places)
      .run(strategy)
  }

  /// A second implementation from the definition, with the library's logarithm.
  private func gain(_ grades: [Int]) -> Double {
    grades.prefix(10).enumerated().reduce(0) { sum, row in
      sum + (exp2(Double(row.element)) - 1) / log2(Double(row.offset) + 2)
    }
  }

  /// Expects the grades of the rows; only the wanted place has a 3.
  private func expect(
    _ values: TrialValues, grades: [Int], best: [Int],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let relevant = Double(grades.count { $0 > 0 })
    let numbers: [(String, Double)] = [
      ("precision-at-10", grades.isEmpty ? 0 : relevant / Double(grades.count)),
      ("ndcg-at-10", gain(grades) / gain(best)),
      ("mean-reciprocal-rank", grades.firstIndex(of: 3).map { 1 / Double($0 + 1) } ?? 0),
      ("success-at-10", grades.contains(3) ? 1 : 0),
    ]
    for (name, expected) in numbers {
      #expect(
        abs((values[name] ?? .nan) - expected) < 1e-12, "\(name): not \(expected)",
        sourceLocation: sourceLocation)
    }
  }

  private let mixed: [Place] = [
    .cafe("Luna One", 0, 0, prominence: 50),
    Place(
      name: "Luna One", classification: .pointOfInterest(.nightlife), city: "Aachen",
      coordinate: Coordinate(0.01, 0), prominence: 90),
    .cafe("Luna Two", 0.02, 0, prominence: 80),
    .cafe("Luna One", 0.03, 0, prominence: 70),
    .cafe("Luna Two", 0.06, 0, prominence: 60),
    .cafe("Sol", -0.05, 0, prominence: 5),
    .cafe("Sol", -0.050_1, 0, prominence: 6),
  ]

  /// Rows: a bar of the same name, a cafe, one of the same name, one that the map does not show,
  /// the wanted one. There is another cafe on the map's edge that the search does not find.
  @Test func gradesOfAMixedList() throws {
    let values = try run(mixed)
    expect(values, grades: [0, 1, 2, 0, 3], best: [3, 2, 1, 1])
    values.expect(["precision-at-10": 0.6, "mean-reciprocal-rank": 0.2, "empty-answers": 0])
    // (0.6309 + 3 · 0.5 + 7 · 0.3869) / (7 + 3 · 0.6309 + 0.5 + 0.4307)
    #expect(abs(try #require(values["ndcg-at-10"]) - 0.4925858) < 1e-6)
  }

  /// Twelve rows: only the first ten count, of what is shown and of the best list.
  @Test(arguments: [9, 10, 11])
  func onlyTenRowsCount(row: Int) throws {
    let places = (0..<12).map {
      Place.cafe("Luna \($0)", 0.001 * Double($0), 0, prominence: 50 - $0)
    }
    expect(
      try run(places, wanted: row), grades: (0..<10).map { $0 == row ? 3 : 1 },
      best: [3] + Array(repeating: 1, count: 9))
  }

  @Test func aFullListOfNamesakesIsTheBestList() throws {
    let places = (0..<14).map { Place.cafe("Luna", 0.001 * Double($0), 0, prominence: 50 - $0) }
    let best = [3] + Array(repeating: 2, count: 9)
    expect(try run(places), grades: best, best: best)
    expect(try run(places, wanted: 13), grades: Array(repeating: 2, count: 10), best: best)
  }

  @Test func noRowsAreWorthNothing() throws {
    let values = try run(mixed, text: "qqqqqqqqqqq")
    expect(values, grades: [], best: [3, 2, 1, 1])
    values.expect(["empty-answers": 1, "time-to-answer-p50": nil, "time-to-answer-p95": nil])
    #expect(values.reason("time-to-answer-p95") == "no search ended with a row")
  }

  /// "Gas" and "Gas station" are offered as queries before the place of that name.
  @Test func rowsThatAreQueriesAreNotRelevant() throws {
    let values = try run([.gasWorks], text: "gas", strategy: "completions-only")
    expect(values, grades: [0, 0, 3], best: [3])
    #expect(values["wrong-rows-shown"] == 0)
  }

  /// The place is off the map: what is like it and near it counts, not what the map shows.
  @Test func theWantedPlaceIsRelevantWhereverItIs() throws {
    let places: [Place] = [
      .cafe("Luna", 60, 60, prominence: 1), .cafe("Luna", 0, 0, prominence: 2),
      .cafe("Luna", 60, 60.01, prominence: 3),
    ]
    expect(try run(places), grades: [2, 0, 3], best: [3, 2])
  }

  /// Neighbours over the 180th meridian are on the map, what lies around it on one side is not.
  @Test(arguments: [179.98, -179.98, 180, -180])
  func regionsCrossTheAntimeridian(center: Double) throws {
    let places: [Place] = [
      .cafe("Luna", 0, 179.99, prominence: 1), .cafe("Luna A", 0, -179.99, prominence: 2),
      .cafe("Luna B", 0, 179.9, prominence: 3), .cafe("Luna C", 0, -179.9, prominence: 4),
      .cafe("Luna D", 0, 0, prominence: 5), .cafe("Luna E", 0.06, 179.99, prominence: 6),
    ]
    // The name that is the whole query comes first, the others by prominence.
    expect(
      try run(places, in: .around(longitude: center)), grades: [3, 0, 0, 0, 0, 1], best: [3, 1])
  }

  /// Another house of the same street and city helps, a cafe in the street does not.
  @Test func addressesAreRelatedByTheirStreet() throws {
    let places: [Place] = [
      .address("1", "Main Street", 0, 0, prominence: 70),
      .address("2", "Main Street", 0.01, 0, prominence: 80),
      .address("3", "Main Street", city: "Bonn", 0.02, 0, prominence: 90),
      .address("4", "Main Street", 0.06, 0, prominence: 60),
      .address("1", "Main Street", 0.03, 0, prominence: 50),
      .address("5", "Side Street", 0, 0.01, prominence: 50),
    ]
    expect(try run(places, text: "main street"), grades: [0, 1, 3, 0, 2], best: [3, 2, 1])
  }

  /// Nothing is known of two addresses without a street that would make one an answer for the
  /// other.
  @Test func addressesWithoutAStreetAreNotRelated() throws {
    func mill(_ name: String, _ prominence: Int) -> Place {
      Place(
        name: name, classification: .address, coordinate: Coordinate(0, 0.001 * Double(prominence)),
        prominence: prominence)
    }
    let places = [mill("Luna Mill", 1), mill("Luna Farm", 3), mill("Luna Mill", 2)]
    expect(try run(places), grades: [0, 2, 3], best: [3, 2])
  }

  /// The mean over the searches that say what was wanted.
  @Test func meansAreOverTheSearchesWithAWish() throws {
    let values = try FamilyTrial.search(
      [
        .typing("luna", at: 1, wanting: 0), .typing("luna", at: 20),
        .typing("qqqqqqqqqqq", at: 40, wanting: 0), .typing("luna", by: 1, wanting: 2),
      ], over: mixed
    ).run("default-request")
    #expect(values["searches"] == 4)
    for (name, sum) in [
      // A fifth, nothing, and a half.
      ("mean-reciprocal-rank", 0.7), ("success-at-10", 2),
      // To whom wants the first cafe of another name the rows are worth 0, 3, 1, 0, 1.
      ("precision-at-10", 1.2),
    ] { #expect(abs(try #require(values[name]) - sum / 3) < 1e-12, "\(name)") }
  }

  @Test func withoutWishesNothingIsGraded() throws {
    let values = try run(mixed, wanted: nil)
    for name in ["precision-at-10", "ndcg-at-10", "mean-reciprocal-rank", "success-at-10"] {
      #expect(values.reason(name) == "the trace does not say what people wanted")
    }
    #expect(values["empty-answers"] == 0)
  }
}
