import Simulation
import Testing

/// The authorization as a state machine: when the alert comes up, and what an answer does.
@Suite struct AuthorizationTests {
  private let phone = LocationPhoneModel()

  @Test(
    arguments: [
      (.allowOnce, .authorizedWhenInUse), (.allowWhileUsing, .authorizedWhenInUse),
      (.dontAllow, .denied),
    ] as [(AlertAnswer.Button, AuthorizationStatus)])
  func anAnswerDecides(button: AlertAnswer.Button, status: AuthorizationStatus) {
    let manager = LocationManager(service: phone.service)
    #expect(manager.authorizationStatus == .notDetermined)
    manager.requestWhenInUseAuthorization()
    #expect(phone.service.alert == nil, "an alert takes time to come up")
    phone.wait()
    #expect(phone.service.alert != nil)
    phone.answer(button)
    #expect(manager.authorizationStatus == status && phone.service.alert == nil)
  }

  @Test(
    arguments: [
      LocationSettings(choice: .never), LocationSettings(choice: .whileUsing),
      LocationSettings(choice: .always), LocationSettings(isRestricted: true),
      LocationSettings(servicesEnabled: false),
      LocationSettings(servicesEnabled: false, choice: .whileUsing),
    ])
  func whatIsDeterminedIsNotAskedAgain(settings: LocationSettings) {
    let phone = LocationPhoneModel(settings)
    let before = phone.service.status
    #expect(before != .notDetermined)
    let manager = LocationManager(service: phone.service)
    for _ in 0..<3 { manager.requestWhenInUseAuthorization() }
    phone.wait()
    #expect(phone.service.counts.alerts == 0 && phone.service.status == before)
    #expect(phone.service.counts.requests == 3 && phone.service.counts.ignoredRequests == 3)
  }

  @Test func servicesThatAreOffAreARefusalAndRestrictionsComeFirst() {
    #expect(LocationSettings(servicesEnabled: false).status == .denied)
    #expect(LocationSettings(servicesEnabled: false, choice: .always).status == .denied)
    #expect(LocationSettings(servicesEnabled: false, isRestricted: true).status == .restricted)
    #expect(LocationSettings(choice: .always).status == .authorizedAlways)
  }

  @Test func requestsWhileAnAlertIsThereBringNoSecond() {
    let manager = LocationManager(service: phone.service)
    manager.requestWhenInUseAuthorization()
    manager.requestWhenInUseAuthorization()
    phone.wait()
    manager.requestWhenInUseAuthorization()
    phone.wait()
    #expect(phone.service.counts.alerts == 1 && phone.service.counts.ignoredRequests == 2)
    phone.answer(.dontAllow)
    manager.requestWhenInUseAuthorization()
    phone.wait()
    #expect(phone.service.counts.alerts == 1)
  }

  @Test func anAppInTheBackgroundOrWithoutAPurposeStringDoesNotAsk() {
    let background = LocationPhoneModel(isInForeground: false)
    let silent = LocationPhoneModel(hasPurposeString: false)
    for phone in [background, silent] {
      let manager = LocationManager(service: phone.service)
      manager.requestWhenInUseAuthorization()
      manager.requestAlwaysAuthorization()
      phone.wait()
      #expect(phone.service.counts.alerts == 0 && phone.service.status == .notDetermined)
    }
  }

  @Test func onceLastsUntilTheAppIsNoLongerInUse() {
    phone.askWhenInUse()
    phone.answer(.allowOnce)
    phone.service.enterBackground()
    phone.service.enterForeground()
    #expect(phone.service.status == .authorizedWhenInUse)
    phone.service.endUse()
    #expect(phone.service.status == .notDetermined)
    phone.service.enterForeground()
    phone.askWhenInUse()
    phone.answer(.allowWhileUsing)
    phone.service.endUse()
    #expect(phone.service.status == .authorizedWhenInUse && phone.service.counts.alerts == 2)
  }

  @Test func aChangeToAlwaysIsAskedForOnce() {
    let manager = phone.askWhenInUse()
    phone.answer(.allowWhileUsing)
    manager.requestAlwaysAuthorization()
    phone.wait()
    #expect(phone.service.alert?.asksForAlways == true)
    phone.answer(.allowWhileUsing)
    #expect(manager.authorizationStatus == .authorizedWhenInUse)
    manager.requestAlwaysAuthorization()
    phone.wait()
    #expect(phone.service.counts.alerts == 2)
  }

  @Test func anAppThatEndsBeforeItsAlertHasNotAsked() {
    LocationManager(service: phone.service).requestWhenInUseAuthorization()
    phone.service.endUse()
    phone.wait()
    #expect(phone.service.counts.alerts == 0)
    phone.service.enterForeground()
    phone.askWhenInUse()
    #expect(phone.service.counts.alerts == 1)
  }

  @Test func aManagerHearsOfChangesOnTheMainQueue() {
    var statuses: [AuthorizationStatus] = []
    let manager = LocationManager(service: phone.service)
    manager.didChangeAuthorization = { statuses.append(phone.service.status) }
    manager.requestWhenInUseAuthorization()
    phone.wait()
    phone.service.answer(AlertAnswer(.allowWhileUsing))
    #expect(statuses.isEmpty)
    phone.wait()
    #expect(statuses == [.authorizedWhenInUse])
    phone.service.change { $0.choice = .never }
    phone.service.change { $0.choice = .never }
    phone.wait()
    #expect(statuses == [.authorizedWhenInUse, .denied])
    _ = manager
  }
}
