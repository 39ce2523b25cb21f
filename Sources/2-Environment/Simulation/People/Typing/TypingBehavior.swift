import Platform

/// What people search for, and how they type it, in the parameters of a profile.
struct TypingBehavior: Hashable, Sendable {
  let wishes: Wishes
  let queries: Queries
  let maps: Maps
  let day: Day
  let hand: Hand
  let spelling: Spelling

  /// - Precondition: the profile provides the group of people who search.
  init(profile: PlatformProfile) {
    wishes = Wishes(profile: profile)
    queries = Queries(profile: profile)
    maps = Maps(profile: profile)
    day = Day(profile: profile)
    hand = Hand(profile: profile)
    spelling = Spelling(profile: profile)
    // All are read once, so that an analysis moves all of them, and not only those that the habits of
    // these people happen to need.
    for name in Self.names { _ = profile[name] }
  }

  /// The parameters of this type, in the order of ``ProfileParameter/Name``.
  private static let names = ProfileParameter.Name.allCases
    .drop { $0 != .homeShare }.reversed().drop { $0 != .andWrittenShare }
}

extension TypingBehavior {
  /// The places that people want.
  struct Wishes: Hashable, Sendable {
    fileprivate let profile: PlatformProfile

    /// The fraction of the searches in the person's own city.
    var homeShare: Double { profile[.homeShare] }
    /// Of the searches that name a city, the fraction whose map shows another place.
    var elsewhereShare: Double { profile[.elsewhereShare] }
    /// The fractions of points of interest and of addresses; the rest are physical features.
    var pointShare: Double { profile[.wantsPointShare] }
    var addressShare: Double { profile[.wantsAddressShare] }
  }

  /// The words of a query, before anything is mistyped.
  struct Queries: Hashable, Sendable {
    fileprivate let profile: PlatformProfile

    /// Of the points of interest the fractions that are named in full, in part, with the city, and
    /// by the category; the rest name category and city.
    var nameShare: Double { profile[.queryNameShare] }
    var partShare: Double { profile[.queryPartShare] }
    var nameAndCityShare: Double { profile[.queryNameCityShare] }
    var categoryShare: Double { profile[.queryCategoryShare] }
    /// Of the addresses the fractions with street and number, and with the city, too; the rest name
    /// only the street.
    var addressShare: Double { profile[.queryAddressShare] }
    var addressAndCityShare: Double { profile[.queryAddressCityShare] }
    /// The fraction of the addresses with number and street in the other order.
    var reversedNumberShare: Double { profile[.numberReversedShare] }
    /// The fraction of the parts of a name that lack its last word; the others lack the first.
    var dropsLastShare: Double { profile[.partDropsLastShare] }
    /// The typed fraction of a name of one word.
    var partOfWord: Double { profile[.partOfWordShare] }
    /// The fraction of the categories with their usual word, besides an even draw of all words.
    var usualWordShare: Double { profile[.usualWordShare] }
  }

  /// The map behind a search.
  struct Maps: Hashable, Sendable {
    fileprivate let profile: PlatformProfile

    /// Metres.
    var width: ClosedRange<Double> { profile.range(.mapWidthMin, .mapWidthMax) }
    /// The fraction of the maps with the wanted place near the centre.
    var centredShare: Double { profile[.centredShare] }
    /// The maximum distance of such a place from the centre, in widths along each axis.
    var centredReach: Double { profile[.centredReach] }
    /// The fraction of the maps with the wanted place at an edge.
    var edgeShare: Double { profile[.edgeShare] }
    /// The distance of such a place from the centre, in widths.
    var edge: ClosedRange<Double> { profile.range(.edgeMin, .edgeMax) }
  }

  /// The times of a person's searches, in milliseconds.
  struct Day: Hashable, Sendable {
    fileprivate let profile: PlatformProfile

    /// Not within the first second of a day, which is the app's.
    var firstSearch: ClosedRange<Double> {
      1_000...max(1_000, profile.milliseconds(.firstSearchMax))
    }
    /// The number of searches in a row.
    var burst: ClosedRange<Int> { profile.countRange(.burstMin, .burstMax) }
    /// Between two searches of a row.
    var pause: ClosedRange<Double> { profile.milliseconds(.pauseMin, .pauseMax) }
    /// After a row.
    var burstPause: ClosedRange<Double> { profile.milliseconds(.burstPauseMin, .burstPauseMax) }
    /// The fraction of the searches that end with the search key, the others with a tap on a row.
    var submitShare: Double { profile[.submitShare] }
    /// From the last letter to the search key, and to a tap.
    var submitDelay: ClosedRange<Double> { profile.milliseconds(.submitDelayMin, .submitDelayMax) }
    var tapDelay: ClosedRange<Double> { profile.milliseconds(.tapDelayMin, .tapDelayMax) }
  }

