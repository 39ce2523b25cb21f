import PinData
import Platform
import Support

/// Types texts into a search field as a person does on a phone: with mistakes, corrections and
/// pauses. Every key adds one character at the end or deletes one there.
struct TypingHand {
  /// The keystrokes so far.
  private(set) var keystrokes: [TypedSearch.Keystroke] = []
  private(set) var field: [Character] = []
  let profile: PlatformProfile
  let habits: TypingHabits
  /// Milliseconds since the search began.
  private(set) var time: Int
  var random: SplitMix64

  /// Types the rest of a text whose beginning is in the field. A mistake may stay.
  mutating func type(_ text: String) {
    let target = Array(text)
    var next = field.count
    /// The number of keys until a mistake is seen.
    var keysUntilNoticed: Int?
    while next < target.count || keysUntilNoticed != nil {
      if let keys = keysUntilNoticed, keys == 0 || next == target.count {
        correct(towards: target)
        next = field.count
        keysUntilNoticed = nil
      } else if keysUntilNoticed == nil, random.chance(habits.mistakeRate) {
        next += mistype(at: next, of: target)
        if random.chance(profile[.mistakeCorrectedShare]) {
          keysUntilNoticed = random.index(below: profile.count(.mistakeNoticedKeys) + 1)
        }
      } else {
        press(target[next])
        next += 1
        keysUntilNoticed = keysUntilNoticed.map { $0 - 1 }
      }
    }
    // A person notices an empty field.
    if field.isEmpty {
      for key in target { press(key) }
    }
  }

  /// Holds the delete key until `count` characters are left.
  mutating func holdDelete(downTo count: Int) {
    guard field.count > count else { return }
    time += Int(random.number(in: profile.milliseconds(.deleteHoldPauseMin, .deleteHoldPauseMax)))
    delete()
    var delay = Int(profile.milliseconds(.deleteRepeatDelay))
    while field.count > count {
      time += delay
      delete()
      delay = Int(profile.milliseconds(.deleteRepeatInterval))
    }
  }

  /// The number of characters in the field before its last word.
  var countBeforeLastWord: Int {
    (field.lastIndex(of: " ") ?? -1) + 1
  }

  // MARK: - Mistakes

  /// Makes a mistake and returns the number of characters that the person believes to have typed.
  private mutating func mistype(at index: Int, of target: [Character]) -> Int {
    let wanted = target[index]
    let kind = random.unit()
    let key = random.unit()
    let swaps = profile[.mistakeSwapShare]
    let omissions = swaps + profile[.mistakeOmissionShare]
    switch kind {
    // Two keys in the wrong order.
    case ..<swaps where index + 1 < target.count && target[index + 1] != wanted:
      press(target[index + 1])
      press(wanted)
      return 2
    // A key that was not hit.
    case ..<omissions:
      return 1
    // A key that was hit twice.
    case ..<(omissions + profile[.mistakeDoubleShare]):
      press(wanted)
      press(wanted)
      return 1
    // A neighbouring key.
    default:
      let neighbors = Keyboard.neighbors(of: wanted) ?? [wanted]
      press(neighbors[Int(key * Double(neighbors.count))])
      return 1
    }
  }

  /// Deletes back to where the text is as it should be.
  private mutating func correct(towards target: [Character]) {
    let length = zip(field, target).prefix { $0 == $1 }.count
    if field.count - length > profile.count(.deleteHoldLetters) {
      return holdDelete(downTo: length)
    }
    time += Int(random.number(in: profile.milliseconds(.correctionPauseMin, .correctionPauseMax)))
    while field.count > length {
      time += Int(random.number(in: profile.milliseconds(.deleteIntervalMin, .deleteIntervalMax)))
      delete()
    }
  }

  // MARK: - Keys

  private mutating func press(_ key: Character) {
    var delay = habits.interval * random.lognormal(sigma: profile[.keyIntervalSigma])
    // Between two words, and now and then where one thinks how it is spelled.
    if key == " " || field.last == " " {
      delay += random.number(in: 0...profile.milliseconds(.wordPauseMax))
    }
    if random.chance(profile[.hesitationShare]) {
      delay += random.number(in: profile.milliseconds(.hesitationMin, .hesitationMax))
    }
    time += max(Int(delay), Int(profile.milliseconds(.keyIntervalFloor)))
    field.append(key)
    record()
  }

  private mutating func delete() {
    field.removeLast()
    record()
  }

  private mutating func record() {
    keystrokes.append(
      TypedSearch.Keystroke(time: Int64(time) * 1_000_000, text: String(field)))
  }
}

extension SplitMix64 {
  /// The next number of a nearly lognormal distribution with median 1.
  ///
  /// e^x as (1 + x/16)^16, by multiplications only: the last digit of `exp` differs between C
  /// libraries.
  fileprivate mutating func lognormal(sigma: Double) -> Double {
    let root = 1 + sigma * gaussian() / 16
    let squared = root * root
    let fourth = squared * squared
    let eighth = fourth * fourth
    return eighth * eighth
  }
}

