/// The scenario files of this folder, inside the program: a program without the folder has them, too.
package enum StandardScenarios {
  /// The folder that stands in their paths.
  package static let folder = "standard"

  /// The scenarios that matter most: a gate compares their times first.
  package static let first = ["ten-thousand-pins", "search-misconfigured", "region-loop"]

  /// The texts by their paths, in the order of the files' names.
  package static let texts: [(path: String, text: String)] = files.map { name, bytes in
    ("\(folder)/\(name).yaml", String(decoding: bytes, as: UTF8.self))
  }

  /// The text of a path; `nil` if there is none.
  package static func text(of path: String) -> String? {
    texts.first { $0.path == path }?.text
  }

  private static let files: [(String, [UInt8])] = [
    ("annotation-churn", PackageResources.annotation_churn_yaml),
    ("annotation-count", PackageResources.annotation_count_yaml),
    ("annotations-in-body", PackageResources.annotations_in_body_yaml),
    ("automatic-position", PackageResources.automatic_position_yaml),
    ("camera-binding", PackageResources.camera_binding_yaml),
    ("camera-tick-recluster", PackageResources.camera_tick_recluster_yaml),
    ("delivery-circles", PackageResources.delivery_circles_yaml),
    ("delivery-zones", PackageResources.delivery_zones_yaml),
    ("filtered-memory", PackageResources.filtered_memory_yaml),
    ("geocode-addresses", PackageResources.geocode_addresses_yaml),
    ("geocode-storm", PackageResources.geocode_storm_yaml),
    ("growing-route", PackageResources.growing_route_yaml),
    ("location-authorization", PackageResources.location_authorization_yaml),
    ("location-implicit-prompt", PackageResources.location_implicit_prompt_yaml),
    ("look-around", PackageResources.look_around_yaml),
    ("main-thread-geocoding", PackageResources.main_thread_geocoding_yaml),
    ("many-routes", PackageResources.many_routes_yaml),
    ("map-rows", PackageResources.map_rows_yaml),
    ("map-screens", PackageResources.map_screens_yaml),
    ("marker-images", PackageResources.marker_images_yaml),
    ("marker-redraw", PackageResources.marker_redraw_yaml),
    ("missing-pins", PackageResources.missing_pins_yaml),
    ("moving-vehicles", PackageResources.moving_vehicles_yaml),
    ("mutated-while-clustering", PackageResources.mutated_while_clustering_yaml),
    ("position-history", PackageResources.position_history_yaml),
    ("region-end-fetch", PackageResources.region_end_fetch_yaml),
    ("region-loop", PackageResources.region_loop_yaml),
    ("reused-content", PackageResources.reused_content_yaml),
    ("route-on-selection", PackageResources.route_on_selection_yaml),
    ("route-overlay", PackageResources.route_overlay_yaml),
    ("search-misconfigured", PackageResources.search_misconfigured_yaml),
    ("search-nearest", PackageResources.search_nearest_yaml),
    ("search-park", PackageResources.search_park_yaml),
    ("search-per-keystroke", PackageResources.search_per_keystroke_yaml),
    ("server-clusters", PackageResources.server_clusters_yaml),
    ("stacked-pins", PackageResources.stacked_pins_yaml),
    ("ten-thousand-pins", PackageResources.ten_thousand_pins_yaml),
    ("travel-times", PackageResources.travel_times_yaml),
    ("view-annotations", PackageResources.view_annotations_yaml),
    ("view-reuse", PackageResources.view_reuse_yaml),
    ("visible-region", PackageResources.visible_region_yaml),
    ("wandering-clusters", PackageResources.wandering_clusters_yaml),
    ("wrap-or-native", PackageResources.wrap_or_native_yaml),
    ("zoom-burst", PackageResources.zoom_burst_yaml),
  ]
}
