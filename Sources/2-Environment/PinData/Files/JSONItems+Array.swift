/// The array of places in an object that is no place itself, as the answers of services are: a
/// member of it, or a member of a member.
///
/// Only at the end of the object is it known that there is one array and which. Then the file is
/// read again, with the way to the array.
extension JSONItems {
  /// The maximum number of members on the way to the array.
  private static let maxArrayDepth = 2

  /// Hands all places of a file to a collector.
  static func read(
    _ reader: consuming ByteReader, path: String, into collector: inout PinCollector
  ) throws(DataFileError) -> DataFile.Source {
    let (empty, options) = (collector, collector.options)
    var items = JSONItems(reader, details: empty.details, options: options)
    // At most for the array, and for the corners in it.
    for _ in 0..<2 {
      do throws(DataFileError) {
        return try items.read(path: path, into: &collector)
      } catch {
        let hasCorners = items.hasWays && items.hasCorners
        guard !items.foundArray.isEmpty || hasCorners else { throw error }
        collector = empty
        let again = try DataFile.opened(path, maxUnpackedSize: options.limits.textSize)
        items = JSONItems(
          again, details: empty.details, options: options,
          arrayPath: items.foundArray.isEmpty ? items.arrayPath : items.foundArray,
          leavesOutCorners: hasCorners)
      }
    }
    return try items.read(path: path, into: &collector)
  }

  /// Finds the only array of places, if the file is one object that was read to its end.
  mutating func chooseArray() {
    guard arrayPath.isEmpty, format == .geoJSON, itemCount == 1,
      unread.count < UnreadPlaces.maxCount
    else { return }
    let arrays = unread.filter {
      $0.kind == .array && $0.path.count <= Self.maxArrayDepth && !$0.path.contains("[]")
        && !JSONObject.isView($0.path.last)
    }
    // Something with x and y is a place only where nothing better is there.
    let clear = arrays.filter { !$0.isVague }
    let meant = clear.isEmpty ? arrays : clear
    if meant.count == 1 { foundArray = meant[0].path }
  }

  // MARK: - The second reading

  /// Hands the items of the array in the next text to a collector.
  mutating func readArray(into collector: inout PinCollector) throws(Problem) {
    guard try readArray(arrayPath[...], into: &collector) else {
      throw arrayProblem(found: "an object without it")
    }
  }

  /// The same, of an object on the way. Returns false if it does not have the array.
  private mutating func readArray(
    _ way: ArraySlice<String>, into collector: inout PinCollector
  ) throws(Problem) -> Bool {
    guard let step = way.first else {
      surveyPath.append("[]")
      try readItems(into: &collector)
      surveyPath.removeLast()
      return true
    }
    guard try scanner.open(.object) else { return false }
    var isFound = false
    repeat {
      let key = try scanner.key().excerpt(Self.maxNameLength)
      guard key == step, try scanner.peek() != UInt8(ascii: "n") else {
        try skipAround(key)
        continue
      }
      if isFound { throw arrayProblem(found: "a second one") }
      surveyPath.append(step)
      isFound = try readArray(way.dropFirst(), into: &collector)
      surveyPath.removeLast()
    } while try scanner.continues(.object)
    return isFound
  }

  /// Skips a member that is not on the way to the array.
  private mutating func skipAround(_ key: String) throws(Problem) {
    if Self.namesReferenceSystem(key) { return try scanReferenceSystem(key) }
    if !surveyPath.isEmpty, UsualNames.slot(of: key, chosen: chosen) != nil {
      note("not read: the coordinate of \"\(surveyPath.last ?? "")\"")
    }
    let looks = try survey(key)
    if looks == .view || looks > .position && JSONObject.isView(key) {
      note("not read: the coordinate of \"\(key.excerpt(40))\"")
    } else if looks > .position {
      unread.add(
        UnreadPlaces(
          path: surveyPath + [key], isVague: looks == .vaguePlace, count: 1,
          position: scanner.position))
    }
  }

  private var arrayName: String { "\"\(arrayPath.joined(separator: ".").excerpt(60))\"" }

  private func arrayProblem(found: String) -> Problem {
    .mismatch(expected: "an object with one array " + arrayName, found: found)
  }

  /// The note that says which array was read.
  var arrayNotes: [String] { arrayPath.isEmpty ? [] : ["read: the array " + arrayName] }

  /// The filter of the program jq that yields the items; empty where the texts are the items.
  var itemFilter: String {
    if arrayPath.isEmpty { return format == .jsonArray ? ".[]" : "" }
    return UnreadPlaces.steps(of: arrayPath + ["[]"]) ?? ".[]"
  }
}
