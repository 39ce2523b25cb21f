import Clustering

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The shortest line between two places over a sphere, which are not opposite each other.
///
/// Everything that it gives is rounded, because the last digits of a C library's trigonometry
/// differ between machines.
struct GreatCircleLine {
  private let source: Coordinate
  private let destination: Coordinate
  /// In metres: whole millimetres.
  let length: Double

  init(from source: Coordinate, to destination: Coordinate) {
    self.source = source
    self.destination = destination
    length = (source.greatCircleDistance(to: destination) * 1_000).rounded() / 1_000
  }

  /// Returns a number of points at equal distances, with the two given ends, at least two.
  ///
  /// By spherical linear interpolation (Shoemake, "Animating rotation with quaternion curves",
  /// SIGGRAPH 1985).
  func points(count: Int) -> [Coordinate] {
    guard count > 2 else { return [source, destination] }
    let angle = length / Coordinate.meanEarthRadius
    let start = Direction(source)
    let end = Direction(destination)
    return (0..<count).map { index in
      if index == 0 { return source }
      if index == count - 1 { return destination }
      let share = Double(index) / Double(count - 1)
      return start.scaled(by: sin((1 - share) * angle)).adding(end.scaled(by: sin(share * angle)))
        .coordinate
    }
  }

  /// A direction from the middle of the earth; its length does not matter.
  private struct Direction {
    let x, y, z: Double

    init(x: Double, y: Double, z: Double) {
      self.x = x
      self.y = y
      self.z = z
    }

    init(_ coordinate: Coordinate) {
      let latitude = coordinate.latitude * .pi / 180
      let longitude = coordinate.longitude * .pi / 180
      x = cos(latitude) * cos(longitude)
      y = cos(latitude) * sin(longitude)
      z = sin(latitude)
    }

    func scaled(by factor: Double) -> Direction {
      Direction(x: x * factor, y: y * factor, z: z * factor)
    }

    func adding(_ other: Direction) -> Direction {
      Direction(x: x + other.x, y: y + other.y, z: z + other.z)
    }

    var coordinate: Coordinate {
      Coordinate(
        latitude: rounded(atan2(z, (x * x + y * y).squareRoot())), longitude: rounded(atan2(y, x)))
    }

    private func rounded(_ radians: Double) -> Double {
      (radians * 180 / .pi * 1e7).rounded() / 1e7
    }
  }
}
