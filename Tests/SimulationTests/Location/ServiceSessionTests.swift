import Simulation
import Testing

/// Sessions that pursue a goal while they are held.
@Suite struct ServiceSessionTests {
  @Test(arguments: [(17, false), (18, true), (26, true)])
  func sessionsExistFromIOS18On(version: Int, exists: Bool) {
    let phone = LocationPhoneModel(systemVersion: version)
    let session = ServiceSession(authorization: .whenInUse, service: phone.service)
    phone.wait()
    #expect((session != nil) == exists)
    #expect(phone.service.counts.alerts == (exists ? 1 : 0))
  }

  @Test func aSessionWithoutARequirementNeverAsks() throws {
    let phone = LocationPhoneModel()
    let session = try #require(ServiceSession(authorization: .none, service: phone.service))
    phone.service.enterBackground()
    phone.service.enterForeground()
    phone.wait()
    #expect(phone.service.counts.alerts == 0 && !session.diagnostic.authorizationDenied)
  }

  @Test func aSessionAsksAsSoonAsItIsPossible() throws {
    let phone = LocationPhoneModel(isInForeground: false)
    let session = try #require(ServiceSession(authorization: .whenInUse, service: phone.service))
    phone.wait()
    #expect(phone.service.counts.alerts == 0)
    phone.service.enterForeground()
    phone.wait()
    #expect(session.diagnostic.authorizationRequestInProgress)
    phone.answer(.dontAllow)
    #expect(session.diagnostic.authorizationDenied)
    phone.service.enterBackground()
    phone.service.enterForeground()
    phone.wait()
    #expect(phone.service.counts.alerts == 1, "a refusal is not asked again")
    // The person sets it to ask next time.
    phone.service.change { $0.choice = .undecided }
    phone.wait()
    #expect(phone.service.counts.alerts == 2)
  }

  @Test func aSessionThatHasEndedAsksNoMore() {
    let phone = LocationPhoneModel(isInForeground: false)
    var session = ServiceSession(authorization: .whenInUse, service: phone.service)
    session?.invalidate()
    session = nil
    phone.service.enterForeground()
    phone.wait()
    #expect(phone.service.counts.requests == 0)
  }

  @Test func diagnosticsSayWhatIsMissing() throws {
    let settings = LocationSettings(servicesEnabled: false)
    let off = LocationPhoneModel(settings)
    let session = try #require(ServiceSession(authorization: .whenInUse, service: off.service))
    #expect(
      session.diagnostic.authorizationDenied && session.diagnostic.authorizationDeniedGlobally)
    var changes = 0
    session.diagnosticDidChange = { _ in changes += 1 }
    off.service.change {
      $0.servicesEnabled = true
      $0.choice = .whileUsing
      $0.accuracy = .reduced
    }
    off.wait()
    #expect(changes == 1 && !session.diagnostic.authorizationDenied)
    #expect(session.diagnostic.accuracyLimited)
    let restricted = LocationPhoneModel(LocationSettings(isRestricted: true))
    let other = try #require(ServiceSession(authorization: .whenInUse, service: restricted.service))
    #expect(other.diagnostic.authorizationRestricted && !other.diagnostic.authorizationDenied)
  }
}
