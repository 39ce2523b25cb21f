import Clustering
import Families
import PinData
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// The answers of the server and their order, against reference implementations that look at every
/// pin.
@Suite struct RegionFetchAnswerTests {
  private static let generators: [PinGenerator] = [.cities, .antimeridian, .uniform]

  private func trial(
    _ generator: PinGenerator = .cities, trace: CameraTraceGenerator = .panAndZoom,
    failures: Double = 0, profile: ProfileText = .erraticFetches
  ) throws -> FamilyTrial {
    try .fetches(
      [
        "data": "{ generator: \(generator.rawValue), pins: 1_500, seed: 42 }",
        "camera": "{ trace: \(trace.rawValue), frames: 400, seed: 7 }",
      ], failures: failures, profile: profile)
  }

  /// The first pins of the rectangle, as many as an answer holds, on both sides of the
  /// antimeridian.
  @Test(arguments: generators)
  func anAnswerHoldsTheBestPinsOfItsRectangle(generator: PinGenerator) throws {
    let session = try trial(generator).watch().session
    let points = generator.pins(count: 1_500, seed: 42).coordinates.map { MapPoint($0) }
    #expect(session.answers.count > 10)
    for answer in session.answers {
      let pins = points.indices.filter { answer.rect.shows(points[$0]) }
      #expect(answer.totalCount == pins.count && answer.pins == Array(pins.prefix(500)))
      #expect(answer.isComplete == (pins.count <= 500))
    }
    // The overview has more pins than an answer holds.
    #expect(session.answers.contains { !$0.isComplete })
    #expect(Set(session.answers.map(\.rect)).isSubset(of: session.regionEnds))
    if generator == .antimeridian {
      #expect(session.answers.contains { $0.rect.spans180thMeridian && !$0.pins.isEmpty })
    }
  }

  @Test(arguments: generators)
  func answersThatComeAfterNewerOnesAreLate(generator: PinGenerator) throws {
    let (session, values) = try trial(generator, trace: .fling).watch()
    let numbers = session.answers.map(\.fetchNumber)
    let stale = zip(numbers, numbers.dropFirst()).count { $0 > $1 }
    #expect(stale > 0 && values["stale-pins-shown"] == Double(stale))
  }

  /// No answer is stale where all take equally long, or where older fetches are cancelled.
  @Test func answersInOrderAreNotStale() throws {
    let erratic = try trial(trace: .fling)
    #expect(try #require(erratic.run("fetch-each-end")["stale-pins-shown"]) > 0)
    let steady = try trial(trace: .fling, profile: .fetches(latency: 700, regionEnds: 4))
    for strategy in Family.regionFetches.strategies.map(\.name) {
      #expect(try steady.run(strategy)["stale-pins-shown"] == 0, "\(strategy)")
      guard strategy.contains("cancelling") else { continue }
      #expect(try erratic.run(strategy)["stale-pins-shown"] == 0, "\(strategy)")
    }
  }

  @Test func fetchesAreAnsweredOrFailOrAreUnderWay() throws {
    let (session, values) = try trial(failures: 0.3).watch()
    let counts = try #require(session.counts)
    let (ends, answers) = (session.regionEnds.count, session.answers)
    #expect(counts.sent == ends && counts.answered == answers.count)
    #expect(counts.failed == session.failures && counts.answered + counts.failed <= counts.sent)
    let pins = answers.reduce(0) { $0 + $1.pins.count }
    #expect(counts.bytes == 700 * (counts.sent + counts.answered) + 350 * pins)
    let matched = answers.reduce(0) { $0 + $1.totalCount }
    let expected: [Double?] = [counts.sent, ends, counts.failed, counts.bytes, matched]
      .map { Double($0) }
    #expect(
      values["fetches", "region-ends", "fetches-failed", "fetched-bytes", "pins-matched"]
        == expected)
    // 30 of 100, of a few dozen.
    let share = Double(counts.failed) / Double(counts.answered + counts.failed)
    #expect((0.1...0.55).contains(share))
  }

  @Test func aFlingEndsUpToFourTimes() throws {
    let values = try trial(trace: .fling).run("fetch-each-end")
    let perFling = try #require(values["fetches-per-fling"])
    #expect((1.5...3.5).contains(perFling), "one to four, drawn evenly")
    #expect(values["fetches-per-gesture"] == perFling, "there is nothing but flings")
  }

  /// A pinch ends once; a fling up to four times, in its second half.
  @Test func gesturesEndAsTheProfileSays() throws {
    // The strategy with the smallest number of steps of its own.
    let inspection = try trial().inspect("fetch-debounced-padded-cancelling")
    var gestures: [(kind: Substring, begin: Int64, ends: [Int64])] = []
    for entry in try #require(inspection.transcripts.first).entries {
      if entry.text.hasSuffix(" begins") {
        gestures.append((entry.text.prefix(5), entry.time, []))
      } else if entry.text == "region end", let last = gestures.indices.last {
        gestures[last].ends.append(entry.time)
      }
    }
    let pinches = gestures.filter { $0.kind == "pinch" }
    #expect(pinches.count >= 3 && pinches.allSatisfy { $0.ends.count == 1 })
    let flings = gestures.filter { $0.kind == "fling" }
    #expect(flings.contains { $0.ends.count > 1 })
    for fling in flings {
      #expect((1...4).contains(fling.ends.count))
      let end = try #require(fling.ends.last)
      #expect(fling.ends.allSatisfy { 2 * ($0 - fling.begin) >= end - fling.begin })
    }
  }
}
