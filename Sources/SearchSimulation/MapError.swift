/// Why a request to the platform's services failed, with the codes of `MKError`.
public enum MapError: Int, Error, Hashable, Sendable, Codable, CaseIterable {
  case unknown = 1
  case serverFailure = 2
  case loadingThrottled = 3
  case placemarkNotFound = 4
  case directionsNotFound = 5
  case decodingFailure = 6

  /// The code in the error domain of MapKit.
  public var code: Int { rawValue }
}

extension MapError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknown: "an unknown error occurred"
    case .serverFailure: "the server could not answer the request"
    case .loadingThrottled: "too many requests were made in a short time"
    case .placemarkNotFound: "no matching place was found"
    case .directionsNotFound: "no directions were found"
    case .decodingFailure: "the server's answer could not be read"
    }
  }
}
