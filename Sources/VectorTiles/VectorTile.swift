/// A tile of points with attributes, in the format of Mapbox Vector Tiles, version 2.1.
///
/// The format has lines and polygons too; a decoder leaves them out, because the tiles of a map's
/// pins have none. A value.
public struct VectorTile: Hashable, Sendable {
  /// A set of features of one kind (specification, 4.1).
  public struct Layer: Hashable, Sendable {
    /// The name, unique in a tile.
    public var name: String
    /// The width and the height of the tile in the units of the points.
    public var extent: UInt32
    /// The features.
    public var features: [Feature]

    /// Creates a layer.
    public init(name: String, extent: UInt32 = 4_096, features: [Feature]) {
      self.name = name
      self.extent = extent
      self.features = features
    }
  }

  /// Points with attributes (specification, 4.2).
  public struct Feature: Hashable, Sendable {
    /// The identifier; `nil` if there is none.
    public var id: UInt64?
    /// One point, or several that share the attributes.
    public var points: [Point]
    /// The attributes, in their order in the tile.
    public var attributes: [Attribute]

    /// Creates a feature.
    public init(id: UInt64? = nil, points: [Point], attributes: [Attribute] = []) {
      self.id = id
      self.points = points
      self.attributes = attributes
    }
  }

  /// A place in a tile, from its north-western corner.
  public struct Point: Hashable, Sendable {
    /// Units eastwards.
    public var x: Int32
    /// Units southwards.
    public var y: Int32

    /// A place.
    public init(x: Int32, y: Int32) {
      self.x = x
      self.y = y
    }
  }

  /// A name with a value (specification, 4.4).
  public struct Attribute: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: Value

    /// An attribute.
    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The value of an attribute (specification, 4.1).
  public enum Value: Hashable, Sendable {
    /// A text.
    case text(String)
    /// A number of 32 bits with a fraction.
    case float(Float)
    /// A number of 64 bits with a fraction.
    case double(Double)
    /// A whole number.
    case integer(Int64)
    /// A whole number that is not negative.
    case unsigned(UInt64)
    /// True or false.
    case boolean(Bool)
  }

  /// The layers.
  public var layers: [Layer]

  /// A tile with layers.
  public init(layers: [Layer]) {
    self.layers = layers
  }
}

extension VectorTile.Feature {
  /// The value of the first attribute of a name, or `nil`.
  public subscript(name: String) -> VectorTile.Value? {
    attributes.first { $0.name == name }?.value
  }
}
