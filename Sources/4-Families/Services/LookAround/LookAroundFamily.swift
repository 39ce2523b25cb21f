import Platform
import ScenarioModel
import Simulation
import Support

extension Family where Make == LookAroundMake {
  /// Lists of places with an offer to look around: a view model decides when to ask if a place has
  /// imagery.
  public static var lookAround: Self {
    let table = LookAroundRecord.table
    return Family(
      "look-around", inApp: PackageResources.look_around_md,
      scene: .service(LookAroundSettings.self, modelledBy: [.app, .search, .list]),
      strategies: StrategyEntry<LookAroundMake>.standard, metrics: table.metrics,
      isMeasured: false,
      headlines: [
        "imagery-offered", "dead-ends", "wrong-scenes", "requests-sent", "time-to-offer-p95",
      ],
      columns: [
        "imagery-offered", "dead-ends", "wrong-scenes", "scenes-shown", "requests-sent",
        "requests-throttled", "time-to-offer-p50", "time-to-offer-p95",
      ],
      sizeLabel: "rows of the list", frameLabel: "one person's visit to a list",
      requirement: ResultRequirement(
        metric: table["imagery-offered"], fraction: 0.75,
        summary: "offer at least 75 % of the imagery that the best strategy offers"),
      criteria: [
        .judged(table["dead-ends"], .atMost(0.02)),
        Criterion(table["wrong-scenes"], .atMost(0), source: "a wrong picture is an error"),
        Criterion(
          table["requests-throttled"], .atMost(0), source: "a refused request has no answer"),
        .judged(table["imagery-offered"], .nearBest(0.1)),
      ]
    ) { scene, strategy, request in
      let profile = scene.platform.profile
      let visits = try scene.settings.lookAroundVisits(request, on: profile)
      // It is the same for all people.
      let coverage = LookAroundCoverage(profile: profile, seed: scene.platform.seed)
      return scene.session(
        of: request.scenarioCase, visits, table,
        observing: visits.firstIndex { $0.opensPlaces(withAndWithout: coverage) } ?? 0,
        title: "a person scrolls, and opens places of the list", coverage: coverage,
        perform: { LookAroundDriver($0, on: $1, make: strategy.make).perform() })
    }
  }
}

/// The keys of a scenario with lists of places, some with imagery.
struct LookAroundSettings: ListSettings {
  var places = PlaceSource()
  var list = ListLength()

  static let keys: [Key<Self>] = [.places(\.places), .list(\.list)]

  func facts(on platform: PlatformSource) -> [(name: String, value: String)] {
    func percent(_ share: ProfileParameter.Name) -> String {
      ((platform.profile[share] * 100 * 10).rounded() / 10).shortText
    }
    let area = percent(.lookAroundAreaShare)
    let street = percent(.lookAroundStreetShare)
    let imagery = "in \(area) % of the areas, and in \(street) % of the streets of these areas"
    return facts + [(name: "imagery", value: imagery), platform.fact]
  }

  func lookAroundVisits(
    _ request: ReplayRequest, on profile: PlatformProfile
  ) throws -> [LookAroundVisit] {
    try visits(request, on: profile).enumerated().map { person, visit in
      LookAroundVisit(
        visit, profile: profile,
        seed: list.seed &+ UInt64(person + 1) &* 0x9FB2_1C65_1E98_DF25)
    }
  }
}
