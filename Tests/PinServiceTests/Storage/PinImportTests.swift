import PinService
import TestSupport
import Testing

@Suite("Pins of a file for a store")
struct PinImportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func pins(_ text: String, _ name: String) throws -> PinImport {
    try PinImport(path: folder.write(text, to: name))
  }

  @Test("Names and identifiers are those of the features")
  func geoJSON() throws {
    func feature(_ id: String, _ properties: String) -> String {
      #"{"type":"Feature",\#(id)"geometry":{"type":"Point","coordinates":[13.4,52.5]},"properties":\#(properties)}"#
    }

    func collection(_ features: [String]) -> String {
      #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    }
    let own = try pins(
      collection([
        feature(#""id":7,"#, #"{"title":"T","name":" Caf\u00e9 ","id":3}"#),
        feature(#""id":"-9","#, #"{"other":{"name":"no"},"title":"Title"}"#),
        feature(#""id":1e3,"#, "null"),
      ]), "own.geojson")
    #expect(own.hasOwnIdentifiers)
    #expect(own.pins.map(\.id) == [7, -9, 1_000])
    #expect(own.pins.map(\.name) == ["Café", "Title", ""])
    // One without an identifier, two of one, and one that is no whole number.
    for ids in [[#""id":1,"#, ""], [#""id":1,"#, #""id":1,"#], [#""id":1,"#, #""id":1.5,"#]] {
      let positions = try pins(collection(ids.map { feature($0, "{}") }), "positions.geojson")
      #expect(!positions.hasOwnIdentifiers)
      #expect(positions.pins.map(\.id) == [0, 1])
      #expect(positions.pins[0].properties == #"{"id":1}"#)
    }
    let texts = try pins(
      collection([#""id":"way/17","#, #""id":"007","#].map { feature($0, "{}") }), "texts.geojson")
    #expect(texts.pins.map(\.properties) == [#"{"id":"way/17"}"#, #"{"id":"007"}"#])
  }

  @Test("Names and identifiers are those of columns, and of members of objects")
  func tablesAndObjects() throws {
    let csv = try pins("ID;Name;lat;lon\n5;Berlin;52,5;13,4\n6;\"A; b\";48,1;11,6\n", "a.csv")
    #expect(csv.pins.map(\.id) == [5, 6])
    #expect(csv.pins.map(\.name) == ["Berlin", "A; b"])
    let texts = try pins("id,lat,lon\nA17,52.5,13.4\n", "t.csv")
    #expect(texts.pins.map(\.properties) == [#"{"id":"A17"}"#])
    let plain = try pins("lat,lon\n52.5,13.4\n", "b.csv")
    #expect(plain.pins.map(\.id) == [0] && plain.pins.map(\.name) == [""])
    let objects = try pins(#"[{"id":5,"name":"Berlin","lat":52.5,"lon":13.4}]"#, "c.json")
    #expect(objects.pins.map(\.id) == [5] && objects.pins.map(\.name) == ["Berlin"])
  }

  @Test("What a file says of a pin besides its place is kept, as far as it is no list or object")
  func properties() throws {
    let csv = try pins(
      "id,name,lat,lon,phone,\"a \"\"b\"\"\",none\n5,Berlin,52.5,13.4,030,<img onerror>,\n", "p.csv"
    )
    #expect(csv.pins.map(\.properties) == [#"{"phone":"030","a \"b\"":"<img onerror>"}"#])
    let objects = try pins(
      #"[{"open":true,"lat":52.5,"stars":4.50,"big":9007199254740993,"lon":13.4,"note":null}]"#,
      "p.json")
    #expect(
      objects.pins.map(\.properties)
        == [#"{"open":true,"stars":4.50,"big":9007199254740993,"note":null}"#])
    let many = (0..<40).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
    let feature = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[13.4,52.5]}"#
    let limited = try pins(
      #"\#(feature),"properties":{"tags":[1],"name":"N","cluster":true,\#(many)}}"#, "p.geojson")
    let kept = (0..<32).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
    #expect(limited.pins.map(\.properties) == ["{\(kept)}"])
    #expect(limited.summary.contains("9 properties left out"))
    let long = String(repeating: "x", count: 1_990)
    let cut = try pins("lat,lon,a,b\n52.5,13.4,\(long),short\n", "long.csv")
    #expect(cut.pins.map(\.properties.utf8.count) == [1_998])
    #expect(cut.summary.contains("; 1 property left out"))
  }

  @Test(
    "A name of any characters is cut in linear time",
    arguments: ["\u{1F1E9}", "e\u{301}", "\u{301}"])
  func namesOfManyScalars(unit: String) throws {
    let long = String(repeating: unit, count: 200_000)
    let cut = try pins("lat,lon,name\n52.5,13.4,a\(long)\n", "flags.csv")
    let length = try #require(cut.pins.first?.name.utf8.count)
    #expect((990...1_000).contains(length))
  }

  @Test("A place beyond the latitudes of the map is kept at its edge, with a word")
  func beyondTheMap() throws {
    let read = try pins("lat,lon\n85,1\n85.1,2\n-90,3\n-85,4\n", "poles.csv")
    #expect(read.pins.count == 4 && read.pins[1].code.row == read.pins[0].code.row)
    #expect(read.summary.contains("2 beyond latitude 85, moved to that edge of the map"))
    let none = try pins("lat,lon\n85,1\n", "edge.csv")
    #expect(!none.summary.contains("beyond"))
  }

  @Test("More places than the limit are refused")
  func tooMany() throws {
    let file = try folder.write("lat,lon\n1,1\n2,2\n3,3\n", to: "three.csv")
    #expect(try PinImport(path: file, maxPlaces: 3).pins.count == 3)
    #expect(throws: (any Error).self) { try PinImport(path: file, maxPlaces: 2) }
  }

  @Test("A name that a store does not take is cut at a whole character")
  func longNames() throws {
    let long = String(repeating: "é", count: 700)
    let cut = try pins("lat,lon,name\n52.5,13.4,\(long)\n", "long.csv")
    #expect(cut.pins.map(\.name.utf8.count) == [1_000])
    #expect(try folder.store(cut.pins).pin(id: 0)?.name == cut.pins[0].name)
  }
}
