import MapGeometry

/// A generated street: a straight line along which the house numbers rise.
struct Street {
  let name: String
  /// Whether the number stands before the name, as in English, or after it, as in German.
  let putsNumberFirst: Bool
  /// Where number 0 would be.
  let start: Coordinate
  /// The way from one number to the next but one, in degrees: about 20 m at the equator.
  let step: (latitude: Double, longitude: Double)

  /// The name of an address in the street.
  func address(number: String) -> String {
    putsNumberFirst ? number + " " + name : name + " " + number
  }

  /// Where a house stands: even numbers on one side of the street, odd ones on the other.
  func coordinate(ofNumber number: Int) -> Coordinate {
    let along = Double(number) / 2
    // Half the street's width, across the line: 8 m.
    let across = number.isMultiple(of: 2) ? 0.4 : -0.4
    return Coordinate(
      latitude: start.latitude + along * step.latitude - across * step.longitude,
      longitude: start.longitude + along * step.longitude + across * step.latitude
    )
  }
}

/// How a city calls its streets.
enum StreetLanguage: CaseIterable {
  case english, german, french, spanish, italian

  var putsNumberFirst: Bool { self == .english || self == .french }

  /// What stands before and after a word; more common ones first.
  private var forms: [(before: String, after: String)] {
    switch self {
    case .english:
      [
        ("", " Street"), ("", " Avenue"), ("", " Road"), ("", " Lane"), ("", " Drive"),
        ("", " Boulevard"),
      ]
    case .german: [("", "straße"), ("", "weg"), ("", "allee"), ("Am ", "platz"), ("", "gasse")]
    case .french:
      [("Rue ", ""), ("Avenue ", ""), ("Boulevard ", ""), ("Place ", ""), ("Rue de la ", "")]
    case .spanish:
      [("Calle ", ""), ("Avenida ", ""), ("Plaza ", ""), ("Paseo ", ""), ("Camino ", "")]
    case .italian: [("Via ", ""), ("Piazza ", ""), ("Viale ", ""), ("Corso ", ""), ("Vicolo ", "")]
    }
  }

  /// A name for a street: those with different arguments differ.
  ///
  /// - Parameters:
  ///   - form: which of the language's forms; beyond the last they begin again with a part of the
  ///     town ("North Luna Street").
  func name(word: String, form: Int) -> String {
    let forms = forms
    let (before, after) = forms[form % forms.count]
    // German joins single words ("Lindenstraße") and puts hyphens between several
    // ("San-Marco-straße" is written "San-Marco-Straße").
    let isCompound = self == .german && word.contains(" ")
    let name =
      isCompound
      ? before + word.split(separator: " ").joined(separator: "-") + "-" + after.capitalizedFirst
      : before + word + after
    let part = form / forms.count
    if part == 0 { return name }
    if part <= Self.partsOfTown.count { return Self.partsOfTown[part - 1] + " " + name }
    return name + " \(part)"
  }

  private static let partsOfTown = ["North", "South", "East", "West", "Upper", "Lower"]
}

extension String {
  fileprivate var capitalizedFirst: String {
    prefix(1).uppercased() + dropFirst()
  }
}
