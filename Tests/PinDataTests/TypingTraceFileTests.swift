import Clustering
import PinData
import Simulation
import Support
import TestSupport
import Testing

@Suite struct TypingTraceFileTests {
  private static let places = PlaceGenerator.places(count: 4000, seed: 1)

  private let cafe = Place(
    name: "Luna \"Café\"", classification: .pointOfInterest(.cafe),
    coordinate: Coordinate(latitude: 52.5, longitude: 13.4))

  /// Three of one name: at 52.5, about 111 m and about 1.1 km further north.
  private var places: PlaceSet {
    func copy(_ latitude: Double) -> Place {
      Place(
        name: cafe.name, classification: cafe.classification,
        coordinate: Coordinate(latitude: latitude, longitude: 13.4))
    }
    return PlaceSet(places: [
      Place(name: "Other", classification: .address, coordinate: cafe.coordinate),
      copy(52.51), copy(52.501), cafe, cafe,
    ])
  }

  private func read(_ text: String, _ places: PlaceSet? = nil) throws -> [TypedSearch] {
    try withTemporaryFile(named: "typing.jsonl", text) {
      try TypingTrace.read(path: $0, places: places ?? self.places).searches
    }
  }

  private let region = Region(
    center: Coordinate(latitude: 52.5, longitude: 13.4),
    span: CoordinateSpan(latitudeDelta: 0.1, longitudeDelta: 0.2))

  private func begin(_ person: Int, _ time: String, _ more: String = "") -> String {
    """
    {"person": \(person), "time": \(time), "region": {"center": {"latitude": 52.5, "longitude": \
    13.4}, "span": {"latitudeDelta": 0.1, "longitudeDelta": 0.2}}\(more)}

    """
  }

  private func wanted(_ name: String, _ latitude: Double) -> String {
    #", "wanted": {"name": "\#(name)", "latitude": \#(latitude), "longitude": 13.4}"#
  }

  private let typed = """
    {"person": 0, "time": 12.5, "text": "c\\u00e9\\n"}
    {"time": 14, "action": "select", "person": 0, "device": {"a": [1]}}

    """

  // MARK: - Reading

  @Test func readsAnEventALine() throws {
    let search = TypedSearch(
      person: 0, start: 12_300_000_000, region: region, wanted: 3,
      keystrokes: [.init(time: 200_000_000, text: "cé\n")], ending: .selectCompletion,
      endingTime: 1_700_000_000)
    #expect(try read(begin(0, "12.3", wanted(#"Luna \"Café\""#, 52.5)) + typed) == [search])
  }

  @Test func personsMayBeMixed() throws {
    let searches = try read(
      begin(7, "1") + begin(0, "12.3") + #"{"person":7,"time":1,"text":"a"}"#
        + typed + #"{"person":7,"time":3,"text":""}{"person":7,"time":3,"action":"submit"}"#
        + begin(0, "14") + #"{"person":0,"time":15.25,"text":"x"}"# + "\r\n"
        + #"{"person":0,"time":1e1,"action":"submit"}"#.replacing("1e1", with: "16"))
    #expect(searches.map(\.person) == [0, 0, 7])
    #expect(searches.map(\.start) == [12_300_000_000, 14_000_000_000, 1_000_000_000])
    #expect(searches.map(\.finalText) == ["cé\n", "x", ""])
    #expect(searches.map(\.keystrokes.count) == [1, 1, 2])
    #expect(searches.map(\.ending) == [.selectCompletion, .submit, .submit])
    #expect(searches.map(\.wanted) == [nil, nil, nil])
  }

  @Test(arguments: [
    (52.5, 3), (52.5003, 3), (52.5008, 2), (52.5, 3), (52.5095, 1), (52.4985, 3),
  ])
  func theNearestPlaceOfTheNameIsWanted(latitude: Double, expected: Int) throws {
    let name = #"Luna \"Café\""#
    let searches = try read(begin(0, "12.3", wanted(name, latitude)) + typed)
    #expect(searches.map(\.wanted) == [expected])
    // The same letters in another normal form.
    let decomposed = #"Luna \"Cafe\#u{301}\""#
    #expect(try read(begin(0, "12.3", wanted(decomposed, latitude)) + typed) == searches)
    #expect(try read(begin(0, "12.3", #", "wanted": null"#) + typed).map(\.wanted) == [nil])
  }

  // MARK: - Writing

  @Test func whatIsWrittenIsReadBack() throws {
    let trace = TypingGenerator(people: 12, searchesPerPerson: 8, seed: 5, profile: .sample())
      .trace(over: Self.places)
    #expect(try read(trace.jsonLines(places: Self.places), Self.places) == trace.searches)
    let lines = trace.jsonLines(places: Self.places).split(separator: "\n")
    #expect(lines.count == trace.keystrokeCount + 2 * trace.searches.count)
  }

  @Test func nanosecondsAndEveryCharacterAreKept() throws {
    var random = SplitMix64(seed: 1)
    let texts = (0..<128).map { String(UnicodeScalar(UInt8($0))) } + ["\"\\/", "é🌍日", ""]
    var searches: [TypedSearch] = []
    var start: Int64 = 0
    for text in texts {
      start += Int64(random.next() >> 23)
      let time = Int64(random.next() >> 34)
      searches.append(
        TypedSearch(
          person: 3, start: start, region: region, wanted: text.isEmpty ? nil : 0,
          keystrokes: [.init(time: time, text: text), .init(time: time, text: text + "x")],
          ending: .submit, endingTime: time + 1))
      start += time + 1
    }
    #expect(start > 86_400_000_000_000)
    let trace = TypingTrace(searches: searches)
    #expect(try read(trace.jsonLines(places: places)) == searches)
  }

  // MARK: - Mistakes

  private func error(_ text: String) throws -> DataFileError {
    try withTemporaryFile(named: "typing.jsonl", text) { path in
      try #require(throws: DataFileError.self) {
        _ = try TypingTrace.read(path: path, places: places)
      }
    }
  }

