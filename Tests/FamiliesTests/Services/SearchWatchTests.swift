import Clustering
import Families
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// The inner work of the standard strategies, seen by a strategy around them.
@Suite struct SearchWatchTests {
  private func watch(
    _ strategy: String, profile: ProfileText = .steadySearch()
  ) throws -> (apps: [WatchedApp], values: TrialValues) {
    let inner = try #require(
      Family.search.entries.first { $0.description.name == strategy })
    let apps = Notes<WatchedApp>()
    let watched = StrategyEntry<SearchMake>("watched", summary: "Watched.") { screen, service in
      let callbacks = inner.make(screen, service)
      var app = WatchedApp()
      func beginSearch() { app.searches.append((screen.mapRegion, [])) }
      func endSearch() {
        if let last = app.searches.indices.last { app.searches[last].rows = screen.rows }
      }
      return SearchFunctions(
        didType: { text in
          if text.isEmpty { endSearch() } else { app.keystrokes += 1 }
          callbacks.searchTextDidChange(text)
        },
        didSubmit: { text in
          beginSearch()
          callbacks.searchButtonClicked(text)
        },
        didSelect: { row in
          beginSearch()
          callbacks.didSelectRow(row)
        },
        token: Token {
          endSearch()
          app.traffic = service.traffic
          apps.append(app)
        })
    }
    let values = try FamilyTrial.drawnSearches(
      people: 5, each: 3, profile: profile, adding: [watched]
    ).run("watched")
    #expect(apps.all.count == 5)
    return (apps.all, values)
  }

  /// A strategy that is watched is the same strategy.
  @Test func watchingChangesNothing() throws {
    let (apps, values) = try watch("completer-region-required")
    let trial = try FamilyTrial.drawnSearches(people: 5, each: 3)
    #expect(try trial.run("completer-region-required").all == values.all)
    #expect(apps.count == 5 && apps.allSatisfy { $0.searches.count == 3 })
    // A key that empties the field looks like the beginning of a search.
    let keys = Double(apps.reduce(0) { $0 + $1.keystrokes })
    let expected = try #require(values["keystrokes"])
    #expect(keys <= expected && keys >= expected - 3)
    let sent = apps.reduce(0) { $0 + $1.traffic.total.sent }
    #expect(Double(sent) == values["requests-sent"])
  }

  @Test func requiredRegionsShowNothingElse() throws {
    func isOutside(_ row: SearchRow, of region: Region) -> Bool {
      guard case .item(let item) = row else { return true }
      let (center, span) = (region.center, region.span)
      // A hair's breadth for the rounding of an edge.
      return abs(item.coordinate.latitude - center.latitude) > span.latitudeDelta / 2 + 1e-9
        || abs(item.coordinate.longitude - center.longitude) > span.longitudeDelta / 2 + 1e-9
    }
    func outside(_ searches: [WatchedApp.Search]) -> Int {
      searches.reduce(0) { sum, search in
        sum + search.rows.count { isOutside($0, of: search.region) }
      }
    }
    let required = try watch("region-required").apps.flatMap(\.searches)
    #expect(required.contains { !$0.rows.isEmpty })
    #expect(outside(required) == 0)
    #expect(try outside(watch("region-hint").apps.flatMap(\.searches)) > 0, "a hint is no bound")
  }

  @Test(arguments: ["completer-region-required", "shared-completer"])
  func aCompleterAsksAtMostOnceForEveryKey(strategy: String) throws {
    for app in try watch(strategy, profile: .steadySearch(("completer-debounce", 0, "ms"))).apps {
      #expect(app.traffic[.completion].sent <= app.keystrokes)
      #expect(app.traffic[.completion].sent > 0)
      #expect(app.traffic[.search].sent <= app.searches.count)
    }
  }

  /// An app that waits for something when its person puts the phone away ends with the phone.
  @Test func appsAreReleased() throws {
    let apps = Notes<String>()
    let search = StrategyEntry<SearchMake>("endless", summary: "Waits.") { _, service in
      Token { apps.append("search") }.wait(for: service)
      return SearchFunctions()
    }
    _ = try FamilyTrial.search(
      [.typing("luna"), .typing("luna", by: 1)], adding: [search]
    ).run("endless")
    let list = StrategyEntry<GeocodingMake>("endless", summary: "Waits.") { _, service in
      Token { apps.append("list") }.wait(for: service)
      return RowCallbacks(didAppear: { _, _ in })
    }
    _ = try FamilyTrial.geocoding(rows: 8, people: 3, adding: [list]).run("endless")
    #expect(apps.all == ["search", "search", "list", "list", "list"])
  }
}

/// The actions of one person's app until it was closed.
struct WatchedApp: Sendable {
  /// A search that was ended with a tap or the key, with the rows that it came to.
  typealias Search = (region: Region, rows: [SearchRow])

  var keystrokes = 0
  var searches: [Search] = []
  var traffic = SearchTraffic()
}
