import MapGeometry
import PinData
import RegionFamilies
import ScenarioModel
import TestSupport
import Testing

/// The answers of the server and their order, against reference implementations that look at every
/// pin.
@Suite struct RegionFetchAnswerTests {
  private static let generators: [PinGenerator] = [.cities, .antimeridian, .uniform]

  private func trial(
    _ generator: PinGenerator, trace: CameraTraceGenerator = .panAndZoom, failures: Double = 0,
    profile: ProfileText = .erraticFetches()
  ) throws -> RegionFetchTrial {
    try RegionFetchTrial(
      data: "{ generator: \(generator.rawValue), pins: 1_500, seed: 42 }",
      camera: "{ trace: \(trace.rawValue), frames: 400, seed: 7 }", profile: profile,
      failures: failures, adding: [WatchedFetches.entry])
  }

  /// The first pins of the rectangle, as many as an answer holds, on both sides of the
  /// antimeridian.
  @Test(arguments: generators)
  func anAnswerHoldsTheBestPinsOfItsRectangle(generator: PinGenerator) throws {
    let session = try #require(trial(generator).watch().session)
    let points = generator.pins(count: 1_500, seed: 42).coordinates.map { MapPoint($0) }
    #expect(session.answers.count > 10)
    var hasCutOff = false
    for answer in session.answers {
      let pins = points.indices.filter { answer.rect.shows(points[$0]) }
      #expect(answer.totalCount == pins.count)
      #expect(answer.pins == Array(pins.prefix(500)))
      #expect(answer.isComplete == (pins.count <= 500))
      hasCutOff = hasCutOff || !answer.isComplete
    }
    #expect(hasCutOff, "the overview has more pins than an answer holds")
    #expect(Set(session.answers.map(\.rect)).isSubset(of: session.regionEnds))
    if generator == .antimeridian {
      #expect(session.answers.contains { $0.rect.spans180thMeridian && !$0.pins.isEmpty })
    }
  }

  @Test(arguments: generators)
  func answersThatComeAfterNewerOnesAreLate(generator: PinGenerator) throws {
    let (session, values) = try trial(generator, trace: .fling).watch()
    let numbers = try #require(session).answers.map(\.fetchNumber)
    let stale = zip(numbers, numbers.dropFirst()).count { $0 > $1 }
    #expect(stale > 0)
    #expect(values["stale-pins-shown"] == Double(stale))
  }

  /// No answer is stale where all take equally long.
  @Test func answersInOrderAreNotStale() throws {
    let profile = ProfileText.steadyFetches(latency: 700, regionEnds: 4)
    let trial = try trial(.cities, trace: .fling, profile: profile)
    for strategy in Family.regionFetches.strategies.map(\.name) {
      #expect(try trial.run(strategy)["stale-pins-shown"] == 0, "\(strategy)")
    }
  }

  @Test func strategiesThatKeepOneFetchShowNothingStale() throws {
    let trial = try trial(.cities, trace: .fling)
    #expect(try #require(trial.run("fetch-each-end")["stale-pins-shown"]) > 0)
    for strategy in [
      "fetch-cancelling", "fetch-debounced-padded-cancelling", "padded-cancelling",
      "debounced-cancelling",
    ] {
      #expect(try trial.run(strategy)["stale-pins-shown"] == 0, "\(strategy)")
    }
  }

  @Test func fetchesAreAnsweredOrFailOrAreUnderWay() throws {
    let (found, values) = try trial(.cities, failures: 0.3).watch()
    let session = try #require(found)
    let counts = try #require(session.counts)
    #expect(counts.sent == session.regionEnds.count)
    #expect(counts.answered == session.answers.count)
    #expect(counts.failed == session.failures)
    #expect(counts.answered + counts.failed <= counts.sent)
    #expect(
      counts.bytes == 700 * (counts.sent + counts.answered)
        + 350 * session.answers.reduce(0) { $0 + $1.pins.count })
    #expect(values["fetches"] == Double(counts.sent))
    #expect(values["region-ends"] == Double(session.regionEnds.count))
    #expect(values["fetches-failed"] == Double(counts.failed))
    #expect(values["fetched-bytes"] == Double(counts.bytes))
    #expect(
      values["pins-matched"] == Double(session.answers.reduce(0) { $0 + $1.totalCount }))
    // 30 of 100, of a few dozen.
    let share = Double(counts.failed) / Double(counts.answered + counts.failed)
    #expect((0.1...0.55).contains(share))
  }

  @Test func aFlingEndsUpToFourTimes() throws {
    let trial = try trial(.cities, trace: .fling)
    let values = try trial.run("fetch-each-end")
    let perFling = try #require(values["fetches-per-fling"])
    #expect((1.5...3.5).contains(perFling), "one to four, drawn evenly")
    #expect(values["fetches-per-gesture"] == perFling, "there is nothing but flings")
  }

  /// A pinch ends once; a fling up to four times, in its second half.
  @Test func gesturesEndAsTheProfileSays() throws {
    // The strategy with the fewest steps of its own.
    let transcript = try trial(.cities).transcript("fetch-debounced-padded-cancelling")
    var gestures: [(kind: Substring, begin: Int64, ends: [Int64])] = []
    for entry in try #require(transcript).entries {
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
