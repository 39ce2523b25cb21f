/// The origin of a request, as HTTP gives it.
public struct RequestSource: Sendable {
  /// The values of the headers Host, one each.
  public var hosts: [String]
  /// The values of the headers Origin: a browser sends one with what a page of another site asks.
  public var origins: [String]
  /// The header Sec-Fetch-Site; `nil` if there is none.
  public var fetchSite: String?
  /// The values of the headers Content-Type.
  public var contentTypes: [String]
  /// The length of the body that follows; 0 without one, and `nil` where its end is not known.
  public var bodyLength: Int?

  /// The source of a request.
  public init(
    hosts: [String], origins: [String] = [], fetchSite: String? = nil, contentTypes: [String] = [],
    bodyLength: Int? = 0
  ) {
    self.hosts = hosts
    self.origins = origins
    self.fetchSite = fetchSite
    self.contentTypes = contentTypes
    self.bodyLength = bodyLength
  }

  /// Indicates whether a body follows.
  public var hasBody: Bool { bodyLength != 0 }
}

/// The requests that a server of pins accepts: it refuses a name that is not its own, and changes
/// of pins from the page of another site.
///
/// A server on loopback is reached by every page that its user opens. A page reads answers where its
/// own name resolves to the server (DNS rebinding), and sends requests of simple kinds to any
/// address. The server recognizes an app's request by the name in Host, the site in Origin, and a
/// content type that no form has. There is no login: any client that reaches the server otherwise
/// may ask.
public struct ServiceAccess: Hashable, Sendable {
  /// The server's names, in lower case, without ports.
  private let hosts: Set<String>
  /// Indicates whether any address of numbers is the server's.
  private let hasAnyAddress: Bool
  /// Sites whose pages may change pins: `https://map.example`.
  private let origins: Set<String>

  /// Access to a server.
  ///
  /// - Parameters:
  ///   - host: what the server listens to; `0.0.0.0` and `::` are all addresses of the machine.
  ///   - names: further names of the server, as those of a proxy.
  ///   - origins: sites whose pages may change pins.
  public init(host: String, names: [String] = [], origins: [String] = []) {
    let own = Self.name(host) ?? host.lowercased()
    hasAnyAddress = ["0.0.0.0", "[::]"].contains(own)
    let isLoopback = Self.loopback.contains(own) || hasAnyAddress
    hosts = Set((isLoopback ? Self.loopback : []) + [own] + names.compactMap(Self.name))
    self.origins = Set(origins.map { $0.lowercased() })
  }

  private static let loopback = ["localhost", "127.0.0.1", "[::1]"]
  /// The content types of changes: none of them is one that a form or a simple request has.
  static let contentTypes = ["application/json", "application/geo+json"]

  /// Returns whether other machines reach an address.
  public static func isOpen(host: String) -> Bool {
    !loopback.contains(name(host) ?? "")
  }

  /// The refusal of a request for where it comes from; `nil` for one that may be answered.
  public func refusal(of source: RequestSource, method: String) -> ServiceResponse? {
    do {
      try check(source, changes: method != "GET" && method != "HEAD")
      return nil
    } catch {
      return error.response(route: "")
    }
  }

  private func check(
    _ source: RequestSource, changes: Bool
  ) throws(ServiceRefusal) {
    guard source.hosts.count == 1, let authority = source.hosts.first else {
      throw ServiceRefusal(
        status: 400, detail: "expected one header Host, found \(source.hosts.count)")
    }
    guard let name = Self.name(authority),
      hosts.contains(name) || hasAnyAddress && Self.isAddress(name)
    else {
      throw .badValue(
        "Host", status: 403, expected: "a name of this server (--allow-host adds names)",
        found: authority)
    }
    guard changes else { return }
    // A page of the server itself has its host and port, or that of a proxy which has its name.
    let allowed = origins.union(["http://", "https://"].map { $0 + authority.lowercased() })
    for origin in source.origins where !allowed.contains(origin.lowercased()) {
      throw .badValue(
        "Origin", status: 403, expected: "this server's own (--allow-origin adds origins)",
        found: origin)
    }
    let site = source.fetchSite ?? "none"
    guard ["none", "same-origin"].contains(site) || !source.origins.isEmpty else {
      throw .badValue(
        "Sec-Fetch-Site", status: 403, expected: "same-origin or none", found: site)
    }
    guard source.hasBody || !source.contentTypes.isEmpty else { return }
    guard source.contentTypes.count == 1, Self.isJSON(source.contentTypes[0]) else {
      let found = source.contentTypes.joined(separator: ", ")
      throw .badValue(
        "Content-Type", status: 415, expected: Self.contentTypes.joined(separator: " or "),
        found: source.contentTypes.isEmpty ? nil : found)
    }
  }

  private static func isJSON(_ type: String) -> Bool {
    let essence = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
    return contentTypes.contains(essence)
  }

  private static func isAddress(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return name.hasPrefix("[")
      || parts.count == 4 && parts.allSatisfy { RequestTarget.integer($0) ?? 256 <= 255 }
  }

  /// Returns whether a name in brackets is an address; any machine may have another name.
  private static func isIPv6(_ name: Substring) -> Bool {
    name.count(where: { $0 == ":" }) > 1
      && name.utf8.allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
  }

  /// The name in an authority, in lower case, without its port: `[::1]` of `[::1]:8080`; `nil` if
  /// it is not valid.
  private static func name(_ authority: String) -> String? {
    var text = authority.lowercased()
    // What listens to an address of version 6 names it without brackets.
    if !text.hasPrefix("["), text.count(where: { $0 == ":" }) > 1 { text = "[\(text)]" }
    let isAddress = text.hasPrefix("[")
    let name: Substring
    let rest: Substring
    if isAddress {
      guard let end = text.firstIndex(of: "]") else { return nil }
      (name, rest) = (text[...end], text[text.index(after: end)...])
    } else {
      name = text.prefix { $0 != ":" }
      rest = text[name.endIndex...]
    }
    guard rest.isEmpty || rest.first == ":" && RequestTarget.integer(rest.dropFirst()) != nil,
      !name.isEmpty,
      name.utf8.allSatisfy({ "abcdefghijklmnopqrstuvwxyz0123456789-._[]:".utf8.contains($0) }),
      !isAddress || isIPv6(name.dropFirst().dropLast())
    else { return nil }
    return String(name)
  }
}
