import MapGeometry
import PinStorage
import ScenarioModel
import ServerControl
import ServerFamilies
import TestSupport
import Testing

/// A server clusters scenario of a test.
private struct ServerTrial {
  let folder: TemporaryFolder
  let scenario: Scenario

  init(
    updates: String = "", networks: String = "[wi-fi, 4g, poor]", pins: Int = 2_000,
    server: String = "inside",
    adding entries: [StrategyEntry<ServerMake>] = []
  ) throws {
    folder = try TemporaryFolder()
    let family = Family.serverClusters.adding(entries)
    scenario = try Scenario(
      yaml: """
        scenario: sample
        title: A sample
        family: server-clusters
        data: { generator: cities, pins: \(pins), seed: 42 }
        device: { viewport: [393, 852], scale: 3, refresh: 60, profile: iphone-simulator }
        camera: { trace: pan-and-zoom, frames: 900, seed: 7 }
        user: { seed: 5 }
        networks: \(networks)
        server: \(server)
        \(updates)
        naive: all-rows
        strategies: [\(family.strategies.map(\.name).joined(separator: ", "))]
        """, file: folder.path + "/scenario.yaml", families: FamilyRegistry([family]))
  }

  func values(
    _ strategy: String, size: Int = 2_000, network: String = "4g"
  ) throws -> [String: Double] {
    let record = try scenario.workload.evaluate(
      Case(scenario: "sample", variant: network, size: size, strategy: strategy),
      folders: folder.trialFolders(), sharing: SharedValues())
    let profile = try #require(scenario.workload.profile)
    return Dictionary(
      record.values(under: profile).compactMap { value in
        value.value.number.map { (value.name, $0) }
      }, uniquingKeysWith: { first, _ in first })
  }
}

@Suite("Clusters from a server")
struct ServerClustersTests {
  private static let strategies = Family.serverClusters.strategies.map(\.name)

