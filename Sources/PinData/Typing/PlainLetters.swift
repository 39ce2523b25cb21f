/// Names as people type them who do not look for the accents on their keyboard.
enum PlainLetters {
  /// The text without the accents of Latin letters: "Café Åse" becomes "Cafe Ase". Other scripts
  /// stay as they are.
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
