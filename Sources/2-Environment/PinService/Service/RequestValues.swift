import Clustering

/// The path and the query of a request.
struct RequestTarget {
  /// The parts of the path between its slashes.
  let path: [Substring]
  private let query: [(name: Substring, value: String)]

  /// - Throws: a refusal for a target that is no path, is too long, or has an escape that is no text.
  init(_ target: String, maxLength: Int = 2_000) throws(ServiceRefusal) {
    guard target.utf8.count <= maxLength else {
      throw ServiceRefusal(status: 400, detail: "expected a path of at most \(maxLength) bytes")
    }
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, whole.first == "/" else {
      throw ServiceRefusal(status: 400, detail: "expected a path that begins with /")
    }
    path = whole.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    var query: [(name: Substring, value: String)] = []
    if parts.count > 1, !parts[1].isEmpty {
      for pair in parts[1].split(separator: "&") {
        let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        query.append((sides[0], try Self.decoded(sides.count > 1 ? sides[1] : "")))
      }
    }
    self.query = query
  }

  /// The text without its escapes (RFC 3986, 2.1).
  private static func decoded(_ text: Substring) throws(ServiceRefusal) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(digits, radix: 16)
      else {
        throw .badValue("query", expected: "two hexadecimal digits after %", found: String(text))
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw .badValue("query", expected: "UTF-8", found: String(text))
    }
    return decoded
  }

  /// Refuses names that the path does not know, and names that come twice: a misspelt limit would
  /// silently have no effect.
  func check(names: [String]) throws(ServiceRefusal) {
    var seen: Set<Substring> = []
    for (name, _) in query {
      guard names.contains(String(name)) else {
        throw .badValue(
          "query",
          expected: names.isEmpty
            ? "no parameters" : "the parameters \(names.joined(separator: ", "))",
          found: String(name))
      }
      guard seen.insert(name).inserted else {
        throw .badValue("query", expected: "every parameter once", found: String(name) + " twice")
      }
    }
  }

  /// The value of a parameter, or `nil`.
  subscript(name: String) -> String? {
    query.first { $0.name == name }?.value
  }

  /// The whole number of a parameter in a range.
  func integer(
    _ name: String, in range: ClosedRange<Int>, default standard: Int? = nil
  ) throws(ServiceRefusal) -> Int {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    let found = self[name]
    if found == nil, let standard { return standard }
    guard let text = found, let number = Self.integer(text[...]), range.contains(number) else {
      throw .badValue(name, expected: expected, found: found)
    }
    return number
  }

  /// Digits only: no sign, no space. At most 18, which fit.
  static func integer(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 18,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
  }
}

extension RequestTarget {
  private static let boxForm =
    "west,south,east,north in degrees, such as 13.1,52.3,13.8,52.7; across the antimeridian, "
    + "west is larger than east, or one of them is beyond 180, such as 179,10,181,12"

  /// The rectangle of the parameter `bbox` (RFC 7946, 5); `nil` for one beyond the latitudes of the
  /// map, where no pin is.
  ///
  /// Map libraries count longitudes on across the antimeridian: those up to 540 in both directions
  /// are taken, the range of a map that went round once.
  func rectangle() throws(ServiceRefusal) -> MapRect? {
    let text = self["bbox"]
    let numbers = (text ?? "").split(separator: ",", omittingEmptySubsequences: false).map {
      Self.angle($0)
    }
    guard numbers.count == 4, let west = numbers[0], let south = numbers[1], let east = numbers[2],
      let north = numbers[3], abs(west) <= 540, abs(east) <= 540, east - west >= -360,
      abs(south) <= 90, abs(north) <= 90, south <= north
    else { throw .badValue("bbox", expected: Self.boxForm, found: text) }
    guard south <= MapPoint.maxLatitude, north >= -MapPoint.maxLatitude else { return nil }
    let corner = MapPoint(Coordinate(latitude: north, longitude: Self.onWorld(west)))
    let opposite = MapPoint(Coordinate(latitude: south, longitude: Self.onWorld(east)))
    let (world, height) = (MapSize.world.width, opposite.y - corner.y)
    guard east - west < 360 else {
      return MapRect(x: 0, y: corner.y, width: world, height: height)
    }
    // A west of 180 is the last column of places, not what lies beyond it.
    let left = min(corner.x, world - 0.5 / MortonCode.stepsPerMapPoint)
    let width = opposite.x - left
    // From 180 to -180 is one meridian: the last column, and the first one.
    let wrapped = max(width + world, 1 / MortonCode.stepsPerMapPoint)
    return MapRect(x: left, y: corner.y, width: width >= 0 ? width : wrapped, height: height)
  }

  /// The boxes of the parameter `bbox`.
  func boxes() throws(ServiceRefusal) -> [MortonBox] {
    try rectangle().map(MortonBox.boxes) ?? []
  }

  /// A longitude from -180 to 180 of one up to 540 in both directions.
  private static func onWorld(_ longitude: Double) -> Double {
    longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
  }

  /// A finite decimal number; no `nan`, no hexadecimal.
  private static func angle(_ text: Substring) -> Double? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.dropFirst() : text
    guard let first = digits.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
      text.utf8.count <= 40,
      digits.utf8.allSatisfy({ "0123456789.eE-+".utf8.contains($0) }),
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }

  /// The cursor of the parameter `after`: two numbers in hexadecimal, as an answer gave it.
  func cursor() throws(ServiceRefusal) -> PinCursor? {
    guard let text = self["after"] else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ (1...16).contains($0.utf8.count) }),
      parts.allSatisfy({ $0.allSatisfy(\.isHexDigit) }),
      let code = UInt64(parts[0], radix: 16), let id = UInt64(parts[1], radix: 16)
    else { throw .badValue("after", expected: "the \"next\" of an answer", found: text) }
    return PinCursor(code: MortonCode(rawValue: code), id: Int64(bitPattern: id))
  }
}

extension PinCursor {
  /// The cursor as the value of the parameter `after`.
  var text: String {
    String(code.rawValue, radix: 16) + "-" + String(UInt64(bitPattern: id), radix: 16)
  }
}
