import Clustering
import Foundation
import TestSupport
import Testing

/// The projection's arithmetic against a reference of twice the precision.
@Suite struct MercatorProjectionTests {
  /// Latitudes from 0 to 85 where an error could hide: in a lattice, around the powers of two, and
  /// where nodes meet, which is at eighths between two powers of two of 90 - latitude.
  private static let latitudes: [Double] = {
    var latitudes = (0...17_000).map { Double($0) * 0.005 }
    let powers = (-1_074...6).map { Double(sign: .plus, exponent: $0, significand: 1) }
    var ends: [Double] = []
    for eighth in [0.5, 1, 2, 4, 8] { ends += (8..<16).map { 90 - eighth * Double($0) } }
    for middle in powers + ends where middle <= MapPoint.maxLatitude {
      latitudes += [middle.nextDown, middle, middle.nextUp, middle * 1.75, middle + 0.001]
    }
    latitudes += [84.999, MapPoint.maxLatitude.nextDown, MapPoint.maxLatitude]
    return latitudes.filter { (0...MapPoint.maxLatitude).contains($0) }.sorted()
  }()

  @Test func errorIsBelowItsBound() {
    for latitude in Self.latitudes.flatMap({ [$0, -$0] }) {
      let y = Self.y(latitude)
      let error = (DoubleDouble(y) - DoubleDouble.mercatorY(ofLatitude: latitude)).high
      #expect(abs(error) <= 0x1p-27 + y.ulp / 2, "latitude \(latitude): \(error)")
    }
  }

  @Test func referenceIsTheKnownOrdinate() {
    // atanh(sin 60°) = ln(2 + sqrt 3).
    let sixty = DoubleDouble(0.5) - DoubleDouble.mercatorY(ofLatitude: 60) * DoubleDouble(0x1p-28)
    let ordinate = sixty * DoubleDouble.pi * DoubleDouble(2)
    #expect(ordinate.high == 1.3169578969248168)
    #expect(abs(ordinate.low - -8.682250844852022e-17) < 1e-29)
    #expect(DoubleDouble.mercatorY(ofLatitude: 0).high == 0x1p27)
  }

  /// A larger latitude never has a larger y, from one number to the next where nodes meet.
  @Test func yNeverGrowsWithTheLatitude() {
    var random = SeededGenerator(seed: 7)
    let starts = Self.latitudes + (0..<2_000).map { _ in random.double(in: 0...85) }
    for start in starts {
      var latitude = start
      for _ in 0..<4 { latitude = latitude.nextDown }
      for _ in 0..<8 {
        let next = latitude.nextUp
        #expect(Self.y(next) <= Self.y(latitude), "north of \(latitude)")
        #expect(Self.y(-next) >= Self.y(-latitude), "south of \(-latitude)")
        latitude = next
      }
    }
    let all = Self.latitudes.map(Self.y)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 >= $1 })
  }

  /// Whatever the count of a batch, the position in it, and the neighbors.
  @Test func batchesAgreeWithSinglePointsToTheBit() {
    var random = SeededGenerator(seed: 3)
    let angles: [Double] = [
      0, -0.0, 85, -85, 85.5, 90, -90, 90.0.nextUp, 180, -180, 180.0.nextUp, 181, .nan, -.nan,
      .signalingNaN, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ]
    var coordinates: [Coordinate] = []
    for latitude in angles {
      for longitude in angles {
        coordinates.append(Coordinate(latitude: latitude, longitude: longitude))
        coordinates.append(
          Coordinate(random.double(in: -90...90), random.double(in: -180...180)))
      }
    }
    for latitude in Self.latitudes {
      coordinates.append(Coordinate(latitude: -latitude, longitude: 2 * latitude))
    }
    let alone = coordinates.map { MapPoint($0) }
    #expect(Self.bits([MapPoint](projecting: coordinates)) == Self.bits(alone))
    for count in 0...40 {
      let start = 11 * count
      let part = Array(coordinates[start..<(start + count)])
      #expect(
        Self.bits([MapPoint](projecting: part)) == Self.bits(alone[start..<(start + count)]))
    }
    #expect(alone.prefix(angles.count * angles.count * 2).contains(.invalid))
  }

  /// The bits of this number are those on every platform.
  @Test func bitsAreThoseOfEveryPlatform() {
    let coordinates = (0..<10_000).map { (index: Int) -> Coordinate in
      let (north, east) = (index * 7_919 % 18_001, index * 6_367 % 36_001)
      return Coordinate(latitude: Double(north) / 100 - 90, longitude: Double(east) / 100 - 180)
    }
    var hash: UInt64 = 0
    for bits in Self.bits([MapPoint](projecting: coordinates)) {
      hash = (hash ^ bits) &* 0x0000_0100_0000_01B3
    }
    #expect(hash == 10_890_267_932_806_105_520)
  }

  private static func y(_ latitude: Double) -> Double {
    MapPoint(Coordinate(latitude: latitude, longitude: 0)).y
  }

  private static func bits(_ points: some Sequence<MapPoint>) -> [UInt64] {
    points.flatMap { [$0.x.bitPattern, $0.y.bitPattern] }
  }
}

