import LintRules
import Testing

struct GeocodingInLoopTests {
  let rule: RuleFixture

  init() throws { rule = try RuleFixture("requests-in-loop") }

  @Test(arguments: [
    "func f() { for a in addresses { CLGeocoder().geocodeAddressString(a) { p, _ in show(p) } } }",
    "func f() { addresses.forEach { g.geocodeAddressString($0) { p, _ in show(p) } } }",
    "func f() async { for p in places { await x = try? geocoder.reverseGeocodeLocation(p) } }",
    "func f() { for a in all { Task { try await MKGeocodingRequest(addressString: "
      + "a)?.mapItems } } }",
    "func f() { for a in all { g(a) } }; func g(_ a: String) { c.geocodeAddressString(a) { "
      + "_, _ in } }",
    "final class Cell: UITableViewCell { func set(_ a: String) { c.geocodeAddressString(a) "
      + "{ _, _ in } } }",
    "func tableView(_ t: UITableView, cellForRowAt p: IndexPath) { "
      + "c.reverseGeocodeLocation(l) { _, _ in } }",
  ])
  func aLoopOrARowIsFound(source: String) {
    #expect(rule.lines(source) == [1])
  }

  @Test(arguments: [
    "func f() { c.geocodeAddressString(a) { placemarks, _ in for p in placemarks ?? [] { "
      + "show(p) } } }",
    "func f() { if let home { g(home) }; if let work { g(work) } }; func g(_ a: String) { "
      + "c.geocodeAddressString(a) { _, _ in } }",
    "func f() async { for a in all { try await Task.sleep(for: .seconds(1)); await "
      + "c.geocodeAddressString(a) } }",
    "func f() async { for a in all { if cache[a] == nil { await c.geocodeAddressString(a) } } }",
    "func f() { location.map { c.reverseGeocodeLocation($0) { _, _ in } } }",
    "func f() { for a in all { print(\"geocodeAddressString(a)\") }; "
      + "c.geocodeAddressString(b) { _, _ in } }",
    "func f() { for b in buttons { b.onTap { c.geocodeAddressString(b.title) { _, _ in } } } }",
  ])
  func asingleRequestIsRight(source: String) {
    #expect(rule.lines(source) == [])
  }
}

struct GeocodingBlocksTests {
  let rule: RuleFixture

  init() throws { rule = try RuleFixture("map-service-blocks") }

  private func wait(_ lock: String, _ signal: String) -> String {
    """
    let \(lock)
    CLGeocoder().geocodeAddressString(address) { places, _ in
      found = places
      lock.\(signal)()
    }
    lock.wait()
    """
  }

  @Test func aThreadThatWaitsIsFound() {
    let semaphore = wait("lock = DispatchSemaphore(value: 0)", "signal")
    let group = wait("lock = DispatchGroup(); lock.enter()", "leave")
    for code in [semaphore, group] {
      let function = "func find(address: String) {\n\(code)\n}"
      #expect(rule.lines(function) == [7])
    }
  }

  @Test func anotherQueueOrAnotherLockIsRight() {
    let code = wait("lock = DispatchSemaphore(value: 0)", "signal")
    #expect(rule.lines("func f() { DispatchQueue.global().async {\n\(code)\n} }") == [])
    #expect(
      rule.lines("func f() {\n\(code.replacing("lock.signal", with: "other.signal"))\n}") == [])
    #expect(
      rule.lines("func f() {\n\(code.replacing("geocodeAddressString", with: "load"))\n}") == [])
    #expect(rule.lines("func f() { DispatchQueue.main.async {\n\(code)\n} }") == [7])
  }
}
