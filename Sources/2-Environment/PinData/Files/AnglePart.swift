/// A column or a member that completes the number of a latitude or a longitude: its minutes, its
/// seconds, or the letter of its hemisphere.
struct AnglePart: Hashable {
  enum Kind: Int, CaseIterable {
    case minutes
    case seconds
    case hemisphere
  }

  let kind: Kind
  let isLatitude: Bool

  /// The beginnings of names, in lower case, with letters and digits only.
  private static let beginnings = (
    latitude: ["lat", "latitude", "gpslat", "gpslatitude"],
    longitude: ["lon", "lng", "long", "longitude", "gpslon", "gpslng", "gpslong", "gpslongitude"]
  )
  private static let ends: [Kind: [String]] = [
    .minutes: ["min", "mins", "minute", "minutes"],
    .seconds: ["sec", "secs", "second", "seconds"],
    .hemisphere: [
      "ref", "reference", "dir", "direction", "hemisphere", "hemi", "sign", "ns", "ew",
    ],
  ]
  private static let hemispheres = (
    latitude: ["ns", "northsouth"], longitude: ["ew", "eastwest", "we"]
  )

  private static let parts: [String: AnglePart] = {
    var parts: [String: AnglePart] = [:]
    for (isLatitude, beginnings, alone) in [
      (true, beginnings.latitude, hemispheres.latitude),
      (false, beginnings.longitude, hemispheres.longitude),
    ] {
      for (kind, ends) in ends {
        let part = AnglePart(kind: kind, isLatitude: isLatitude)
        for name in beginnings { for end in ends { parts[name + end] = part } }
        if kind == .hemisphere { for name in alone { parts[name] = part } }
      }
    }
    return parts
  }()

  init(kind: Kind, isLatitude: Bool) {
    self.kind = kind
    self.isLatitude = isLatitude
  }

  /// The part that a name means; `nil` for any other name.
  ///
  /// - Parameter coordinate: the names that it may continue, as "photo_lat_ref" does "photo_lat".
  init?(_ name: String, of coordinate: CoordinateNames? = nil) {
    guard coordinate != nil || Self.isPossible(name.utf8) else { return nil }
    let plain = CoordinatePair.plain(name)
    var part = Self.parts[plain]
    for (isLatitude, start) in [(true, coordinate?.latitude), (false, coordinate?.longitude)] {
      guard let start = start.map(CoordinatePair.plain), plain.hasPrefix(start) else { continue }
      let end = String(plain.dropFirst(start.count))
      let kind = Self.ends.first { $0.value.contains(end) }?.key
      part = kind.map { AnglePart(kind: $0, isLatitude: isLatitude) } ?? part
    }
    guard let part else { return nil }
    self = part
  }

  /// The beginnings of the names, and names of one or two letters, as numbers.
  private static let starts: Set<UInt32> = Set(
    [
      "lat", "lon", "lng", "gps", "nor", "eas", "wes", "n/s", "n_s", "n-s", "e/w", "e_w", "e-w",
      "ns", "ew", "we",
    ]
    .map { start($0.utf8) })

  private static func start(_ name: String.UTF8View) -> UInt32 {
    name.prefix(3).reduce(0) { $0 << 8 | UInt32($1 | 0x20) }
  }

  /// Returns whether a name may be one: most names of a file are not, and need no text in lower
  /// case.
  static func isPossible(_ name: String.UTF8View) -> Bool {
    guard let first = name.first, "lngew".utf8.contains(first | 0x20) else { return false }
    return starts.contains(start(name))
  }

  /// The first slot after all that a set of ``UsualNames`` can have.
  static let firstSlot = UsualNames.RawValue.bitWidth

  /// The slot of a member, after those of ``UsualNames``; `nil` where its value does not begin as a
  /// letter of a hemisphere or a number does.
  func slot(_ first: UInt8?) -> Int? {
    guard let first, first == ASCII.quote || ASCII.isDigit(first) && kind != .hemisphere else {
      return nil
    }
    return Self.firstSlot + 2 * kind.rawValue + (isLatitude ? 0 : 1)
  }

  /// Returns whether a name means whole degrees, as "lat_deg".
  private static func isOfDegrees(_ name: String) -> Bool {
    ["deg", "degs", "degree", "degrees"].contains(where: CoordinatePair.plain(name).hasSuffix)
  }

  /// The parts of angles among the other names of a row or an object, by kind.
  ///
  /// A "lat_min" is a minimum, unless the number is one of degrees, or seconds are there.
  static func parts(_ names: [String], of coordinate: CoordinateNames) -> [AnglePart: Int] {
    var found: [AnglePart: Int] = [:]
    for (index, name) in names.enumerated()
    where name != coordinate.latitude && name != coordinate.longitude {
      if let part = AnglePart(name, of: coordinate), found[part] == nil { found[part] = index }
    }
    for (isLatitude, name) in [(true, coordinate.latitude), (false, coordinate.longitude)] {
      let minutes = AnglePart(kind: .minutes, isLatitude: isLatitude)
      let seconds = AnglePart(kind: .seconds, isLatitude: isLatitude)
      if found[seconds] == nil, !isOfDegrees(name) { found[minutes] = nil }
    }
    return found
  }

  /// The note that parts were read; none without them.
  static func notes(_ names: [AnglePart: String]) -> [String] {
    names.isEmpty ? [] : ["the coordinates include \(names.values.sorted().quotedList)"]
  }

  // MARK: - Values

  /// The angle of a number and its parts.
  ///
  /// - Parameters:
  ///   - parts: the minutes and seconds that are there.
  ///   - letter: the text that says the hemisphere. Signed numbers stay as they are.
  static func angle(
    _ degrees: Double, isLatitude: Bool, parts: [Kind: Double], letter: String?
  ) throws(Problem) -> Double {
    var angle = degrees.magnitude
    for (kind, unit) in [(Kind.minutes, 60.0), (.seconds, 3_600)] {
      guard let value = parts[kind] else { continue }
      guard (0..<60).contains(value), value == 0 || degrees.rounded() == degrees else {
        throw .mismatch(
          expected: "whole degrees, and minutes and seconds below 60",
          found: "\(degrees)° with \(value) \(kind)")
      }
      angle += value / unit
    }
    if degrees.sign == .minus { angle = -angle }
    guard let letter, let sign = try sign(letter, isLatitude: isLatitude) else { return angle }
    guard angle >= 0 || sign < 0 else {
      throw .mismatch(
        expected: "a non-negative number with the letter \"\(letter.excerpt(20))\"",
        found: "\(angle)")
    }
    return sign * angle.magnitude
  }

  /// The sign that a letter of a hemisphere means; `nil` for no letter, and for a longer text.
  private static func sign(_ text: String, isLatitude: Bool) throws(Problem) -> Double? {
    switch (text.uppercased(), isLatitude) {
    case ("N", true), ("NORTH", true), ("E", false), ("EAST", false): return 1
    case ("S", true), ("SOUTH", true), ("W", false), ("WEST", false): return -1
    case (let other, _) where other.count == 1 && text.first?.isLetter == true:
      throw .mismatch(
        expected: isLatitude ? "N or S" : "E or W", found: "\"\(text)\"",
        remedy: "Write one of these two letters, or signed numbers without letters.")
    default: return nil
    }
  }
}
