extension Color {
  /// Nothing at all.
  public static let clear = Color(premultiplied: 0)

  /// Opaque white: borders, glyphs and text.
  public static let white = Color(red: 255, green: 255, blue: 255)

  /// Opaque black.
  public static let black = Color(red: 0, green: 0, blue: 0)

  /// The red of a map's default marker.
  public static let markerRed = Color(red: 0xFF, green: 0x3B, blue: 0x30)

  /// An orange for markers.
  public static let markerOrange = Color(red: 0xFF, green: 0x95, blue: 0x00)

  /// A green for markers.
  public static let markerGreen = Color(red: 0x34, green: 0xC7, blue: 0x59)

  /// A purple for markers.
  public static let markerPurple = Color(red: 0xAF, green: 0x52, blue: 0xDE)

  /// The blue of a cluster bubble, dark enough for white text.
  public static let clusterBlue = Color(red: 0x0A, green: 0x6C, blue: 0xDF)

  /// A teal for cluster bubbles, dark enough for white text.
  public static let clusterTeal = Color(red: 0x0F, green: 0x8C, blue: 0x9C)
}
