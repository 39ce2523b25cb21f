/// What became of a fetch.
enum FetchEnd: Hashable, Sendable {
  case answered(pins: Int)
  case failed
  case cancelled
}

extension FetchEnd {
  /// What a transcript says of the fetch.
  var inWords: String {
    switch self {
    case .answered(let pins): "is answered: \(pins) pin\(pins == 1 ? "" : "s")"
    case .failed: "fails"
    case .cancelled: "is cancelled"
    }
  }
}
