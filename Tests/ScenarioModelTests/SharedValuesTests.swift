import Platform
import ScenarioModel
import TestSupport
import Testing

@Suite struct SharedValuesTests {
  private let profile = PlatformProfile.sample()
  private let shared = SharedValues()

  private func moved(_ name: ProfileParameter.Name) -> PlatformProfile {
    profile.setting(name, to: profile[name] + 1)
  }

  @Test func aValueIsMadeOnceForTheParametersThatItRead() {
    var count = 0
    // A value that is what it was made of.
    func value(under profile: PlatformProfile) -> Double {
      shared.value("value", under: profile) { profile in
        count += 1
        return profile[.viewForCall]
      }
    }
    for _ in 0..<3 {
      for moved in [profile, moved(.viewForClusterCall)] {
        #expect(value(under: moved) == profile[.viewForCall])
      }
    }
    #expect(count == 1)
    let other = moved(.viewForCall)
    #expect(value(under: other) == other[.viewForCall])
    #expect(count == 2)
    // Both are kept.
    for moved in [profile, other] { _ = value(under: moved) }
    #expect(count == 2)
  }

  @Test func keysAreApart() {
    #expect(shared.value("a", 1, under: profile) { _ in 1 } == 1)
    #expect(shared.value("a", 2, under: profile) { _ in 2 } == 2)
    #expect(shared.value("a", under: profile) { _ in 3 } == 3)
    #expect(shared.value("a", 1, under: profile) { _ in 4 } == 1)
  }

  /// A replay that takes a value that another one made depends on its parameters as if it had made
  /// it itself.
  @Test func whoTakesAValueHasReadItsParameters() {
    var count = 0
    for _ in 0..<2 {
      let reads = ParameterReads()
      let noting = profile.overriding(ParameterOverrides([:], notingReadsIn: reads))
      _ = shared.value("outer", under: noting) { profile in
        shared.value("inner", under: profile) { profile -> Double in
          count += 1
          return profile[.viewForCall]
        }
      }
      #expect(reads.names == [.viewForCall])
    }
    #expect(count == 1)
    let other = moved(.viewForCall)
    #expect(shared.value("outer", under: other) { $0[.viewForCall] } == other[.viewForCall])
  }

  @Test func theValueThatWasNotUsedForLongestGoes() {
    let shared = SharedValues(capacity: 2)
    var made: [String] = []
    for key in ["a", "b", "a", "c", "a", "b"] {
      shared.value(key, under: profile) { _ in made.append(key) }
    }
    #expect(made == ["a", "b", "c", "b"])
  }

  @Test func whatCannotBeMadeIsTriedAgain() throws {
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try shared.value("a", under: profile) { _ -> Int in throw Refusal() }
    }
    #expect(shared.value("a", under: profile) { _ in 5 } == 5)
  }
}
