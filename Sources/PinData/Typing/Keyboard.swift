/// The keyboard of a phone, as far as fingers miss keys on it.
enum Keyboard {
  /// The keys beside and diagonally near a key of the QWERTY layout, in lower case; `nil` for keys
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
