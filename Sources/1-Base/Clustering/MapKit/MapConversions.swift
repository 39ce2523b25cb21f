#if canImport(MapKit)
  import MapKit

  extension Coordinate {
    /// The same place; valid or not.
    public init(_ coordinate: CLLocationCoordinate2D) {
      self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }
  }

  extension CLLocationCoordinate2D {
    /// The same place; valid or not.
    public init(_ coordinate: Coordinate) {
      self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }
  }

  extension MapPoint {
    /// The same place on the flat world.
    public init(_ point: MKMapPoint) {
      self.init(x: point.x, y: point.y)
    }
  }

  extension MKMapPoint {
    /// The same place on the flat world.
    public init(_ point: MapPoint) {
      self.init(x: point.x, y: point.y)
    }
  }

  extension MapRect {
    /// The same rectangle, in map points. `MKMapRect.null` becomes one that contains nothing.
    public init(_ rect: MKMapRect) {
      self.init(
        x: rect.origin.x, y: rect.origin.y, width: rect.size.width, height: rect.size.height)
    }
  }

  extension MKMapRect {
    /// The same rectangle, in map points.
    public init(_ rect: MapRect) {
      self.init(
        origin: MKMapPoint(x: rect.minX, y: rect.minY),
        size: MKMapSize(width: rect.width, height: rect.height))
    }
  }

  extension Region {
    /// The same centre and span; valid or not.
    public init(_ region: MKCoordinateRegion) {
      self.init(
        center: Coordinate(region.center),
        span: CoordinateSpan(
          latitudeDelta: region.span.latitudeDelta, longitudeDelta: region.span.longitudeDelta))
    }
  }

  extension MKCoordinateRegion {
    /// The same centre and span; valid or not.
    public init(_ region: Region) {
      self.init(
        center: CLLocationCoordinate2D(region.center),
        span: MKCoordinateSpan(
          latitudeDelta: region.span.latitudeDelta, longitudeDelta: region.span.longitudeDelta))
    }
  }

  extension Viewport {
    /// The same size, in points.
    public init(_ size: CGSize) {
      self.init(width: Double(size.width), height: Double(size.height))
    }
  }
#endif
