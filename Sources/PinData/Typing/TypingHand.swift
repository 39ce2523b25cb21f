/// Types texts into a search field as a person does on a phone: with mistakes, corrections and
/// pauses. Every key adds one character at the end or deletes one there.
struct TypingHand {
  /// What was typed since the hand was made.
  private(set) var keystrokes: [TypedSearch.Keystroke] = []
  /// Milliseconds since the search began.
  private(set) var time: Int
  var random: SplitMix64
  private let habits: TypingHabits
  private var field: [Character] = []

  init(habits: TypingHabits, time: Int, random: SplitMix64) {
    self.habits = habits
    self.time = time
    self.random = random
  }

  /// Types a text that goes on from what stands in the field. A mistake may stay.
  mutating func type(_ text: String) {
    let target = Array(text)
    var next = field.count
    /// How many more keys it takes until a mistake is seen.
    var keysUntilNoticed: Int?
    while next < target.count || keysUntilNoticed != nil {
      if let keys = keysUntilNoticed, keys == 0 || next == target.count {
        correct(towards: target)
        next = field.count
        keysUntilNoticed = nil
      } else if keysUntilNoticed == nil, random.chance(habits.mistakeRate) {
        next += mistype(at: next, of: target)
        if random.chance(0.7) { keysUntilNoticed = random.index(below: 4) }
      } else {
        press(target[next])
        next += 1
        keysUntilNoticed = keysUntilNoticed.map { $0 - 1 }
      }
    }
    // Nobody misses that there is nothing at all.
    if field.isEmpty {
      for key in target { press(key) }
    }
  }

  /// Holds the delete key until only so many characters are left.
  mutating func holdDelete(downTo count: Int) {
    guard field.count > count else { return }
    time += Int(random.number(in: 300...1_200))
    delete()
    var delay = 400
    while field.count > count {
      time += delay
      delete()
      // The key repeats 20 times a second.
      delay = 50
    }
  }

  /// How many characters stand in the field before its last word.
  var countBeforeLastWord: Int {
    (field.lastIndex(of: " ") ?? -1) + 1
  }

  // MARK: - Mistakes

  /// Makes a mistake. Returns how many characters of the text the person believes to have typed.
  private mutating func mistype(at index: Int, of target: [Character]) -> Int {
    let wanted = target[index]
    let kind = random.unit()
    let key = random.unit()
    switch kind {
    // Two keys in the wrong order.
    case ..<0.2 where index + 1 < target.count && target[index + 1] != wanted:
      press(target[index + 1])
      press(wanted)
      return 2
    // A key that was not hit.
    case ..<0.4:
      return 1
    // A key that was hit twice.
    case ..<0.55:
      press(wanted)
      press(wanted)
      return 1
    // The key beside it.
    default:
      let neighbors = Keyboard.neighbors(of: wanted) ?? [wanted]
      press(neighbors[Int(key * Double(neighbors.count))])
      return 1
    }
  }

  /// Deletes back to where the text is as it should be.
  private mutating func correct(towards target: [Character]) {
    let length = zip(field, target).prefix { $0 == $1 }.count
    if field.count - length > 4 { return holdDelete(downTo: length) }
    time += Int(random.number(in: 150...700))
    while field.count > length {
      time += Int(random.number(in: 110...190))
      delete()
    }
  }

  // MARK: - Keys

  private mutating func press(_ key: Character) {
    var delay = habits.interval * random.lognormal(sigma: 0.3)
    // Between two words, and now and then where one thinks how it is spelled.
    if key == " " || field.last == " " { delay += random.number(in: 0...200) }
    if random.chance(0.02) { delay += random.number(in: 500...1_500) }
    time += max(Int(delay), 60)
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
