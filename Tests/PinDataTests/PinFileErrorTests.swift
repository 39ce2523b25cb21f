import Foundation
import PinData
import Testing

@Suite struct PinFileErrorTests {
  @Test(arguments: ["csv", "geojson"])
  func missingFile(fileExtension: String) throws {
    try withTemporaryFolder { folder in
      let path = folder + "/missing." + fileExtension
      let error = try #require(throws: PinFileError.self) { _ = try PinFile.read(path: path) }
      guard case .unreadable(let reason) = error.problem else {
        Issue.record("unexpected: \(error)")
        return
      }
      #expect(reason == "No such file or directory")
      #expect(error.description.hasPrefix(path + ": "))
    }
  }

  @Test(arguments: ["folder.csv", "folder.geojson"])
  func folderInsteadOfAFile(name: String) throws {
    try withTemporaryFolder { folder in
      let path = folder + "/" + name
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      let error = try #require(throws: PinFileError.self) { _ = try PinFile.read(path: path) }
      #expect(error.problem == .unreadable(reason: "Is a directory"))
    }
  }

  @Test(arguments: ["pins.kml", "pins", "csv", "pins.csv.gz", "pins.csv/pins", "pins."])
  func unknownExtension(name: String) throws {
    let error = try #require(throws: PinFileError.self) { _ = try PinFile.read(path: name) }
    #expect(error.problem == .unknownExtension)
    #expect(error.path == name)
    for known in [".geojson", ".json", ".csv"] { #expect(error.description.contains(known)) }
  }

  /// A damaged file may have a field, a name or a header of any length.
  @Test(arguments: [
    ("pins.csv", "lat,lon\nLONG,1\n"), ("pins.csv", "LONG,LONG\n"),
    ("pins.geojson", #"{"LONG" 1}"#),
    ("pins.geojson", #"{"features":[{"geometry":{"type":"LONG","coordinates":[1,2]}}]}"#),
  ])
  func messagesAreShort(name: String, contents: String) throws {
    let text = contents.replacing("LONG", with: String(repeating: "é", count: 50_000))
    try withTemporaryFile(named: name, text) { path in
      let error = try #require(throws: PinFileError.self) { _ = try PinFile.read(path: path) }
      #expect(error.problem.description.utf8.count < 1_000)
      #expect(error.problem.description.contains("éé"))
    }
  }
}
