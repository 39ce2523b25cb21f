import CPostgreSQL

/// The address of a database: `postgres://user@host:port/name`.
///
/// A text that only looks like an address of a database counts as an address that is not valid. As
/// the name of a file, an error would show it with its password.
public struct PostgreSQLAddress: Hashable, Sendable {
  /// The form of an address, for messages.
  static let form =
    "expected postgres://user@host:port/name, where a name or a password has %40 for @, %2F for / "
    + "and %25 for %"

  private(set) var text = ""
  /// The address without its password and parameters, as the database's library reads it. It shows
  /// no part of an address that is not plain.
  public private(set) var name = "the address of the database"
  /// Indicates whether the library can read it, and reads a password as its user does.
  private(set) var isValid = false
  /// Indicates whether the host and the database are words and the port is a number. Parts of a
  /// password that has a special character are read as these.
  private(set) var isPlain = false

  /// - Returns: `nil` for a text that looks like no address.
  public init?(_ text: String) {
    var trimmed = text[...]
    while trimmed.first?.isWhitespace == true { trimmed.removeFirst() }
    while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
    let lower = trimmed.lowercased()
    guard
      lower.utf8.contains("://".utf8)
        || lower.hasPrefix("postgres") && lower.utf8.contains(UInt8(ascii: ":"))
        || lower.utf8.contains("password".utf8) && lower.utf8.contains(UInt8(ascii: "="))
    else { return nil }
    guard let scheme = ["postgres://", "postgresql://"].first(where: lower.hasPrefix) else {
      return
    }
    // The library knows the scheme in lower case only.
    let rest = trimmed.dropFirst(scheme.count)
    self.text = scheme + String(rest)
    // The library's own message repeats the text, and the password in it.
    let options = PQconninfoParse(self.text, nil)
    defer { PQconninfoFree(options) }
    var parts: [String: String] = [:]
    var option = options
    while let name = option?.pointee.keyword {
      parts[String(cString: name)] = option?.pointee.val.map { String(cString: $0) }
      option = option?.successor()
    }
    isValid = options != nil && Self.endsUserBeforeHost(rest)
    let (host, port, database) = (parts["host"] ?? "", parts["port"] ?? "", parts["dbname"] ?? "")
    isPlain =
      isValid && host.isMade(of: Self.wordBytes + Array(":,/".utf8))
      && port.isMade(of: Array("0123456789,".utf8)) && database.isMade(of: Self.wordBytes)
    guard isPlain else {
      name = scheme + "…"
      return
    }
    let user = parts["user"] ?? ""
    name =
      scheme + (user.isEmpty || !user.isMade(of: Self.wordBytes) ? "" : user + "@") + host
      + (port.isEmpty ? "" : ":" + port) + "/" + database
  }

  /// The library ends the user and its password at the first of @ and /: an @ after that is one of
  /// a password that is cut.
  private static func endsUserBeforeHost(_ rest: Substring) -> Bool {
    let path = rest.utf8.prefix { $0 != UInt8(ascii: "?") }
    let authority = path.prefix { $0 != UInt8(ascii: "/") }
    let signs = path.count { $0 == UInt8(ascii: "@") }
    return signs <= 1 && signs == authority.count { $0 == UInt8(ascii: "@") }
  }

  private static let wordBytes = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.".utf8)
}

extension String {
  fileprivate func isMade(of bytes: [UInt8]) -> Bool {
    utf8.allSatisfy { bytes.contains($0) }
  }
}
