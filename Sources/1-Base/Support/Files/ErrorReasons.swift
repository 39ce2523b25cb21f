import Foundation

/// The operating system's reason of a failed operation on a file.
package enum FileFault {
  /// Returns the reason of an error of Foundation or of the system.
  package static func reason(_ error: any Error) -> String {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    guard underlying.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
    return String(cString: strerror(Int32(underlying.code)))
  }
}

/// The reason why a JSON file could not be decoded, with the place in it.
package enum DecodingFault {
  /// Returns the expected value and its place; the decoder's own text names types of this program.
  package static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "it cannot be read (\(error))" }
    switch error {
    case .keyNotFound(let key, let context):
      return "expected '\(key.stringValue)' in \(place(context)), found none"
    case .valueNotFound(_, let context):
      return "expected a value in \(place(context)), found null"
    case .typeMismatch(let type, let context):
      return "expected \(word(type)) in \(place(context)), found another kind of value"
    case .dataCorrupted(let context):
      return context.codingPath.isEmpty
        ? "it is not JSON, it ends too early, or a number is out of range"
        : "\(place(context)) has an unknown value"
    @unknown default:
      return "it cannot be read (\(error))"
    }
  }

  private static func word(_ type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is any BinaryInteger.Type: "a whole number"
    case is Double.Type: "a number"
    case is [String: Any].Type: "an object"
    case is any Collection.Type: "a list"
    default: "an object"
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    guard !context.codingPath.isEmpty else { return "the file" }
    return context.codingPath.reduce("") { path, key in
      if let index = key.intValue { return path + "[\(index)]" }
      return path.isEmpty ? key.stringValue : path + "." + key.stringValue
    }
  }
}
