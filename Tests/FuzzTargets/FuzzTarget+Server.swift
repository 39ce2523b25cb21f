import Foundation
import PinService

extension FuzzTarget {
  /// The requests that a server gets from strangers, and the answers that its clients get from it.
  static let server: [FuzzTarget] = [pinRequest, requestSource, vectorTile]

  /// A request: a line with the method and the target, then the body.
  private static let pinRequest = FuzzTarget("pin-request", dictionary: "requests") { input in
    let lines = input.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let words = String(decoding: lines[0], as: UTF8.self)
      .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let body = lines.count > 1 ? Array(lines[1]) : []
    let response = service.respond(
      to: ServiceRequest(
        String(words[0]), words.count > 1 ? String(words[1]) : "", acceptEncoding: "gzip",
        body: body))
    try require(
      [200, 400, 404, 405, 413, 503].contains(response.status),
      "an answer with the status \(response.status)")
    guard response.status != 200 else { return .accepted }
    guard case .bytes(let bytes) = response.body else {
      throw BrokenPromise(description: "a problem in parts")
    }
    let problem = try JSONDecoder().decode(Problem.self, from: Data(bytes))
    try require(problem.status == response.status, "a problem of another status")
    return .refused(problem.detail)
  }

  private struct Problem: Decodable {
    let status: Int
    let detail: String
  }

  private static let service = PinService(NoPins(), allowsChanges: true)

  /// The headers of a change: lines of Host, Origin, Sec-Fetch-Site and Content-Type.
  private static let requestSource = FuzzTarget("request-source", dictionary: "requests") { input in
    let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    func line(_ number: Int) -> String? { number < lines.count ? lines[number] : nil }
    let source = RequestSource(
      hosts: [lines[0]], origins: line(1).map { $0.isEmpty ? [] : [$0] } ?? [],
      fetchSite: line(2), contentTypes: line(3).map { [$0] } ?? [], bodyLength: nil)
    let access = ServiceAccess(host: "127.0.0.1")
    if let refusal = access.refusal(of: source, method: "POST") {
      try require([400, 403, 415].contains(refusal.status), "the status \(refusal.status)")
      return .refused("\(refusal.status)")
    }
    let host = lines[0].lowercased()
    try require(
      ["localhost", "127.0.0.1", "[::1]", "::1"].contains {
        host == $0
          || host.hasPrefix($0 + ":") && host.dropFirst($0.count + 1).allSatisfy(\.isNumber)
      }, "the host \(host) was let in")
    try require(
      source.origins.allSatisfy { $0.lowercased().hasSuffix("://" + host) },
      "the origins \(source.origins) were let in")
    return .accepted
  }

  /// A tile that a client gets.
  private static let vectorTile = FuzzTarget(
    "vector-tile", dictionary: "binary", refusingWith: VectorTileError.self
  ) {
    try VectorTile(decoding: $0)
  } check: { tile in
    let encoded = tile.encoded()
    // Texts in two normal forms are equal: the bytes are compared.
    try require(
      try VectorTile(decoding: encoded).encoded() == encoded,
      "a tile that is written and read again is another one")
  }
}

/// A store without pins, which forgets what it is given.
private struct NoPins: PinStore {
  func state() -> PinStoreState { PinStoreState(pinCount: 0, version: 0) }
  func pin(id: Int64) -> StoredPin? { StoredPin(id: id, code: MortonCode(rawValue: 0)) }
  func pins(in box: MortonBox, after cursor: PinCursor?, limit: Int) -> PinPage {
    PinPage([], limit: limit, rowsRead: 0)
  }
  func cells(in box: MortonBox, level: Int) -> CellList { CellList(cells: [], rowsRead: 0) }
  func locations() -> PinLocations { PinLocations() }
  func apply(_ changes: [PinChange]) throws(PinStoreError) -> PinStoreState {
    _ = try changes.checked()
    return state()
  }
  func faults(limit: Int) -> [StoreFault] { [] }
}
