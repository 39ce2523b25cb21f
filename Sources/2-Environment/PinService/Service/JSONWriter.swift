import Clustering
import Support

/// Writes JSON into bytes, without a value for each number and text.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int = 256) {
    bytes.reserveCapacity(capacity)
  }

  mutating func literal(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func integer(_ number: some BinaryInteger) {
    digits(of: Int64(number), minimum: 1)
  }

  /// Degrees to a ten-millionth, about a centimetre, without zeros at the end.
  mutating func degrees(_ angle: Double) {
    var number = Int64((angle * 10_000_000).rounded())
    if number < 0 {
      bytes.append(UInt8(ascii: "-"))
      number = -number
    }
    let (whole, fraction) = number.quotientAndRemainder(dividingBy: 10_000_000)
    digits(of: whole, minimum: 1)
    guard fraction > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    digits(of: fraction, minimum: 7)
    while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
  }

  private mutating func digits(of number: Int64, minimum: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    while bytes.count - start < minimum { bytes.append(UInt8(ascii: "0")) }
    bytes[start...].reverse()
  }

  mutating func string(_ text: String) { bytes.appendJSON(text) }
}

// Features of GeoJSON (RFC 7946).
extension JSONWriter {
  /// The geometry of a place, and the beginning of its properties.
  private mutating func geometry(_ point: MapPoint) {
    let coordinate = point.coordinate
    literal("\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
    degrees(coordinate.longitude)
    bytes.append(UInt8(ascii: ","))
    degrees(coordinate.latitude)
    literal("]},\"properties\":{")
  }

  mutating func feature(_ pin: StoredPin) {
    literal("{\"type\":\"Feature\",\"id\":")
    integer(pin.id)
    bytes.append(UInt8(ascii: ","))
    geometry(pin.code.mapPoint)
    label(name: pin.name, properties: pin.properties)
    literal("}}")
  }

  /// A name and properties, which a store has checked.
  private mutating func label(name: String, properties: String) {
    if !name.isEmpty {
      literal("\"name\":")
      string(name)
    }
    guard !properties.isEmpty else { return }
    if !name.isEmpty { bytes.append(UInt8(ascii: ",")) }
    bytes.append(contentsOf: properties.utf8.dropFirst().dropLast())
  }

  /// The names of the properties are supercluster's, which map libraries' styles use.
  mutating func feature(_ item: MapItem) {
    literal("{\"type\":\"Feature\",")
    if let pin = item.pinID {
      literal("\"id\":")
      integer(pin)
      bytes.append(UInt8(ascii: ","))
    }
    geometry(item.mapPoint)
    if item.count > 1 || item.pinID == nil {
      literal("\"cluster\":true,\"point_count\":")
      integer(item.count)
      literal(",\"cluster_id\":")
      string(item.identifier)
      if let zoom = item.expansionZoom {
        literal(",\"expansion_zoom\":")
        integer(zoom)
      }
    } else if let pin = item.pin {
      label(name: pin.name, properties: pin.properties)
    }
    literal("}}")
  }

  /// A collection of features, each written by a closure, with further members before them.
  mutating func collection<Item>(
    _ items: some Sequence<Item>, members: (inout JSONWriter) -> Void = { _ in },
    feature: (inout JSONWriter, Item) -> Void
  ) {
    literal("{\"type\":\"FeatureCollection\",")
    members(&self)
    literal("\"features\":[")
    var isFirst = true
    for item in items {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      feature(&self, item)
    }
    literal("]}")
  }
}
