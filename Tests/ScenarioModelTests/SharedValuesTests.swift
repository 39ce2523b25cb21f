import PlatformProfiles
import ScenarioModel
import TestSupport
import Testing

@Suite struct SharedValuesTests {
  private let profile = PlatformProfile.sample()

  private func moved(
    _ name: ProfileParameter.Name, by difference: Double = 1
  ) -> PlatformProfile {
    profile.setting(name, to: profile[name] + difference)
  }

  /// A value that is what it was made of.
  private func value(
    _ shared: SharedValues, _ key: AnyHashable, under profile: PlatformProfile,
    reading name: ProfileParameter.Name, count: inout Int
  ) -> Double {
    shared.value(key, under: profile) { profile in
      count += 1
      return profile[name]
    }
  }

  @Test func aValueIsMadeOnceForTheParametersThatItRead() {
    let shared = SharedValues()
    var count = 0
    for _ in 0..<3 {
      for moved in [profile, moved(.viewForClusterCall)] {
        #expect(
          value(shared, "value", under: moved, reading: .viewForCall, count: &count)
            == profile[.viewForCall])
      }
    }
    #expect(count == 1)
    let other = moved(.viewForCall)
    #expect(
      value(shared, "value", under: other, reading: .viewForCall, count: &count)
        == other[.viewForCall])
    #expect(count == 2)
    // Both are kept.
    for moved in [profile, other] {
      _ = value(shared, "value", under: moved, reading: .viewForCall, count: &count)
    }
    #expect(count == 2)
  }

  @Test func keysAreApart() {
    let shared = SharedValues()
    #expect(shared.value("a", 1, under: profile) { _ in 1 } == 1)
    #expect(shared.value("a", 2, under: profile) { _ in 2 } == 2)
    #expect(shared.value("a", under: profile) { _ in 3 } == 3)
    #expect(shared.value("a", 1, under: profile) { _ in 4 } == 1)
  }

  /// A replay that takes a value that another one made depends on its parameters as if it had made
  /// it itself.
  @Test func whoTakesAValueHasReadItsParameters() {
    let shared = SharedValues()
    var count = 0
    for _ in 0..<2 {
      let reads = ParameterReads()
      let noting = profile.overriding(ParameterOverrides([:], notingReadsIn: reads))
      _ = shared.value("outer", under: noting) { profile in
        value(shared, "inner", under: profile, reading: .viewForCall, count: &count)
      }
      #expect(reads.names == [.viewForCall])
    }
    #expect(count == 1)
    #expect(
      shared.value("outer", under: moved(.viewForCall)) { $0[.viewForCall] }
        == profile[.viewForCall] + 1)
  }

  @Test func theValueThatWasNotUsedForLongestGoes() {
    let shared = SharedValues(capacity: 2)
    var made: [String] = []
    func use(_ key: String) {
      shared.value(key, under: profile) { _ in made.append(key) }
    }
    for key in ["a", "b", "a", "c", "a", "b"] { use(key) }
    #expect(made == ["a", "b", "c", "b"])
  }

  @Test func whatCannotBeMadeIsTriedAgain() throws {
    struct Refusal: Error {}
    let shared = SharedValues()
    #expect(throws: Refusal.self) {
      try shared.value("a", under: profile) { _ -> Int in throw Refusal() }
    }
    #expect(shared.value("a", under: profile) { _ in 5 } == 5)
  }
}
