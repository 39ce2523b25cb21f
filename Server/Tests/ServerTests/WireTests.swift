import Foundation
import PinService
import PinStorage
import Testing

@Suite("What goes over the wire", .serialized)
struct WireTests {
  @Test("The bodies of the server are those of the service, compressed or not")
  func bodies() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/mappressure-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let pins = (0..<3_000).map { id in
      StoredPin(
        id: Int64(id), code: MortonCode(column: UInt32(id) &* 2_654_435_761, row: UInt32(id) << 20),
        name: "Pin \(id)")
    }
    let store = folder + "/pins.sqlite"
    try SQLitePinStore.build(pins, at: store)
    let service = PinService(try SQLitePinStore(path: store))
    try service.updateClusters()
    let server = try RunningServer([store], log: folder + "/log")
    let box = "bbox=-180,-85,180,85"
    while try server.request("GET", "/clusters?\(box)&zoom=2").hasPrefix("HTTP/1.1 503") {
      usleep(10_000)
    }
    for target in [
      "/pins?\(box)&limit=700", "/cells?\(box)&zoom=3", "/clusters?\(box)&zoom=3",
      "/tiles/clusters/2/1/1.geojson", "/pins/17", "/cells?zoom=3", "/nothing", "/openapi.json",
    ] {
      let expected = service.respond(to: ServiceRequest("GET", target))
      guard case .bytes(let bytes) = expected.body else { continue }
      let answer = try server.request("GET", target)
      let parts = answer.components(separatedBy: "\r\n\r\n")
      #expect(parts.first?.hasPrefix("HTTP/1.1 \(expected.status) ") == true)
      #expect(
        parts.dropFirst().joined(separator: "\r\n\r\n") == String(decoding: bytes, as: UTF8.self))
      let compressed = service.respond(
        to: ServiceRequest("GET", target, acceptEncoding: "gzip"))
      let sent = try server.request("GET", target, headers: ["Accept-Encoding: gzip"])
      #expect(sent.contains("Content-Length: \(compressed.contentLength ?? -1)\r\n"))
    }
  }
}