  @Test(
    "Two replays have the same values, and each network the same counts",
    arguments: TestTier.sample(strategies, 2))
  func determinism(strategy: String) throws {
    let trial = try ServerTrial(updates: "updates: { per-minute: 1200, seed: 3 }")
    let first = try trial.values(strategy)
    #expect(try trial.values(strategy) == first)
    let counted = Family.serverClusters.metrics.filter { $0.kind == .counted }.map(\.name)
    let poor = try trial.values(strategy, network: "poor")
    for name in counted { #expect(poor[name] == first[name], "\(name)") }
    if strategy != "bundled-pins" {
      #expect(try #require(poor["first-wait"]) > #require(first["first-wait"]))
    }
  }

  @Test("Workers that need one store at the same time all get it")
  func sharedStore() async throws {
    let trial = try ServerTrial(networks: "wi-fi")
    let found = try await withThrowingTaskGroup(of: [String: Double].self) { group in
      for _ in 0..<8 { group.addTask { try trial.values("all-rows", network: "") } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(found).count == 1)
  }

  @Test("Whatever the server sends, every look ends with all visible pins, but for rows by pages")
  func coverage() throws {
    let trial = try ServerTrial(networks: "wi-fi")
    for strategy in Self.strategies where strategy != "rows-of-box" {
      let values = try trial.values(strategy, network: "")
      #expect(values["pin-coverage-at-end"] == 1, "\(strategy)")
      #expect(try #require(values["pin-coverage"]) > 0.9)
    }
    let rows = try ServerTrial(networks: "wi-fi", pins: 50_000)
      .values("rows-of-box", size: 50_000, network: "")
    #expect(try #require(rows["pin-coverage-at-end"]) < 1)
  }

  @Test("All rows are as many as the pins, and a server's clusters do not grow with them")
  func growth() throws {
    let trial = try ServerTrial(pins: 20_000)
    let (few, many) = (
      try trial.values("all-rows", size: 2_000), try trial.values("all-rows", size: 20_000)
    )
    #expect(few["features-decoded"] == 2_000 && many["features-decoded"] == 20_000)
    #expect(few["requests"] == 1 && few["requests-per-gesture"] == 0)
    #expect(try #require(many["wire-bytes"]) > 8 * #require(few["wire-bytes"]))
    let clusters = (
      try trial.values("clusters", size: 2_000), try trial.values("clusters", size: 20_000)
    )
    #expect(try #require(clusters.1["wire-bytes"]) < 4 * #require(clusters.0["wire-bytes"]))
    #expect(clusters.1["rows-read"] == 0)
  }

  @Test("Pins in the app need no request and get old; a server's answers do not")
  func bundled() throws {
    let trial = try ServerTrial()
    let bundled = try trial.values("bundled-pins")
    #expect(bundled["requests"] == 0 && bundled["wire-bytes"] == 0)
    #expect(try #require(bundled["first-wait"]) < 10_000_000)
    let cells = try trial.values("cells")
    #expect(try #require(cells["staleness-mean"]) < #require(bundled["staleness-mean"]))
  }

  @Test("Tiles that have not changed are not sent again, and kept ones are not asked for")
  func tiles() throws {
    let still = try ServerTrial()
    let (asked, kept) = (try still.values("cluster-tiles"), try still.values("cluster-tiles-kept"))
    #expect(try #require(asked["cache-hits"]) > 0)
    #expect(asked["wire-bytes"] == kept["wire-bytes"])
    #expect(try #require(kept["requests"]) < #require(asked["requests"]))
    let moving = try ServerTrial(
      updates: "updates: { per-minute: 3000, clusters-every: 1, seed: 3 }")
    #expect(
      try #require(moving.values("cluster-tiles")["wire-bytes"]) > #require(asked["wire-bytes"]))
  }

  @Test("A strategy of an app is replayed as the others, and its error names the request")
  func ownStrategy() throws {
    final class Wrong: ServerStrategy {
      let client: PinClient
      init(client: PinClient, bundle: PinBundle) { self.client = client }
      func mapDidRest(in view: MapRest) throws { _ = try client.get("/cells?bbox=1") }
      func shown(in view: MapRest) -> ShownPins { .count(0) }
      func dataTime(in view: MapRest) -> Int64? { nil }
    }
    let trial = try ServerTrial(
      adding: [StrategyEntry("wrong", Wrong.self, summary: "Asks for nonsense.")])
    #expect(throws: PinClientError(target: "/cells?bbox=1", status: 400)) {
      try trial.values("wrong")
    }
  }

  @Test(
    "The program of the server has the counts of the service inside, and is measured",
    .enabled(if: ServerProcess.program != nil, "the server is not built: make server"),
    arguments: strategies)
  func program(strategy: String) throws {
    let trial = try ServerTrial(
      updates: "updates: { per-minute: 1200, seed: 3 }", networks: "4g", server: "program")
    let inside = try trial.values(strategy, network: "")
    #expect(inside["request-time-p50"] == nil && inside["server-peak-memory"] == nil)
    let replay = try trial.scenario.workload.prepare(
      Case(scenario: "sample", variant: "", size: 2_000, strategy: strategy),
      folders: trial.folder.trialFolders())
    replay.reset()
    try replay.build()
    for frame in 0..<replay.frameCount {
      try replay.showFrame(frame)
      replay.frameDidEnd(frame)
    }
    let measured = Dictionary(
      replay.results().compactMap { value in value.value.number.map { (value.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    for (name, value) in inside { #expect(measured[name] == value, "\(name)") }
    #expect(try #require(measured["server-peak-memory"]) > 1_000_000)
    #expect(try #require(measured["server-start-time"]) > 0)
    #expect(try #require(measured["update-time-p50"]) > 0)
    #expect((measured["request-time-p99"] != nil) == (strategy != "bundled-pins"))
  }

  @Test(
    "A mistake in a scenario is found at its place",
    arguments: [
      ("networks: [5g]", "network"), ("networks: [poor, poor]", "each value once"),
      ("networks: [wi-fi]\nupdates: { per-minute: 0 }", "1"),
      ("networks: [wi-fi]\nupdates: { seed: 1 }", "per-minute"),
    ])
  func mistakes(text: String, message: String) throws {
    let parts = text.split(separator: "\n").map(String.init)
    let error = #expect(throws: (any Error).self) {
      try ServerTrial(
        updates: parts.count > 1 ? parts[1] : "",
        networks: String(parts[0].dropFirst("networks: ".count)))
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains(message))
  }

  @Test("The box of a rectangle is in degrees, also across the antimeridian")
  func boundingBoxes() {
    let world = MapSize.world.width
    #expect(MapRect.world.boundingBox == "-180.0,-85.051129,180.0,85.051129")
    let across = MapRect(x: world * 0.75, y: world / 2, width: world / 2, height: 0)
    #expect(across.boundingBox == "90.0,0.0,-90.0,0.0")
    let left = MapRect(x: -world / 4, y: world / 2, width: world / 2, height: 0)
    #expect(left.boundingBox == "90.0,0.0,90.0,0.0" || left.boundingBox == "90.0,0.0,-90.0,0.0")
  }
}
