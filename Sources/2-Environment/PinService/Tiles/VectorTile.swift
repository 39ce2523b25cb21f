/// A tile of point features with attributes, after the Mapbox Vector Tile specification 2.1
/// (section 4).
///
/// The format has lines, polygons, and negative and fractional numbers, too. They are not in this
/// model, because the tiles of a map's pins have none.
///
/// Two tiles are equal if their texts and numbers are. So a text equals its other normal forms of
/// Unicode. Their bytes differ, and are kept.
public struct VectorTile: Hashable, Sendable {
  /// The layers, in their order in the tile (section 4.1).
  public var layers: [Layer]

  /// Creates a tile of layers (section 4.1).
  public init(layers: [Layer]) {
    self.layers = layers
  }

  /// A named set of features that share one coordinate system (section 4.1).
  public struct Layer: Hashable, Sendable {
    /// The name, unique in a tile byte for byte (section 4.1).
    public var name: String

    /// The width and height of the tile in units of the points (section 4.1).
    public var extent: UInt32

    /// The features, in their order in the layer (section 4.2).
    public var features: [Feature]

    /// Creates a layer, with the default extent of the schema (section 4.1).
    public init(name: String, extent: UInt32 = 4_096, features: [Feature]) {
      self.name = name
      self.extent = extent
      self.features = features
    }
  }

  /// A point, or several points, with attributes (section 4.2).
  public struct Feature: Hashable, Sendable {
    /// The identifier, unique in a layer, or `nil` (section 4.2).
    public var id: UInt64?

    /// The points: one is a point, and several are a multipoint (section 4.3.4.2).
    public var points: [Point]

    /// The attributes, in their order in the feature (section 4.4).
    public var attributes: [Attribute]

    /// Creates a feature of points (section 4.2).
    public init(id: UInt64? = nil, points: [Point], attributes: [Attribute] = []) {
      self.id = id
      self.points = points
      self.attributes = attributes
    }
  }

  /// A position from the upper left corner of the tile (section 4.3).
  ///
  /// It may lie outside of the tile, as those of a buffer do.
  public struct Point: Hashable, Sendable {
    /// The distance to the right (section 4.3).
    public var x: Int32

    /// The distance downward (section 4.3).
    public var y: Int32

    /// Creates a position (section 4.3).
    public init(x: Int32, y: Int32) {
      self.x = x
      self.y = y
    }
  }

  /// A key with its value (section 4.4).
  public struct Attribute: Hashable, Sendable {
    /// The key, unique in a feature (section 4.4).
    public var name: String

    /// The value (section 4.1).
    public var value: Value

    /// Creates an attribute (section 4.4).
    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The value of an attribute, with its type (section 4.1).
  public enum Value: Hashable, Sendable {
    /// A text (section 4.1).
    case text(String)

    /// An unsigned integer (section 4.1).
    case unsigned(UInt64)

    /// A truth value (section 4.1).
    case boolean(Bool)
  }
}
