import PinService
import TestSupport
import Testing

@Suite("Who may ask a server of pins")
struct ServiceAccessTests {
  private let access = ServiceAccess(
    host: "127.0.0.1", names: ["Pins.example"], origins: ["https://map.example"])

  private func status(
    _ method: String = "GET", host: String..., origin: String? = nil, site: String? = nil,
    type: String? = nil, length: Int? = 0, access: ServiceAccess? = nil
  ) -> Int {
    let source = RequestSource(
      hosts: host, origins: origin.map { [$0] } ?? [], fetchSite: site,
      contentTypes: type.map { [$0] } ?? [], bodyLength: length)
    return (access ?? self.access).refusal(of: source, method: method)?.status ?? 200
  }

  @Test(
    "A request by another name reads nothing",
    arguments: [
      ("127.0.0.1:8080", 200), ("localhost", 200), ("LOCALHOST:1", 200), ("[::1]:8080", 200),
      ("pins.example", 200), ("pins.example:443", 200),
      ("evil.example", 403), ("localhost.evil.example", 403), ("127.0.0.1.evil.example", 403),
      ("evil.example:8080", 403), ("10.0.0.1", 403), ("localhost:", 403), ("localhost:x", 403),
      ("localhost:+1", 403), ("evil@localhost", 403), ("localhost,evil.example", 403), ("", 403),
      ("[::1", 403), ("[::1]evil", 403), ("::1", 200), ("localhost.", 403), ("0.0.0.0", 403),
    ])
  func hosts(host: String, expected: Int) {
    #expect(status(host: host) == expected)
    #expect(status("HEAD", host: host) == expected)
  }

  @Test("One Host is expected, no more and no less")
  func oneHost() {
    let access = access
    #expect(access.refusal(of: RequestSource(hosts: []), method: "GET")?.status == 400)
    #expect(status(host: "localhost", "localhost") == 400)
  }

  @Test("A server on all addresses is asked by any address of numbers, and by no other name")
  func allAddresses() {
    for host in ["0.0.0.0", "::"] {
      let access = ServiceAccess(host: host)
      for name in ["192.168.1.5:8080", "[fe80::1]", "localhost", "127.0.0.1"] {
        #expect(status(host: name, access: access) == 200, "\(host) \(name)")
      }
      for name in [
        "evil.example", "1.2.3", "1.2.3.400", "1.2.3.4.5", "+1.2.3.4", "evil.example:1:2",
        "[evil.example]", "[evil:example:]", "[fade.cafe]", "[]", "[fe80::1]evil.example",
      ] { #expect(status(host: name, access: access) == 403, "\(host) \(name)") }
      #expect(ServiceAccess.isOpen(host: host))
    }
    #expect(ServiceAccess.isOpen(host: "192.168.1.5") && ServiceAccess.isOpen(host: "pins.example"))
    for host in ["127.0.0.1", "localhost", "::1"] { #expect(!ServiceAccess.isOpen(host: host)) }
    let named = ServiceAccess(host: "192.168.1.5")
    #expect(status(host: "192.168.1.5:80", access: named) == 200)
    #expect(status(host: "localhost", access: named) == 403)
  }

  @Test(
    "A page of another site changes nothing, whatever it sends",
    arguments: [
      "https://evil.example", "null", "http://localhost:3000", "http://127.0.0.1",
      "https://map.example.evil",
      "http://map.example", "",
    ],
    [
      nil, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
      "application/json", "application/geo+json",
    ])
  func otherSites(origin: String, type: String?) {
    for method in ["POST", "DELETE", "PUT"] {
      #expect(status(method, host: "127.0.0.1:8080", origin: origin, type: type, length: 10) == 403)
    }
    // What it reads is kept from it by its browser.
    #expect(status(host: "127.0.0.1:8080", origin: origin) == 200)
  }

  @Test("A page of the server itself, a named one and an app change pins")
  func ownPages() {
    let json = "Application/JSON; charset=utf-8"
    #expect(
      status("POST", host: "localhost:80", origin: "http://localhost:80", type: json, length: 9)
        == 200)
    #expect(
      status("POST", host: "localhost", origin: "https://MAP.example", type: json, length: 9) == 200
    )
    #expect(status("POST", host: "localhost", type: "application/geo+json", length: nil) == 200)
    #expect(status("DELETE", host: "localhost") == 200)
    #expect(status("DELETE", host: "localhost", site: "same-origin") == 200)
    for site in ["cross-site", "same-site", "anything"] {
      #expect(status("DELETE", host: "localhost", site: site) == 403)
    }
  }

  @Test(
    "A change is JSON",
    arguments: [
      nil, "text/plain", "text/plain;application/json", "application/jsonp", "application/json2",
      "multipart/form-data; boundary=application/json", "",
    ])
  func contentTypes(type: String?) {
    #expect(status("POST", host: "localhost", type: type, length: 10) == 415)
  }

  @Test("A refusal shows the beginning of what came, as a text")
  func excerpt() throws {
    let type = "text/plain; " + String(repeating: "x", count: 3_000)
    for types in [[type], ["application/json", type]] {
      let refusal = try #require(
        access.refusal(
          of: RequestSource(hosts: ["localhost"], contentTypes: types, bodyLength: 10),
          method: "POST"))
      #expect(refusal.status == 415)
      #expect(refusal.text.contains("Content-Type: expected application/json or"))
      #expect(refusal.text.contains("found \\\"\(types[0].prefix(16))"), "\(refusal.text)")
      #expect(refusal.text.utf8.count < 300)
    }
    #expect(
      access.refusal(of: RequestSource(hosts: ["localhost"], bodyLength: 10), method: "POST")?
        .text.contains("found none") == true)
  }

  @Test("What is refused for its head is refused before its body")
  func beforeBody() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store([])
    func status(_ method: String, _ target: String, writable: Bool) -> Int? {
      PinService(store, allowsChanges: writable)
        .refusal(beforeBodyOf: ServiceRequest(method, target))?.status
    }
    #expect(status("POST", "/pins", writable: false) == 403)
    #expect(status("DELETE", "/pins/1", writable: false) == 403)
    #expect(status("PUT", "/pins", writable: true) == 405)
    #expect(status("POST", "/nothing", writable: true) == 404)
    #expect(status("POST", "/pins", writable: true) == nil)
  }
}
