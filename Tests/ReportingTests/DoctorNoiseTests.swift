import Foundation
import Harness
import RegressionGate
import Statistics
import Testing

/// What follows from a record of noise.
@Suite struct DoctorNoiseTests {
  @Test func noNoiseLeavesTheMarginAlone() throws {
    let noise = try DoctorFixture(differences: Array(repeating: 0, count: 16)).noise
    #expect(noise.pairs == 16)
    #expect(noise.sliceSpread == 0)
    #expect(noise.pairSpread == 0)
    for prediction in noise.predictions {
      #expect(prediction.halfWidth == 0)
      #expect(abs(prediction.smallestDifference - NoiseSummary.margin) < 1e-12)
    }
    #expect(noise.predictions.map(\.pairs) == [16, 64, 200])
    #expect(noise.predictions.map { ($0.seconds * 100).rounded() } == [96, 384, 1200])
  }

  @Test(arguments: [16, 64, 200])
  func predictsWhatAsManyPairsWouldHaveShown(_ count: Int) throws {
    // The same number of pairs as predicted: the interval is that of the record itself.
    let differences = (0..<count).map { Double(($0 * 7919) % 101 - 50) / 1_000 }
    let fixture = DoctorFixture(differences: differences)
    let totals = fixture.record.pairs.map {
      log(Double($0.second.reduce(0, +)) / Double($0.first.reduce(0, +)))
    }
    let reach = try TrimmedMean(totals).reach(alpha: NoiseSummary.alpha)
    let prediction = try #require(try fixture.noise.predictions.first { $0.pairs == count })
    #expect(abs(prediction.halfWidth - (exp(reach) - 1)) < 1e-12)
    #expect(
      abs(prediction.smallestDifference - (1.02 * exp(2 * reach) - 1)) < 1e-12,
      "the margin and two half-widths")
  }

  @Test func morePairsSeeMoreAndTakeLonger() throws {
    let predictions = try DoctorFixture().noise.predictions
    for (fewer, more) in zip(predictions, predictions.dropFirst()) {
      #expect(more.halfWidth < fewer.halfWidth)
      #expect(more.smallestDifference < fewer.smallestDifference)
      #expect(more.seconds > fewer.seconds)
    }
  }

  @Test func slicesAreSpreadWherePairsAreNot() throws {
    // One process is slower in every other slice, and both take the same in all.
    let pair = NoisePair(
      first: Array(repeating: [1_000, 2_000], count: 8).flatMap(\.self),
      second: Array(repeating: [2_000, 1_000], count: 8).flatMap(\.self))
    let noise = try NoiseSummary(
      NoiseRecord(pairs: Array(repeating: pair, count: 20), seconds: 1))
    #expect(noise.pairSpread == 0)
    #expect(abs(noise.sliceSpread - 0.694) < 0.001)
  }

  @Test func aRecordWithoutTimesIsRefused() {
    let still = NoisePair(first: [0], second: [0])
    for pairs in [[], [NoisePair(first: [1], second: [1])], [still, still]] {
      #expect(throws: TrimmedMeanError.self) {
        try NoiseSummary(NoiseRecord(pairs: pairs, seconds: 1))
      }
    }
  }

  @Test func aQuietMachineIsFitAndALoudOneIsNot() throws {
    let quiet = try Fitness(DoctorFixture().noise)
    guard case .measuredDifferences(let smallest, let seconds) = quiet else {
      Issue.record("\(quiet)")
      return
    }
    #expect(smallest > 0.02 && smallest < 0.03)
    #expect(abs(seconds - 12) < 1e-9)
    #expect(quiet.sees(0.03))
    #expect(quiet.sees(smallest))
    #expect(!quiet.sees(0.02))

    let loud = Array(repeating: [0.4, -0.3, 0.2, -0.2], count: 8).flatMap(\.self)
    let unfit = try Fitness(DoctorFixture(differences: loud).noise)
    guard case .countedOnly(.tooNoisy(let halfWidth, 200)) = unfit else {
      Issue.record("\(unfit)")
      return
    }
    #expect(halfWidth > NoiseSummary.margin)
    #expect(!unfit.sees(10))
  }

  @Test func fewPairsAreNoReasonToTrustAMachine() throws {
    let few = try Fitness(DoctorFixture(differences: Array(repeating: 0, count: 15)).noise)
    #expect(few == .countedOnly(why: .tooFewPairs(found: 15, needed: 16)))
    #expect(!few.sees(1))
  }
}
