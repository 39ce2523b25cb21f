import Simulation
import Testing

/// The location on a map.
@Suite struct UserLocationMapTests {
  private func map(
    on phone: LocationPhoneModel, _ prompting: MapPrompting = .never
  ) -> UserLocationMap {
    let map = UserLocationMap(service: phone.service, prompting: prompting)
    map.showsUserLocation = true
    map.appear()
    return map
  }

  @Test func theDotAppearsWithTheFirstPosition() {
    let phone = LocationPhoneModel(LocationSettings(choice: .whileUsing))
    let map = map(on: phone)
    phone.wait(0.9)
    #expect(map.dot == nil)
    phone.wait(0.2)
    #expect(map.dot == .exact)
    map.disappear()
    #expect(map.dot == nil)
    map.appear()
    map.disappear()
    phone.wait(3)
    #expect(map.dot == nil, "a map off screen shows no position that comes late")
  }

  @Test func aReducedAccuracyIsACircle() {
    let phone = LocationPhoneModel(LocationSettings(choice: .whileUsing, accuracy: .reduced))
    let map = map(on: phone)
    phone.wait(2)
    #expect(map.dot == .circle)
    phone.service.change { $0.accuracy = .full }
    phone.wait()
    #expect(map.dot == .exact)
    phone.service.change { $0.choice = .never }
    phone.wait()
    #expect(map.dot == nil)
  }

  @Test(
    arguments: [
      LocationSettings(), LocationSettings(choice: .never),
      LocationSettings(isRestricted: true), LocationSettings(servicesEnabled: false),
    ])
  func withoutAuthorizationThereIsNoDotAndNoRequest(settings: LocationSettings) {
    let phone = LocationPhoneModel(settings)
    let map = map(on: phone)
    map.pressUserLocationButton()
    phone.wait(60)
    #expect(map.dot == nil && phone.service.counts.requests == 0)
  }

  @Test func theReadingsOfThePlatformDifferInWhatAsks() {
    for prompting in MapPrompting.allCases {
      let phone = LocationPhoneModel()
      let map = map(on: phone, prompting)
      phone.wait()
      #expect((phone.service.alert != nil) == (prompting == .atDisplay))
      map.pressUserLocationButton()
      phone.wait()
      #expect((phone.service.alert != nil) == (prompting != .never))
      guard prompting != .never else { continue }
      phone.answer(.allowWhileUsing)
      phone.wait(2)
      #expect(map.dot == .exact && phone.service.counts.alerts == 1)
      map.pressUserLocationButton()
      #expect(phone.service.counts.requests == 1)
    }
  }

  @Test func aMapThatShouldNotShowTheLocationDoesNotAsk() {
    let phone = LocationPhoneModel()
    let map = UserLocationMap(service: phone.service, prompting: .atDisplay)
    map.appear()
    phone.wait()
    #expect(phone.service.counts.requests == 0)
    map.showsUserLocation = true
    phone.wait()
    #expect(phone.service.counts.alerts == 1)
  }
}
