import MapGeometry
import PinData
import Testing

@Suite struct CSVFileTests {
  private func read(_ text: String) throws -> [Coordinate] {
    try withTemporaryFile(named: "pins.csv", text) { try PinFile.read(path: $0).coordinates }
  }

  private let twoPlaces = [
    Coordinate(latitude: 52.52, longitude: 13.405), Coordinate(latitude: -33.87, longitude: 151.2),
  ]

  @Test(arguments: [
    "latitude,longitude\n52.52,13.405\n-33.87,151.2\n",
    "lat,lon\r\n52.52,13.405\r\n-33.87,151.2",
    "LAT,LNG\r52.52,13.405\r-33.87,151.2\r",
    "name;Long;Latitude\nBerlin;13.405;52.52\nSydney;151.2;-33.87\n",
    "x\ty\tname\n13.405\t52.52\tBerlin\n151.2\t-33.87\tSydney\n",
    "\u{FEFF}lat,lon\n52.52,13.405\n\n-33.87,151.2\n\n",
    "lat , lon\n 52.52 ,13.405\n-33.87, 151.2\n",
    "\"lat\",\"lon\",\"a, \"\"b\"\"\"\n\"52.52\",\"13.405\",\"line\r\nend\"\n-33.87,151.2,\n",
    "name,lat,lon\n\"5\"\" ; tab\t\",5252e-2,+13.405\nSydney,-33.870,1.512e2\n",
  ])
  func readsTheUsualForms(text: String) throws {
    #expect(try read(text) == twoPlaces)
  }

  @Test func prefersTheLongerNames() throws {
    let places = try read("x,y,lon,lat\n1,2,13.405,52.52\n1,2,151.2,-33.87\n")
    #expect(places == twoPlaces)
  }

  @Test func numbersAreCorrectlyRounded() throws {
    var random = SplitMix64(seed: 3)
    let texts = (0..<4000).map { index -> String in
      let number = random.unit() * 180 - 90
      switch index % 4 {
      case 0: return "\(number)"
      case 1: return "\((number * 1e7).rounded() / 1e7)"
      case 2: return "\(Int(number)).\(random.next())"
      default: return "\(number / 1e9)"
      }
    }
    let text = "lat,lon\n" + texts.map { $0 + ",0\n" }.joined()
    #expect(try read(text).map(\.latitude) == texts.map { Double($0) })
  }

  // Longer than any buffer, with records of changing lengths, so that every kind of byte falls on
  // a buffer's end at some time.
  @Test(arguments: ["\n", "\r\n"])
  func filesLargerThanTheBufferAreReadWhole(lineEnd: String) throws {
    let pins = PinGenerator.cities.pins(count: 20_000, seed: 1)
    var text = "name,lat,lon" + lineEnd
    for (index, pin) in pins.coordinates.enumerated() {
      let name = String(repeating: "\"\"é\(lineEnd)", count: index % 7)
      text += "\"\(name)\",\(pin.latitude),\(pin.longitude)" + lineEnd
    }
    #expect(try read(text) == pins.coordinates)
  }
}