/// The typing habits of one person.
struct TypingHabits {
  /// The usual time between two keys, in milliseconds.
  let interval: Double
  /// The probability of a wrong key.
  let mistakeRate: Double
  /// The probabilities of lower case, and of leaving out accents.
  private let lowerCaseShare: Double
  private let plainShare: Double
  private let profile: PlatformProfile

  /// Draws a person.
  init(_ profile: PlatformProfile, _ random: inout SplitMix64) {
    self.profile = profile
    interval = random.number(in: profile.milliseconds(.keyIntervalMin, .keyIntervalMax))
    mistakeRate = random.number(in: profile.range(.mistakeRateMin, .mistakeRateMax))
    lowerCaseShare = random.number(in: min(profile[.lowerCaseMin], 1)...1)
    plainShare = random.number(in: min(profile[.plainLettersMin], 1)...1)
  }

  /// A query as this person types it.
  func spelling(of query: String, _ random: inout SplitMix64) -> String {
    var text = query
    let isPlain = random.chance(plainShare)
    let isLowerCase = random.chance(lowerCaseShare)
    let dropsApostrophes = random.chance(profile[.apostropheDroppedShare])
    let writesAnd = random.chance(profile[.andWrittenShare])
    if isPlain { text = PlainLetters.text(of: text) }
    if isLowerCase { text = text.lowercased() }
    if dropsApostrophes { text.removeAll { $0 == "'" } }
    if writesAnd {
      text = text.split(separator: " ").map { $0 == "&" ? "and" : $0 }.joined(separator: " ")
    }
    return text.isEmpty ? query : text
  }
}

/// The keyboard of a phone, as far as fingers miss keys on it.
enum Keyboard {
  /// The keys next to and diagonally near a key of the QWERTY layout, in lower case; `nil` for keys
  /// that are not on it.
  static func neighbors(of key: Character) -> [Character]? {
    neighbors[key]
  }

  private static let neighbors: [Character: [Character]] = [
    "q": ["w", "a"], "w": ["q", "e", "s"], "e": ["w", "r", "d"], "r": ["e", "t", "f"],
    "t": ["r", "y", "g"], "y": ["t", "u", "h"], "u": ["y", "i", "j"], "i": ["u", "o", "k"],
    "o": ["i", "p", "l"], "p": ["o", "l"], "a": ["s", "q", "z"], "s": ["a", "d", "w"],
    "d": ["s", "f", "e"], "f": ["d", "g", "r"], "g": ["f", "h", "t"], "h": ["g", "j", "y"],
    "j": ["h", "k", "u"], "k": ["j", "l", "i"], "l": ["k", "o", "p"], "z": ["x", "a"],
    "x": ["z", "c", "s"], "c": ["x", "v", "d"], "v": ["c", "b", "f"], "b": ["v", "n", "g"],
    "n": ["b", "m", "h"], "m": ["n", "k"], "1": ["2"], "2": ["1", "3"], "3": ["2", "4"],
    "4": ["3", "5"], "5": ["4", "6"], "6": ["5", "7"], "7": ["6", "8"], "8": ["7", "9"],
    "9": ["8", "0"], "0": ["9"],
  ]
}

/// The spelling of people who type names without accents.
enum PlainLetters {
  /// Returns the text without the accents of Latin letters: "Café Åse" becomes "Cafe Ase". Other
  /// scripts stay as they are.
  static func text(of text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var plain = ""
    for character in text {
      if let letters = letters[character] { plain += letters } else { plain.append(character) }
    }
    return plain
  }

  /// The Latin letters with accents in the stock of names, and the rest of Latin-1.
  private static let letters: [Character: String] = {
    var letters: [Character: String] = [
      "ß": "ss", "æ": "ae", "œ": "oe", "Æ": "Ae", "Œ": "Oe", "’": "'",
    ]
    for (plain, accented) in [
      ("a", "àáâãäåāăą"), ("A", "ÀÁÂÃÄÅĀĂĄ"), ("c", "çćč"), ("C", "ÇĆČ"), ("d", "ďđ"), ("D", "ĎĐ"),
      ("e", "èéêëēėęěễ"), ("E", "ÈÉÊËĒĖĘĚ"), ("g", "ğ"), ("G", "Ğ"), ("i", "ìíîïīį"),
      ("I", "ÌÍÎÏĪİ"), ("l", "ł"), ("L", "Ł"), ("n", "ñńňņ"), ("N", "ÑŃŇ"), ("o", "òóôõöøōő"),
      ("O", "ÒÓÔÕÖØŌŐ"), ("r", "řŕ"), ("R", "ŘŔ"), ("s", "śšșş"), ("S", "ŚŠȘŞ"), ("t", "țţť"),
      ("T", "ȚŢŤ"), ("u", "ùúûüūůű"), ("U", "ÙÚÛÜŪŮŰ"), ("y", "ýÿ"), ("Y", "ÝŸ"), ("z", "źżž"),
      ("Z", "ŹŻŽ"),
    ] {
      for letter in accented { letters[letter] = plain }
    }
    return letters
  }()
}
