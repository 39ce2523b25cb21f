import Clustering
import Families
import PinService
import ScenarioModel
import TestSupport
import Testing

@Suite("Clusters from a server")
struct ServerClustersTests {
  private static let strategies = Family.serverClusters.strategies.map(\.name)
  private static let updates = "{ per-minute: 1200, seed: 3 }"

  private func trial(
    _ values: [String: String?] = [:], pins: Int = 2_000,
    adding entries: [StrategyEntry<ServerMake>] = []
  ) throws -> FamilyTrial {
    try FamilyTrial(
      Family.serverClusters.adding(entries),
      """
      data: { generator: cities, pins: \(pins), seed: 42 }
      device: { viewport: [393, 852], scale: 3, refresh: 60, profile: iphone-simulator }
      camera: { trace: pan-and-zoom, frames: 900, seed: 7 }
      user: { seed: 5 }
      networks: 4g
      """, replacing: values)
  }

  @Test(
    "Each network has the same counts, and other waits", arguments: TestTier.sample(strategies, 2))
  func networks(strategy: String) throws {
    let trial = try trial(["networks": "[4g, poor]", "updates": Self.updates])
    let first = try trial.evaluate(strategy)
    let poor = try trial.evaluate(strategy, variant: "poor")
    for metric in Family.serverClusters.metrics where metric.kind == .counted {
      #expect(poor[metric.name] == first[metric.name], "\(metric.name)")
    }
    if strategy != "bundled-pins" {
      #expect(try #require(poor["first-wait"]) > #require(first["first-wait"]))
    }
  }

  @Test("Workers that need one store at the same time all get it")
  func sharedStore() async throws {
    let trial = try trial()
    let found = try await withThrowingTaskGroup(of: [NamedValue].self) { group in
      for _ in 0..<8 { group.addTask { try trial.evaluate("all-rows").all } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(found).count == 1)
  }

  @Test("Whatever the server sends, every look ends with all visible pins, but for rows by pages")
  func coverage() throws {
    let trial = try trial(["networks": "wi-fi"])
    for strategy in Self.strategies where strategy != "rows-of-box" {
      let values = try trial.evaluate(strategy)
      #expect(values["pin-coverage-at-end"] == 1, "\(strategy)")
      #expect(try #require(values["pin-coverage"]) > 0.9)
    }
    let rows = try self.trial(["networks": "wi-fi"], pins: 50_000).evaluate("rows-of-box")
    #expect(try #require(rows["pin-coverage-at-end"]) < 1)
  }

  @Test("All rows are as many as the pins, and a server's clusters do not grow with them")
  func growth() throws {
    let trial = try trial(pins: 20_000)
    let rows = try [2_000, 20_000].map { try trial.evaluate("all-rows", size: $0) }
    #expect(rows[0]["features-decoded", "requests", "requests-per-gesture"] == [2_000, 1, 0])
    #expect(rows[1]["features-decoded"] == 20_000)
    #expect(try #require(rows[1]["wire-bytes"]) > 8 * #require(rows[0]["wire-bytes"]))
    let clusters = try [2_000, 20_000].map { try trial.evaluate("clusters", size: $0) }
    #expect(try #require(clusters[1]["wire-bytes"]) < 4 * #require(clusters[0]["wire-bytes"]))
    #expect(clusters[1]["rows-read"] == 0)
  }

  @Test("Pins in the app need no request and get old; a server's answers do not")
  func bundled() throws {
    let trial = try trial()
    let bundled = try trial.evaluate("bundled-pins")
    #expect(bundled["requests", "wire-bytes"] == [0, 0])
    #expect(try #require(bundled["first-wait"]) < 10_000_000)
    let cells = try trial.evaluate("cells")
    #expect(try #require(cells["staleness-mean"]) < #require(bundled["staleness-mean"]))
  }

  @Test("Tiles that have not changed are not sent again, and kept ones are not asked for")
  func tiles() throws {
    let still = try trial()
    let asked = try still.evaluate("cluster-tiles")
    let kept = try still.evaluate("cluster-tiles-kept")
    #expect(try #require(asked["cache-hits"]) > 0)
    #expect(asked["wire-bytes"] == kept["wire-bytes"])
    #expect(try #require(kept["requests"]) < #require(asked["requests"]))
    let moving = try trial(["updates": "{ per-minute: 3000, clusters-every: 1, seed: 3 }"])
      .evaluate("cluster-tiles")
    #expect(try #require(moving["wire-bytes"]) > #require(asked["wire-bytes"]))
  }

  @Test("A strategy of an app is replayed as the others, and its error names the request")
  func ownStrategy() throws {
    final class Wrong: ServerCallbacks {
      let client: PinClient
      init(client: PinClient) { self.client = client }
      func mapDidRest(in view: MapRest) throws { _ = try client.get("/cells?bbox=1") }
      func shown(in view: MapRest) -> ShownPins { .count(0) }
      func dataTime(in view: MapRest) -> Int64? { nil }
    }
    let trial = try trial(
      adding: [
        StrategyEntry("wrong", summary: "Asks for nonsense.") { client, _ in Wrong(client: client) }
      ])
    #expect(throws: PinClientError(target: "/cells?bbox=1", status: 400)) {
      try trial.evaluate("wrong")
    }
  }