/// A number of twice the precision, as the sum of two (Dekker, "A floating-point technique for
/// extending the available precision", Numerische Mathematik 18, 1971).
private struct DoubleDouble {
  var high: Double
  var low: Double

  init(_ high: Double, _ low: Double = 0) {
    self.high = high + low
    self.low = low - (self.high - high)
  }

  static let pi = Self(3.141592653589793, 1.2246467991473532e-16)

  static func + (first: Self, second: Self) -> Self {
    let sum = first.high + second.high
    let part = sum - first.high
    let error = (first.high - (sum - part)) + (second.high - part)
    return Self(sum, error + first.low + second.low)
  }

  static func * (first: Self, second: Self) -> Self {
    let product = first.high * second.high
    let error = (-product).addingProduct(first.high, second.high)
    return Self(product, error + (first.high * second.low + first.low * second.high))
  }

  static prefix func - (number: Self) -> Self { Self(-number.high, -number.low) }

  static func - (first: Self, second: Self) -> Self { first + -second }

  static func / (first: Self, second: Self) -> Self {
    let quotient = Self(first.high / second.high)
    let rest = first - quotient * second
    return quotient + Self(rest.high / second.high)
  }

  /// The sum of the powers x^n / n! for n = first, first + step and so on, with signs that
  /// alternate if wanted. Terms below 2^-110 are left out for an x below 1.
  static func series(_ x: Self, from first: Int, step: Int, alternating: Bool) -> Self {
    var (term, sum) = (Self(1), Self(0))
    for n in 0..<32 {
      if n > 0 { term = term * x / Self(Double(n)) }
      guard n >= first, (n - first).isMultiple(of: step) else { continue }
      sum = sum + (alternating && (n - first) / step % 2 == 1 ? -term : term)
    }
    return sum
  }

  /// The y of a latitude by another way than the projection's: the logarithm of the quotient of
  /// cos(φ / 2) plus and minus sin(φ / 2), whose last places are those of its exponential.
  static func mercatorY(ofLatitude latitude: Double) -> Self {
    let half = Self(latitude) * pi / Self(360)
    let sine = series(half, from: 1, step: 2, alternating: true)
    let cosine = series(half, from: 0, step: 2, alternating: true)
    let quotient = (cosine + sine) / (cosine - sine)
    let near = log(quotient.high)
    var power = series(Self(-near / 64), from: 0, step: 1, alternating: false)
    for _ in 0..<6 { power = power * power }
    let rest = quotient * power - Self(1)
    let ordinate = Self(near) + rest - rest * rest / Self(2)
    return Self(0x1p27) - ordinate / (pi * Self(2)) * Self(0x1p28)
  }
}