  @Test(arguments: ["", "\n\n", "\u{FEFF} "])
  func emptyFile(text: String) throws {
    let error = try error(text)
    #expect(error.description.contains("expected at least one "))
    #expect(error.location == nil)
  }

  @Test(arguments: [
    ("7", "an object"), ("{}", "without one of them"), ("nonsense", "found 'n'"),
    (#"{"person": 0, "text": "a"}"#, "\"person\" and \"time\""),
    (#"{"person": 0, "time": 20}"#, "found an object with none of them"),
    (#"{"person": 0, "time": 20, "text": "a", "action": "submit"}"#, "\"text\" and \"action\""),
    (
      #"{"person": 0, "time": 9, "text": "a", "wanted": {"name":"", "latitude":1, "longitude":1}}"#,
      "\"text\" and \"wanted\""
    ),
    (#"{"person": -1, "time": 20, "text": "a"}"#, "counted from 0, found -1"),
    (#"{"person": 0.5, "time": 20, "text": "a"}"#, "found 0.5"),
    (#"{"person": 1e99, "time": 20, "text": "a"}"#, "found 1e+99"),
    (#"{"person": 0, "time": "20", "text": "a"}"#, "expected a number"),
    (#"{"person": 0, "time": 20, "action": "tap"}"#, "found \"tap\""),
    (
      #"{"person": 0, "time": 20, "region": {"center": {"latitude": 1, "longitude": 2}}}"#,
      "a region with the members"
    ),
    (
      #"{"person": 0, "time": 20, "region": {"center": {"latitude": 1}}}"#,
      "\"latitude\" and \"longitude\""
    ),
    (#"{"person": 0, "time": 20, "text": "a"}"#, "begins a search of person 0, found a text"),
    (#"{"person": 0, "time": 20, "action": "select"}"#, "found the action \"select\""),
    (#"{"person": 1, "time": 0, "text": "a"}"#, "begins a search of person 1"),
  ])
  func malformedLine(text: String, found: String) throws {
    let error = try error(begin(0, "12.3") + typed + text + "\n" + begin(0, "40"))
    #expect(error.location == .line(4))
    #expect(error.description.contains("typing.jsonl, line 4: expected "))
    #expect(error.description.contains(found), "\(error)")
  }

  @Test func searchesThatDoNotEnd() throws {
    let atEnd = try error(begin(0, "12.3") + typed + begin(0, "20") + begin(1, "3"))
    #expect(atEnd.location == .line(4))
    #expect(atEnd.description.contains("found the end of the file"))
    let interrupted = try error(begin(0, "12.3") + begin(0, "20"))
    #expect(interrupted.location == .line(2))
    #expect(interrupted.description.contains("ends the search of line 1"))
    let withoutText = try error(
      begin(0, "12.3") + #"{"person": 0, "time": 20, "action": "submit"}"#)
    #expect(withoutText.location == .line(2))
    #expect(withoutText.description.contains("expected a text of person 0"))
  }

  @Test func timesThatDescend() throws {
    let inSearch = try error(begin(0, "12.6") + typed)
    #expect(inSearch.description.contains("expected a time not before 12.6 s"))
    #expect(inSearch.location == .line(2))
    let betweenSearches = try error(begin(0, "12.3") + typed + begin(0, "13.9"))
    #expect(betweenSearches.description.contains("expected a time not before 14.0 s"))
    #expect(betweenSearches.location == .line(4))
    for time in ["-1", "1e10", "1e999"] {
      let error = try error(begin(0, time) + typed)
      let seconds = try #require(Double(time))
      #expect(
        error.description.contains("s of the person's day, found \(seconds) s"))
      #expect(error.location == .line(1))
    }
  }

  @Test func regionsThatNoMapCanShow() throws {
    for (from, to) in [("52.5", "95"), ("\"latitudeDelta\": 0.1", "\"latitudeDelta\": 0")] {
      let error = try error(begin(0, "1").replacing(from, with: to) + typed)
      #expect(error.description.contains("expected a centre on the earth"))
      #expect(error.location == .line(1))
    }
  }

  @Test func wantedPlacesThatAreNotInTheData() throws {
    let unknown = try error(begin(0, "1", wanted("luna café", 52.5)) + typed)
    #expect(unknown.description.contains("longitude 13.4 named \"luna café\", found none of that"))
    // A tenth of a degree is 11.1 km.
    let far = try error(begin(0, "1", wanted(#"Luna \"Café\""#, 52.4)) + typed)
    #expect(far.location == .line(1))
    #expect(far.description.contains("found the nearest one 111"))
    let off = try error(
      begin(0, "1", wanted(#"Luna \"Café\""#, 52.5)).replacing("13.4}}", with: "1e999}}") + typed)
    #expect(off.description.contains("found none of that name"))
  }

  @Test func filesThatTheSystemRefuses() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/missing/typing.jsonl"
      let readError = try #require(throws: DataFileError.self) {
        _ = try TypingTrace.read(path: path, places: places)
      }
      #expect(readError.problem == .unreadable(reason: "No such file or directory"))
    }
  }
}
