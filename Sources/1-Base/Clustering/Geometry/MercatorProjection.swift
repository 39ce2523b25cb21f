/// The spherical Mercator projection, of a single coordinate and of eight at a time.
///
/// Both return the same bits, on every platform: there are only operations that IEEE 754 rounds
/// correctly, none of them fused, and no function of the system's library.
///
/// The ordinate of a latitude φ is m(φ) = atanh(sin φ), and tanh(m(φ) / 2) = tan(φ / 2). For a node
/// Φ <= φ, both without their signs, and d = φ - Φ, the subtraction theorem of tanh gives
///
///     m(φ) = m(Φ) + 2 atanh(f)    f = tan(d / 2) / (cos Φ - sin Φ tan(d / 2))
///
/// A node has the latitudes whose distance to the pole has the same exponent and the same first
/// three bits after the point, so d <= 8.1 degrees and f <= 0.076. The functions are minimax
/// polynomials of the relative error (Remez exchange with 200 bits, then rounded).
///
/// Error: y is the true one with an error below 2^-27 map points, and then rounded once; 2.3e-8 map
/// points in all. The first part is, with u = 2^-53, at most the sum of
///
/// - d: none, as a node is a multiple of the last place of every latitude above it;
/// - tan(d / 2): 3.2 u; 1.1 u are the polynomial's own with rounded coefficients;
/// - f: 5.8 u with that, as sin Φ tan(d / 2) <= 0.08 cos Φ;
/// - 2 atanh(f): 8.5 u with that; 0.6 u are the polynomial's own; it is at most 6.5e6 map
///   points, so 6.2e-9 map points;
/// - m(Φ): 1.6e-10 map points. The nodes lie a little below the first latitudes that have them,
///   where the ordinate is so near a multiple of 2^-25 map points, which the table has. The
///   equator's y plus or minus it is exact.
///
/// Monotonic: a larger latitude never has a larger y. All coefficients and d are positive, so each
/// operation is monotonic in d, rounded or not; a test compares the ends where nodes meet.
enum MercatorProjection {
  /// Projects a valid coordinate.
  static func point(_ coordinate: Coordinate) -> MapPoint {
    let latitude = min(abs(coordinate.latitude), MapPoint.maxLatitude)
    let node = nodes[Int((90 - latitude).bitPattern >> bitsBelowNode - firstNode)]
    let rest = ordinate(
      SIMD2(repeating: latitude - node.latitude), cosine: SIMD2(repeating: node.cosine),
      sine: SIMD2(repeating: node.sine))[0]
    return MapPoint(
      x: (coordinate.longitude / 360 + 0.5) * (2 * equator),
      y: equator - Double(signOf: coordinate.latitude, magnitudeOf: node.ordinate)
        - Double(signOf: coordinate.latitude, magnitudeOf: rest))
  }

  /// Projects coordinates, those that are not valid to ``MapPoint/invalid``.
  ///
  /// Invariant: both types are two numbers of eight bytes, the latitude and x first, and there is
  /// memory for as many points as there are coordinates. A node's index is below the table's end
  /// for each pattern of bits, as NaN and what is greater become the maximum latitude.
  static func project(
    _ coordinates: UnsafeBufferPointer<Coordinate>, to points: UnsafeMutablePointer<MapPoint>
  ) {
    guard let first = coordinates.baseAddress else { return }
    let (source, target) = (UnsafeRawPointer(first), UnsafeMutableRawPointer(points))
    let inEights = coordinates.count & ~7
    nodes.withUnsafeBufferPointer { nodes in
      for offset in stride(from: 0, to: 16 * inEights, by: MemoryLayout<Pairs>.size) {
        let degrees = source.loadUnaligned(fromByteOffset: offset, as: Pairs.self)
        target.storeBytes(of: eightPoints(degrees, nodes), toByteOffset: offset, as: Pairs.self)
      }
    }
    for index in inEights..<coordinates.count {
      (points + index).initialize(to: MapPoint(coordinates[index]))
    }
  }

  private typealias Pairs = SIMD16<Double>
  private typealias Eight = SIMD8<Double>
  private typealias Bits = SIMD8<UInt64>

  @inline(__always)
  private static func eightPoints(_ degrees: Pairs, _ nodes: UnsafeBufferPointer<Node>) -> Pairs {
    let signBit = Bits(repeating: 1 << 63)
    let latitudeBits = unsafeBitCast(degrees.evenHalf, to: Bits.self)
    let longitude = degrees.oddHalf
    let magnitude = unsafeBitCast(latitudeBits & ~signBit, to: Eight.self)
    let eastOrWest = unsafeBitCast(
      unsafeBitCast(longitude, to: Bits.self) & ~signBit, to: Eight.self)
    let isInvalid = .!((magnitude .<= 90) .& (eastOrWest .<= 180))
    let latitude = Eight(repeating: MapPoint.maxLatitude)
      .replacing(with: magnitude, where: magnitude .< MapPoint.maxLatitude)
    let index = (unsafeBitCast(90 - latitude, to: Bits.self) &>> bitsBelowNode) &- firstNode
    var (start, cosine, sine, base) = (Eight(), Eight(), Eight(), Eight())
    for lane in 0..<8 {
      let node = nodes[Int(truncatingIfNeeded: index[lane])]
      start[lane] = node.latitude
      cosine[lane] = node.cosine
      sine[lane] = node.sine
      base[lane] = node.ordinate
    }
    let rest = ordinate(latitude - start, cosine: cosine, sine: sine)
    let sign = latitudeBits & signBit
    let signedBase = unsafeBitCast(unsafeBitCast(base, to: Bits.self) ^ sign, to: Eight.self)
    let signedRest = unsafeBitCast(unsafeBitCast(rest, to: Bits.self) ^ sign, to: Eight.self)
    let x = (longitude / 360 + 0.5) * (2 * equator)
    let y = (equator - signedBase) - signedRest
    var points = Pairs()
    points.evenHalf = x.replacing(with: MapPoint.invalid.x, where: isInvalid)
    points.oddHalf = y.replacing(with: MapPoint.invalid.y, where: isInvalid)
    return points
  }

