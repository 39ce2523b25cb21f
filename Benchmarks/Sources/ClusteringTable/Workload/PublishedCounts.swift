/// The numbers of items that supercluster itself finds in the recipe's points (`DataSet.cities`).
///
/// From a run of mapbox/supercluster 8.0.1 with kdbush 4.1.0 on node 20, unmodified, with radius
/// 40, extent 512, zoom levels 0 to 16 and at least 2 points.
enum PublishedCounts {
  /// The items of zoom levels 0 to 17, or `nil` for a number of pins that was not run.
  static func items(ofPins count: Int) -> [Int]? {
    switch count {
    case 10_000:
      [
        84, 270, 691, 1528, 2388, 2897, 3364, 3969, 4764, 5716, 6787, 7977, 9021, 9624, 9879, 9973,
        9991, 10_000,
      ]
    case 100_000:
      [
        87, 335, 1208, 3652, 8808, 16_436, 23_590, 29_104, 34_769, 42_274, 51_139, 60_973, 72_235,
        83_806, 92_710, 97_373, 99_258, 100_000,
      ]
    case 1_000_000:
      [
        86, 347, 1356, 5175, 17_645, 48_401, 100_984, 164_204, 224_573, 284_252, 355_420, 443_912,
        540_480, 644_862, 761_372, 872_163, 947_942, 1_000_000,
      ]
    case 10_000_000:
      [
        90, 343, 1346, 5344, 21_242, 79_744, 252_992, 596_135, 1_025_200, 1_466_090, 2_000_483,
        2_764_494, 3_742_503, 4_751_127, 5_749_262, 6_836_682, 8_038_463, 10_000_000,
      ]
    default: nil
    }
  }
}
