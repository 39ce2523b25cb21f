import Clustering
import MapKit
import Observation
import SwiftUI

@MainActor @Observable
final class StopsModel {
  private(set) var items: [ClusteredMap<Stop>.Item] = []
  @ObservationIgnored private var stops: ClusteredMap<Stop>

  init(_ stops: ClusteredMap<Stop>) {
    self.stops = stops
  }

  func show(_ rect: MKMapRect, size: CGSize) {
    let difference = stops.update(visible: MapRect(rect), in: Viewport(size))
    // Items that are set update the view, the same ones too.
    if !difference.isEmpty { items = stops.shownItems }
  }
}

struct StopsView: View {
  let model: StopsModel

  var body: some View {
    GeometryReader { geometry in
      Map {
        ClusteredMapContent(model.items) { stop, coordinate in
          Marker(stop.name, coordinate: coordinate)
        } cluster: { cluster, coordinate in
          Annotation("", coordinate: coordinate) { Text("\(cluster.count)") }
        }
      }
      .onMapCameraChange(frequency: .continuous) { context in
        model.show(context.rect, size: geometry.size)
      }
    }
  }
}