  /// The ordinate above a node in map points, some degrees further.
  @inline(__always)
  private static func ordinate<T: SIMD<Double>>(_ degrees: T, cosine: T, sine: T) -> T {
    let z = degrees * degrees
    let z2 = z * z
    let tan0 = 0.008726646259971648 + 2.215240389249738e-07 * z
    let tan1 = 6.74800815885962e-12 + 2.080013298233461e-16 * z
    let tangent = degrees * (tan0 + z2 * (tan1 + 6.451347261480391e-21 * z2))
    let f = tangent / (cosine - sine * tangent)
    let g = f * f
    let g2 = g * g
    let atanh0 = 85445659.44705395 + 28481886.482352804 * g
    let atanh1 = 17089131.88639658 + 12206525.008503756 * g
    let atanh2 = 9493216.65456677 + 7882459.451440761 * g
    return f * (atanh0 + g2 * (atanh1 + g2 * atanh2))
  }

  /// The equator's y.
  private static let equator = 134_217_728.0
  /// The number of bits of the distance to the pole below those that choose a node.
  private static let bitsBelowNode: UInt64 = 49
  /// The bits that choose a node, of 5 degrees.
  private static let firstNode = (5.0).bitPattern >> bitsBelowNode

  /// The ordinate is in map points.
  private typealias Node = (latitude: Double, cosine: Double, sine: Double, ordinate: Double)

  /// From the maximum latitude to the equator.
  private static let nodes: [Node] = [
    (84.48095703125, 0.09617657959334366, 0.9953642878553184, 129552539.6892603),
    (83.99072265625, 0.10468949507518896, 0.9945049570620058, 125910689.19047293),
    (83.45062255859375, 0.11405943078491106, 0.9934739283187164, 122226361.03605697),
    (82.9844970703125, 0.12213789926630292, 0.9925131402469262, 119282195.1554529),
    (82.48870849609375, 0.1307215776100452, 0.9914191188125943, 116357040.40508938),
    (81.9969482421875, 0.1392258456304139, 0.9902606545291478, 113639458.25624567),
    (80.97198486328125, 0.15691738283271373, 0.9876117329016153, 108471966.7447102),
    (79.98193359375, 0.1739586969092276, 0.9847529496120555, 104005816.53765255),
    (78.953125, 0.19161202329178792, 0.9814707497067996, 99805743.92393494),
    (77.99298095703125, 0.20803151763034333, 0.9781221230871001, 96220940.51247883),
    (76.9539794921875, 0.22573360487693087, 0.9741890677015759, 92646909.82136399),
    (75.9942626953125, 0.2420190548104169, 0.9702714965970465, 89585935.960069),
    (74.98193359375, 0.25912360629430736, 0.9658441678971991, 86572339.1537683),
    (73.95904541015625, 0.2763243879328675, 0.9610644268900634, 83722527.48467407),
    (71.9747314453125, 0.30943639875668477, 0.9509201412970986, 78665710.14086324),
    (69.97869873046875, 0.3423694760551647, 0.9395654005260687, 74095430.30529255),
    (67.94500732421875, 0.3754963348146437, 0.9268238789224029, 69868042.36339504),
    (65.9400634765625, 0.4076920708268006, 0.9131194748689544, 66048565.98364261),
    (63.9432373046875, 0.43926136311706965, 0.8983593127877808, 62531298.62372324),
    (61.98236083984375, 0.46974336603515604, 0.8828030188360037, 59313403.15266681),
    (59.93603515625, 0.5009665164879542, 0.8654666656538104, 56168868.78299415),
    (57.9814453125, 0.5301938686663716, 0.8478764424304913, 53341574.5345979),
    (53.9786376953125, 0.5880868473922986, 0.8087977867948127, 48000938.8713713),
    (49.987548828125, 0.6429540666472355, 0.7659047383204926, 43164803.88958681),
    (45.939453125, 0.6954181392634183, 0.7186053239319933, 38653697.17412397),
    (41.93133544921875, 0.7439461927948563, 0.6682395245913239, 34501054.485872865),
    (37.97125244140625, 0.7883195561170301, 0.6152660216877319, 30647281.956902623),
    (33.98046875, 0.8292281446434477, 0.5589102648289663, 26968657.498455226),
    (29.94775390625, 0.866480976849729, 0.49921009280416134, 23422940.442380577),
    (25.97882080078125, 0.898956027364223, 0.43803888054091084, 20071247.582928896),
    (17.92816162109375, 0.9514432191634378, 0.307824301685092, 13591849.04544568),
    (9.9888916015625, 0.9848414010866668, 0.17345724172155802, 7486277.1918414235),
    (1.98675537109375, 0.9993988677680863, 0.034668474207371694, 1481729.1423377097),
    (0.0, 1.0, 0.0, 0.0),
  ]
}