  /// The keys that a person presses; times in milliseconds.
  struct Hand: Hashable, Sendable {
    fileprivate let profile: PlatformProfile

    /// The usual times between two keys, of the fastest and the slowest person.
    var interval: ClosedRange<Double> { profile.milliseconds(.keyIntervalMin, .keyIntervalMax) }
    /// The standard deviation of the logarithm of one person's times between keys.
    var intervalSigma: Double { profile[.keyIntervalSigma] }
    var shortestInterval: Int { Int(profile.milliseconds(.keyIntervalFloor)) }
    /// The longest additional time before and after a space.
    var maxWordPause: Double { profile.milliseconds(.wordPauseMax) }
    /// The fraction of the keys before which a person thinks, and for how long.
    var hesitationShare: Double { profile[.hesitationShare] }
    var hesitation: ClosedRange<Double> { profile.milliseconds(.hesitationMin, .hesitationMax) }
    /// Before the first key.
    var thinking: ClosedRange<Double> { profile.milliseconds(.thinkingMin, .thinkingMax) }
    /// The fraction of the searches that begin with other words.
    var changedMindShare: Double { profile[.changedMindShare] }
    /// The fraction of the searches whose last word is typed again.
    var retypedShare: Double { profile[.retypedShare] }
    /// The fractions of wrong keys, of the most and the least careful person.
    var mistakeRate: ClosedRange<Double> { profile.range(.mistakeRateMin, .mistakeRateMax) }
    /// The fraction of the mistakes that are corrected.
    var correctedShare: Double { profile[.mistakeCorrectedShare] }
    /// The maximum number of keys until a mistake is seen.
    var maxKeysUntilNoticed: Int { profile.count(.mistakeNoticedKeys) }
    /// Of the mistakes the fractions of two keys in the wrong order, of a key not hit, and of a key
    /// hit twice; the rest are neighbouring keys.
    var swapShare: Double { profile[.mistakeSwapShare] }
    var omissionShare: Double { profile[.mistakeOmissionShare] }
    var doubleShare: Double { profile[.mistakeDoubleShare] }
    /// Before a correction.
    var correctionPause: ClosedRange<Double> {
      profile.milliseconds(.correctionPauseMin, .correctionPauseMax)
    }
    /// Between two taps on the delete key.
    var deleteInterval: ClosedRange<Double> {
      profile.milliseconds(.deleteIntervalMin, .deleteIntervalMax)
    }
    /// The number of letters above which people hold the delete key.
    var maxTappedDeletions: Int { profile.count(.deleteHoldLetters) }
    /// Before people hold the delete key.
    var holdPause: ClosedRange<Double> {
      profile.milliseconds(.deleteHoldPauseMin, .deleteHoldPauseMax)
    }
    /// From the first deletion of a held key to the second, and between further ones.
    var repeatDelay: Int { Int(profile.milliseconds(.deleteRepeatDelay)) }
    var repeatInterval: Int { Int(profile.milliseconds(.deleteRepeatInterval)) }
  }

  /// The spelling of queries.
  struct Spelling: Hashable, Sendable {
    fileprivate let profile: PlatformProfile

    /// The fractions of one person's queries in lower case, and without accents.
    var lowerCaseShare: ClosedRange<Double> { min(profile[.lowerCaseMin], 1)...1 }
    var plainShare: ClosedRange<Double> { min(profile[.plainLettersMin], 1)...1 }
    /// The fraction of the names that are typed without their apostrophe.
    var droppedApostropheShare: Double { profile[.apostropheDroppedShare] }
    /// The fraction of the names that are typed with a word for &.
    var writtenAndShare: Double { profile[.andWrittenShare] }
  }
}

extension PlatformProfile {
  fileprivate func milliseconds(_ name: ProfileParameter.Name) -> Double {
    self[name] / 1_000_000
  }

  fileprivate func milliseconds(
    _ min: ProfileParameter.Name, _ max: ProfileParameter.Name
  ) -> ClosedRange<Double> {
    let range = range(min, max)
    return range.lowerBound / 1_000_000...range.upperBound / 1_000_000
  }
}