  @Test("An evaluation, whose server defers its clusters, has the values of a trial")
  func deferredClusters() throws {
    /// Asks for rows until pins have changed, and then for the clusters.
    final class Late: ServerCallbacks {
      let client: PinClient
      init(client: PinClient) { self.client = client }
      func mapDidRest(in view: MapRest) throws {
        let path = view.time > 5_000_000_000 ? "clusters" : "cells"
        _ = try client.get("/\(path)?bbox=\(view.visible.boundingBox)&zoom=\(view.zoom)")
      }
      func shown(in view: MapRest) -> ShownPins { .all }
      func dataTime(in view: MapRest) -> Int64? { view.time }
    }
    let trial = try trial(
      ["updates": Self.updates],
      adding: [
        StrategyEntry("late", summary: "Asks for clusters late.") { client, _ in
          Late(client: client)
        }
      ])
    for strategy in ["late", "clusters", "rows-of-box"] {
      let evaluated = try trial.evaluate(strategy)
      let measured = try trial.run(strategy)
      #expect(try #require(evaluated["requests"]) > 1)
      for value in evaluated.all {
        #expect(measured[value.name] == value.value.number, "\(strategy): \(value.name)")
      }
    }
  }

  @Test(
    "The program of the server has the counts of the service inside, and is measured",
    .enabled(if: ServerProcess.program != nil, "the server is not built: make server"),
    arguments: strategies)
  func program(strategy: String) throws {
    let trial = try trial(["updates": Self.updates, "server": "program"])
    let inside = try trial.evaluate(strategy)
    #expect(inside["request-time-p50", "server-peak-memory"] == [nil, nil])
    let measured = try trial.run(strategy)
    for value in inside.all { #expect(measured[value.name] == value.value.number, "\(value.name)") }
    #expect(try #require(measured["server-peak-memory"]) > 1_000_000)
    #expect(try #require(measured["server-start-time"]) > 0)
    #expect(try #require(measured["update-time-p50"]) > 0)
    #expect((measured["request-time-p99"] != nil) == (strategy != "bundled-pins"))
  }

  @Test("The box of a rectangle is in degrees, also across the antimeridian")
  func boundingBoxes() {
    let world = MapSize.world.width
    #expect(MapRect.world.boundingBox == "-180.0,-85.051129,180.0,85.051129")
    let across = MapRect(x: world * 0.75, y: world / 2, width: world / 2, height: 0)
    #expect(across.boundingBox == "90.0,0.0,-90.0,0.0")
    let left = MapRect(x: -world / 4, y: world / 2, width: world / 2, height: 0)
    #expect(left.boundingBox == "90.0,0.0,-90.0,0.0")
  }
}
