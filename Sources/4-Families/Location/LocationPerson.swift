import Platform
import Simulation
import Support

/// A person in the first days with an app: the settings of the phone, the times at which the map is
/// open, and the person's answers.
///
/// All draws of a person are made in advance and do not depend on the strategy: a person is the
/// same with each strategy, and an answer differs only if the situation does.
struct LocationPerson: Hashable, Sendable {
  /// One visit to the app; times in nanoseconds of attention.
  struct Visit: Hashable, Sendable {
    /// The time from the launch to the map, or to the end of a visit without the map.
    let mapDelay: Int64
    /// Indicates whether the person opens the map.
    let opensMap: Bool
    /// The length of the look at the map.
    let look: Int64
    /// The time from the map to the press of the locate button; `nil` if it is not pressed.
    let pressDelay: Int64?
    /// The time until an answer to the alert.
    let alertAnswer: Int64
    /// The time for which an explanation is read.
    let explanationReading: Int64
    /// The time in Settings.
    let settingsTrip: Int64
    /// Indicates whether the person takes the authorization back after the visit.
    let revokes: Bool
  }

  /// The situations in which the alert may come up, from the one with the least context.
  enum Context: Int, Hashable, Sendable {
    /// Away from the map.
    case launch
    /// The map is there or about to appear.
    case map
    /// The person has asked for the position.
    case press
    /// The person has accepted an explanation.
    case explained

    /// Indicates whether the app has not shown the person what the location is for.
    var isMissing: Bool { self == .launch || self == .map }
  }

  /// The settings of the phone before the first launch.
  let settings: LocationSettings
  /// The major version of the phone's system.
  let systemVersion: Int
  let visits: [Visit]
  /// The situation with the least context in which the person allows the location; `nil` if none.
  let allowsFrom: Context?
  /// Indicates whether the person continues after an explanation.
  let acceptsExplanation: Bool
  /// Indicates whether the person allows the location for once, each time.
  let allowsOnce: Bool
  /// The accuracy that the person allows.
  let accuracy: AccuracyAuthorization
  /// Indicates whether the person follows a link to Settings to allow the location.
  let followsLink: Bool
  /// Indicates whether the person finds the way to Settings without a link.
  let findsSettings: Bool

  /// The answer to the alert in a situation.
  func answer(in context: Context) -> AlertAnswer {
    guard let allowsFrom, context.rawValue >= allowsFrom.rawValue else {
      return AlertAnswer(.dontAllow)
    }
    return AlertAnswer(allowsOnce ? .allowOnce : .allowWhileUsing, accuracy: accuracy)
  }
}

extension LocationPerson {
  /// Draws a person by number, who does not depend on the size of the population.
  ///
  /// - Precondition: the profile provides the groups ``ProfileParameter/Group/locationUse`` and
  ///   ``ProfileParameter/Group/locationAnswers``.
  init(_ number: Int, seed: UInt64, profile: PlatformProfile) {
    var random = SplitMix64(seed: seed &+ UInt64(number + 1) &* 0xD134_2543_DE82_EF95)
    // Always the same draws in the same order, so that a parameter changes one thing only.
    let willingness = random.unit()
    acceptsExplanation = random.chance(profile[.explanationAcceptShare])
    allowsOnce = random.chance(profile[.allowOnceShare])
    accuracy = random.chance(profile[.reducedAccuracyShare]) ? .reduced : .full
    followsLink = random.chance(profile[.settingsLinkShare])
    findsSettings = random.chance(profile[.settingsUnaidedShare])
    let isRestricted = random.chance(profile[.locationRestrictedShare])
    let isOff = random.chance(profile[.locationOffShare])
    settings = LocationSettings(servicesEnabled: !isOff, isRestricted: isRestricted)
    systemVersion = random.chance(profile[.serviceSessionShare]) ? 18 : 17
    let counts = profile.countRange(.locationVisitsMin, .locationVisitsMax)
    let count = counts.lowerBound + random.index(below: counts.count)
    visits = (0..<count).map { _ in Visit(&random, profile) }
    // With a willingness from 0, the most, to 1.
    let shares: [(Context, ProfileParameter.Name)] = [
      (.launch, .acceptAtLaunchShare), (.map, .acceptAtMapShare), (.press, .acceptOnPressShare),
      (.explained, .acceptExplainedShare),
    ]
    allowsFrom = shares.first { willingness < profile[$0.1] }?.0
  }
}

extension LocationPerson.Visit {
  fileprivate init(_ random: inout SplitMix64, _ profile: PlatformProfile) {
    func time(_ min: ProfileParameter.Name, _ max: ProfileParameter.Name) -> Int64 {
      Int64(random.number(in: profile.range(min, max)).rounded())
    }
    let opensMap = random.chance(profile[.mapOpenShare])
    mapDelay = time(.mapOpenDelayMin, .mapOpenDelayMax)
    let look = time(.mapLookMin, .mapLookMax)
    let presses = random.chance(profile[.locatePressShare])
    let delay = time(.locatePressDelayMin, .locatePressDelayMax)
    pressDelay = opensMap && presses && delay < look ? delay : nil
    self.opensMap = opensMap
    self.look = look
    alertAnswer = time(.alertAnswerMin, .alertAnswerMax)
    explanationReading = time(.explanationReadMin, .explanationReadMax)
    settingsTrip = time(.settingsTripMin, .settingsTripMax)
    revokes = random.chance(profile[.settingsRevokeShare])
  }
}
