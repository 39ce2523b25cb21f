import Support

extension ProfileParameter {
  /// The numbers that the simulation needs. The files that come with MapPressure say which group and
  /// which dimension each has.
  public enum Name: String, Hashable, Sendable, Codable, CaseIterable, CodingKeyRepresentable {
    // An app.
    /// The time from which on a busy main thread is a hang.
    case hangThreshold = "hang-threshold"
    /// The time after which the system ends an app with a blocked main thread.
    case watchdog

    // A map.
    /// The time to create a view with a marker.
    case createMarkerView = "create-marker-view"
    /// The time to create a view with an image.
    case createImageView = "create-image-view"
    /// The time that SwiftUI takes beyond a marker's view for an annotation that a body makes.
    case swiftUIAnnotation = "swiftui-annotation"
    /// The time to show a view with a marker from the reuse queue.
    case reuseMarkerView = "reuse-marker-view"
    /// The time to show a view with an image from the reuse queue, without another image.
    case reuseImageView = "reuse-image-view"
    /// The time to lay out a live view with a marker.
    case layoutMarkerView = "layout-marker-view"
    /// The time to lay out a live view with an image.
    case layoutImageView = "layout-image-view"
    /// The time to give an existing view another image.
    case assignImage = "assign-image"
    /// The time to draw a square point of such an image.
    case redrawArea = "redraw-square-point"
    /// The time of a call of the delegate's `mapView(_:viewFor:)` for a pin.
    case viewForCall = "view-for-call"
    /// The time of such a call for a cluster.
    case viewForClusterCall = "view-for-cluster-call"
    /// The additional time of the first view.
    case firstViewWarmUp = "first-view-warm-up"
    /// The time to add an annotation.
    case addAnnotation = "add-annotation"
    /// The time to remove an annotation.
    case removeAnnotation = "remove-annotation"
    /// The time to move an annotation.
    case moveAnnotation = "move-annotation"
    /// The time that native clustering takes for each candidate.
    case nativeClusterCandidate = "native-cluster-candidate"
    /// Whether the map clusters annotations before it asks for their views.
    case clustersBeforeViews = "clusters-before-views"
    /// Whether a moving map tests only new annotations for collisions, and all at rest.
    case clustersAtRest = "clusters-at-rest"
    /// The hitches of a moving map without annotations, as a fraction of the time.
    case mapHitchFloor = "map-hitch-floor"
    /// The time to examine a pin in a search.
    case examinePin = "examine-pin"
    /// The time per pin to group pins from scratch.
    case clusterPin = "cluster-pin"
    /// The time per pin to build clusters for all zoom levels.
    case buildClustersPin = "build-clusters-pin"
    /// The time per pin to build a spatial index.
    case indexPin = "index-pin"
    /// The time to store a pin in a database.
    case storeRow = "store-row"
    /// The time of a query of a database that finds nothing.
    case queryDatabase = "query-database"
    /// The time to read a row that a query finds.
    case readRow = "read-row"
    /// The time per pin to copy an array of pins.
    case copyPin = "copy-pin"
    /// The time per element to compare two lists element by element.
    case differenceItem = "difference-item"
    /// The time per element to compare two lists by identifier.
    case differenceByIDItem = "difference-by-id-item"
    /// The margin around the visible region in which annotations have views.
    case visibleMargin = "visible-margin"
    /// The size within which two markers collide.
    case collisionSize = "collision-size"
    /// The memory of a view with a marker.
    case markerViewMemory = "marker-view-memory"
    /// The memory of a view with an image.
    case imageViewMemory = "image-view-memory"
    /// The memory of an annotation.
    case annotationMemory = "annotation-memory"
    /// The memory of a pin in an index.
    case indexPinMemory = "index-pin-memory"
    /// The memory of an open database.
    case databaseMemory = "database-memory"
    /// The memory of an app before it shows a map.
    case appBaseMemory = "app-base-memory"
    /// The memory of a map without annotations.
    case mapBaseMemory = "map-base-memory"
    /// The factor from the time of a computation on the measuring machine to its time on the phone.
    case machineFactor = "machine-factor"
    /// The width of a view with a marker.
    case markerViewSize = "marker-view-size"
    /// The width of a flat cluster view.
    case clusterViewSize = "cluster-view-size"

    // Several maps in one app, and what the system lets them have.
    /// The time to make a map view and put it on the screen.
    case createMapView = "create-map-view"
    /// The additional time of the first map view of an app.
    case firstMapView = "first-map-view"
    /// The time to put an existing map view in another place and give it another region.
    case reuseMapView = "reuse-map-view"
    /// The memory of each map view after the first.
    case mapInstanceMemory = "map-instance-memory"
    /// The fraction of a map's memory that stays when the last map view is gone.
    case mapMemoryKept = "map-memory-kept"
    /// The memory of the tiles of one more zoom level that a map has shown.
    case tileLevelMemory = "tile-level-memory"
    /// The maximum memory of a map's tiles beyond those of a map at rest.
    case tileCacheLimit = "tile-cache-limit"
    /// The footprint at which the system ends an app.
    case foregroundMemoryLimit = "foreground-memory-limit"
    /// The median time from a map's new region to its tiles.
    case tileLoadMedian = "tile-load-median"
    /// The 95th percentile of the time from a map's new region to its tiles.
    case tileLoadP95 = "tile-load-p95"
    /// The median time of a snapshot of a map.
    case snapshotMedian = "snapshot-median"
    /// The 95th percentile of the time of a snapshot.
    case snapshotP95 = "snapshot-p95"
    /// The time on the main thread to request a snapshot.
    case startSnapshot = "start-snapshot"
    /// The maximum number of snapshots that are drawn at the same time.
    case snapshotsInParallel = "snapshots-in-parallel"

    // A search.
    /// The median latency of a search.
    case searchLatencyMedian = "search-latency-median"
    /// The 95th percentile of the latency of a search.
    case searchLatencyP95 = "search-latency-p95"
    /// The median latency of a completion.
    case completionLatencyMedian = "completion-latency-median"
    /// The 95th percentile of the latency of a completion.
    case completionLatencyP95 = "completion-latency-p95"
    /// The median latency of a geocoding request.
    case geocodingLatencyMedian = "geocoding-latency-median"
    /// The 95th percentile of the latency of a geocoding request.
    case geocodingLatencyP95 = "geocoding-latency-p95"
    /// The median latency of a request for directions.
    case directionsLatencyMedian = "directions-latency-median"
    /// The 95th percentile of the latency of a request for directions.
    case directionsLatencyP95 = "directions-latency-p95"
    /// The median latency of a request for a Look Around scene.
    case lookAroundLatencyMedian = "look-around-latency-median"
    /// The 95th percentile of the latency of a request for a Look Around scene.
    case lookAroundLatencyP95 = "look-around-latency-p95"
    /// The time that a completer waits for a query to be stable.
    case completerDebounce = "completer-debounce"
    /// The length of the window in which requests are counted.
    case throttleWindow = "throttle-window"
    /// The maximum number of requests of a kind in a window.
    case throttleLimit = "throttle-limit"
    /// The maximum number of results of a search.
    case resultLimit = "result-limit"
    /// The maximum number of completions.
    case completionLimit = "completion-limit"
    /// The size of a request.
    case requestSize = "request-size"
    /// The size of a result without its texts.
    case resultSize = "result-size"
    /// The fraction of the refused requests that count in the window.
    case throttledRequestsCounted = "throttled-requests-counted"
    /// The maximum number of completions that are queries.
    case querySuggestionLimit = "query-suggestion-limit"
    /// The distance up to which a geocoder finds an address.
    case geocodingDistance = "geocoding-distance"
    /// The fraction of the areas of the size of a city that have Look Around imagery.
    case lookAroundAreaShare = "look-around-area-share"
    /// The fraction of the streets of such an area that have imagery.
    case lookAroundStreetShare = "look-around-street-share"
    /// The width of an area that has imagery or not.
    case lookAroundAreaSize = "look-around-area-size"
    /// The length of a piece of a street that has imagery or not.
    case lookAroundStreetSize = "look-around-street-size"

    // The location of the device.
    /// The median time from the start of location updates to the first position.
    case locationFixMedian = "location-fix-median"
    /// The 95th percentile of the time from the start of location updates to the first position.
    case locationFixP95 = "location-fix-p95"
    /// The median time to the one position of a single request.
    case locationOnceMedian = "location-once-median"
    /// The 95th percentile of that time.
    case locationOnceP95 = "location-once-p95"
    /// The time for which the system's alert comes up, and for which it goes away.
    case locationAlertAnimation = "location-alert-animation"

    // Directions.
    /// The speed of a car on a road.
    case automobileSpeed = "automobile-speed"
    /// The speed of a pedestrian.
    case walkingSpeed = "walking-speed"
    /// The speed of a bicycle.
    case cyclingSpeed = "cycling-speed"
    /// The speed of public transport, with its stops and waits.
    case transitSpeed = "transit-speed"
    /// The length of a way by car, on foot or by bicycle, in straight lines.
    case roadDetour = "road-detour"
    /// The ratio of the way of public transport to the straight line.
    case transitDetour = "transit-detour"
    /// The maximum distance between two places with a route.
    case directionsDistanceLimit = "directions-distance-limit"
    /// The distance between two points of a route's polyline.
    case routePointDistance = "route-point-distance"
    /// The maximum number of points of a route's polyline.
    case routePointLimit = "route-point-limit"
    /// The size of a point of a route in an answer.
    case routePointSize = "route-point-size"
    /// The distance between two steps of a route.
    case routeStepDistance = "route-step-distance"
    /// The size of a step of a route in an answer.
    case routeStepSize = "route-step-size"

    // Overlays of a map.
    /// The time to add an overlay.
    case addOverlay = "add-overlay"
    /// The time to remove an overlay.
    case removeOverlay = "remove-overlay"
    /// The time to make the renderer of an overlay.
    case makeRenderer = "make-overlay-renderer"
    /// The time to change the style of a renderer.
    case restyleRenderer = "restyle-renderer"
    /// The time to copy a point into an overlay.
    case copyOverlayPoint = "copy-overlay-point"
    /// The time to begin the drawing of an overlay in a tile.
    case drawOverlayTile = "draw-overlay-tile"
    /// The time to draw a point of an overlay in a tile.
    case drawOverlayPoint = "draw-overlay-point"
    /// The time to fill a square point of a tile with the interior of a shape.
    case fillOverlayArea = "fill-overlay-area"
    /// The points that the drawing of a circle's outline goes through.
    case circlePathPoints = "circle-path-points"
    /// The fraction of the drawing that the main thread waits for.
    case overlayMainShare = "overlay-main-share"
    /// The time from the addition of an overlay to its appearance.
    case overlayAppearance = "overlay-appearance"
    /// The width of a tile in which overlays are drawn.
    case overlayTileSize = "overlay-tile-size"
    /// The time to compare a point with a line in a simplification.
    case simplifyPoint = "simplify-point"
    /// The memory of an overlay with its renderer.
    case overlayMemory = "overlay-memory"
    /// The memory of a point of an overlay.
    case overlayPointMemory = "overlay-point-memory"

    // The ranking of a search.
    /// The rank of a name that begins with the query.
    case rankNameBeginning = "rank-name-beginning"
    /// The rank of a name that has all words of the query.
    case rankWordsInName = "rank-words-in-name"
    /// The rank of a word in the name.
    case rankWordInName = "rank-word-in-name"
    /// The rank of a word in the street.
    case rankWordInStreet = "rank-word-in-street"
    /// The rank of a word in the city's name.
    case rankWordInCity = "rank-word-in-city"
    /// The rank of a word in the category only.
    case rankWordInCategory = "rank-word-in-category"
    /// The rank of a place within the region of the request.
    case rankInsideRegion = "rank-inside-region"
    /// The deduction for each more frequent word that a misspelt one may mean.
    case rankRarerCorrection = "rank-rarer-correction"
    /// The maximum deduction for corrections.
    case rankCorrectionLimit = "rank-correction-limit"
    /// The rank of a word's rarity where no place has all words.
    case rankRarity = "rank-rarity"
    /// The enlargement of a hint's region before the whole earth is searched.
    case searchNeighborhood = "search-neighborhood"
    /// The number of letters from which a misspelt word is corrected.
    case correctionMinLength = "correction-min-length"
    /// The number of words that a misspelt one may mean.
    case correctionCount = "correction-count"

    // Pictures of pins.
    /// The median time from the request of a picture to its bytes.
    case pictureLatencyMedian = "picture-latency-median"
    /// The 95th percentile of this time.
    case pictureLatencyP95 = "picture-latency-p95"
    /// The maximum number of requests for pictures under way.
    case pictureConnections = "picture-connections"
    /// The size of a picture's file.
    case pictureSize = "picture-size"
    /// The time to decode a pixel of a compressed picture.
    case decodePixel = "decode-pixel"
    /// The time per pixel of the source to make a smaller picture of it.
    case downsamplePixel = "downsample-pixel"

    // Pins that people want to open.
    /// The closest zoom level of a map.
    case mapZoomLimit = "map-zoom-limit"
    /// The uncovered fraction of a marker from which on people hit it.
    case tapUncoveredShare = "tap-uncovered-share"
    /// The maximum number of taps for one pin.
    case tapPatience = "tap-patience"

    // Callbacks of a camera.
    /// The frames from the camera's movement on the screen to the effect of the app's callback.
    case cameraCallbackDelay = "camera-callback-delay"
    /// The time on the main thread to move a view that lies over a map.
    case placeView = "place-view"

    // Updates of a view that holds a map.
    /// The time of an update of a view: its body and `updateUIView`.
    case updatePass = "update-pass"
    /// The length of an animated change of the region.
    case regionAnimation = "region-animation"
    /// The deviation of a region that is read back from the one that was set.
    case fittingResidual = "fitting-residual"
    /// The deviation of a centre that is read back from the one that was set.
    case centerResidual = "center-residual"
    /// The maximum number of ends of region changes of one fling.
    case regionEndsPerFling = "region-ends-per-fling"
    /// The time of a change of the region by code.
    case setCamera = "set-camera"
    /// The number of times that the layout pass after a change converts the region again, without a
    /// call of the delegate.
    case layoutPassConversions = "layout-pass-conversions"
    /// The minimum movement of a region that is a change.
    case regionChangeThreshold = "region-change-threshold"

    // Hands on a map.
    /// The fraction of a flung map's speed that is left after a millisecond.
    case flingDecay = "fling-decay"
    /// The speed at which a flung map stands still.
    case flingRestingSpeed = "fling-resting-speed"
    /// The space around all pins in the widest view, as a part of their extent.
    case overviewMargin = "overview-margin"
    /// The lowest zoom level of a stay around a pin.
    case stayZoomMin = "stay-zoom-min"
    /// The highest zoom level of a stay.
    case stayZoomMax = "stay-zoom-max"
    /// The levels that a stay is at least closer than the view of all pins.
    case stayZoomAboveOverview = "stay-zoom-above-overview"
    /// The level of the closest view of zoom-out-and-in.
    case burstZoom = "burst-zoom"
    /// The lowest level of city-hop.
    case hopZoomMin = "hop-zoom-min"
    /// The highest level of city-hop.
    case hopZoomMax = "hop-zoom-max"
    /// The level of the trace of flings.
    case flingZoom = "fling-zoom"
    /// The speed of a finger when it lets go.
    case flingSpeedMedian = "fling-speed-median"
    /// The standard deviation of the speed's logarithm.
    case flingSpeedSigma = "fling-speed-sigma"
    /// The lowest speed of a fling.
    case flingSpeedMin = "fling-speed-min"
    /// The highest speed of a fling.
    case flingSpeedMax = "fling-speed-max"
    /// The lowest speed of the fling that returns to the place where a pan began.
    case returnFlingSpeedMin = "return-fling-speed-min"
    /// The time from the touch to the release of a fling.
    case flingTouchTime = "fling-touch-time"
    /// The fraction of the flings in the direction of the one before.
    case flingKeepsDirection = "fling-keeps-direction"
    /// The shortest drag of pan-and-zoom.
    case dragDistanceMin = "drag-distance-min"
    /// The longest drag, about the width of a phone.
    case dragDistanceMax = "drag-distance-max"
    /// The length of a drag.
    case dragTime = "drag-time"
    /// The reach of drags that keep all pins in view.
    case overviewDragReach = "overview-drag-reach"
    /// The length of such a drag.
    case overviewDragTime = "overview-drag-time"
    /// The zoom levels of a pinch.
    case pinchLevels = "pinch-levels"
    /// The length of a pinch.
    case pinchTime = "pinch-time"
    /// The lift of the fingers between two pinches.
    case pinchLift = "pinch-lift"
    /// Zoom levels of a pinch of zoom-out-and-in.
    case burstPinchLevels = "burst-pinch-levels"
    /// The length of such a pinch.
    case burstPinchTime = "burst-pinch-time"
    /// The length of an animated flight of city-hop.
    case flightTime = "flight-time"
    /// The rest at the view of all pins.
    case dwellBeforeZoom = "dwell-before-zoom"
    /// The rest between a drag and a fling.
    case dwellAfterDrag = "dwell-after-drag"
    /// The rest after the fling.
    case dwellAfterFling = "dwell-after-fling"
    /// The rest at each end of zoom-out-and-in.
    case dwellBetweenBursts = "dwell-between-bursts"
    /// The rest at each place of city-hop.
    case dwellAfterHop = "dwell-after-hop"
    /// The longest drag of small-moves.
    case nudgeDistanceMax = "nudge-distance-max"
    /// The range of the zoom levels of small-moves.
    case nudgeLevels = "nudge-levels"
    /// The length of a drag or a pinch of small-moves.
    case nudgeTime = "nudge-time"
    /// The rest between two of them.
    case dwellBetweenNudges = "dwell-between-nudges"
    /// The shortest rest of the trace world.
    case dwellAtOverviewMin = "dwell-at-overview-min"
    /// The longest rest of the trace world.
    case dwellAtOverviewMax = "dwell-at-overview-max"
    /// The shortest rest between two flings.
    case dwellBetweenFlingsMin = "dwell-between-flings-min"
    /// The longest rest between two flings.
    case dwellBetweenFlingsMax = "dwell-between-flings-max"

    // A user who looks at a map whose pins are on a server.
    /// The look at a map that has just appeared.
    case firstLook = "first-look"
    /// The look at the end.
    case lastLook = "last-look"
    /// The fraction of the gestures after which a user looks.
    case lookShare = "look-share"
    /// The shortest look.
    case lookMin = "look-min"
    /// The longest look.
    case lookMax = "look-max"

    // An app's own server.
    /// The median latency of a fetch from an app's server.
    case fetchLatencyMedian = "fetch-latency-median"
    /// The 95th percentile of the latency of a fetch from an app's server.
    case fetchLatencyP95 = "fetch-latency-p95"
    /// The size of a request to an app's server and of its answer without pins.
    case fetchRequestSize = "fetch-request-size"
    /// The size of a pin in a server's answer.
    case fetchResultSize = "fetch-result-size"
    /// The maximum number of pins in an answer of an app's server.
    case serverAnswerLimit = "server-answer-limit"

    // A network between a phone and a server, and what both do with an answer.
    /// The round trip over Wi-Fi.
    case wiFiRoundTrip = "wi-fi-round-trip"
    /// The time that Wi-Fi takes for a megabyte.
    case wiFiMegabyte = "wi-fi-megabyte"
    /// The round trip over a network of the fourth generation.
    case fourGRoundTrip = "4g-round-trip"
    /// The time that a network of the fourth generation takes for a megabyte.
    case fourGMegabyte = "4g-megabyte"
    /// The round trip over a poor network.
    case poorRoundTrip = "poor-round-trip"
    /// The time that a poor network takes for a megabyte.
    case poorMegabyte = "poor-megabyte"
    /// The round trips before the first request of a connection.
    case connectionRoundTrips = "connection-round-trips"
    /// The time of the server for the answers to requests that are sent at once.
    case serverTime = "server-time"
    /// The time of the phone to decode a feature of an answer.
    case decodeFeature = "decode-feature"

    // An app's data while its map is shown.
    /// The speed of a moving pin.
    case moverSpeed = "mover-speed"
    /// The change of a vehicle's direction at a step.
    case moverTurn = "mover-turn"
    /// The standard deviation of the distance of a new pin from another one.
    case newcomerSpread = "newcomer-spread"

    // The use of a screen that keeps a map's region in its state.
    /// The changes of the user's location per second.
    case locationRate = "location-rate"
    /// The changes of an app's data per second.
    case dataRate = "data-rate"
    /// The commands of code to the map per second.
    case commandRate = "command-rate"
    /// The changes of the map's size per second.
    case resizeRate = "resize-rate"
    /// The variation of the gaps between events, as a fraction of their mean.
    case eventGapSpread = "event-gap-spread"
    /// The distance between two positions of a person who walks.
    case walkStep = "walk-step"
    /// The look at a place that code has shown.
    case commandLook = "command-look"
    /// The look at a map of another size.
    case resizeLook = "resize-look"
    /// The length of a look without a request.
    case idleLook = "idle-look"
    /// The fraction of the rests that are such a look.
    case idleLookShare = "idle-look-share"
    /// The time at the end in which no change begins, so that each can be judged.
    case quietEnding = "quiet-ending"
    /// From a rest's beginning to a change of the view's size.
    case resizeDelay = "resize-delay"
    /// The shortest time until the usual size is back.
    case resizeBackMin = "resize-back-min"
    /// The longest time until the usual size is back.
    case resizeBackMax = "resize-back-max"
    /// The fraction of the resizes in the middle of a gesture.
    case resizeInGestureShare = "resize-in-gesture-share"
    /// The height of a keyboard.
    case keyboardHeight = "keyboard-height"
    /// The fraction of the width that a split view leaves to an app.
    case splitWidth = "split-width"
    /// The fraction of the commands directly after a gesture.
    case commandQuickShare = "command-quick-share"
    /// The shortest delay of such a command.
    case commandQuickDelayMin = "command-quick-delay-min"
    /// The longest delay of such a command.
    case commandQuickDelayMax = "command-quick-delay-max"
    /// The shortest delay of other commands after a gesture.
    case commandDelayMin = "command-delay-min"
    /// The longest delay of other commands.
    case commandDelayMax = "command-delay-max"
    /// The fraction of the commands that are followed by a closer view of the same place.
    case commandZoomShare = "command-zoom-share"
    /// The factor by which that view is closer.
    case commandZoomFactor = "command-zoom-factor"
    /// The lowest zoom level that code shows a place at.
    case commandZoomMin = "command-zoom-min"
    /// The fraction of the commands that show the user.
    case commandUserShare = "command-user-share"
    /// The maximum distance of a search result in screens.
    case commandNearReach = "command-near-reach"

    // People who type a search, and the places among which they search.
    /// The fraction of the streets that are named after a category, where a scenario has such streets.
    case sharedStreetShare = "shared-street-share"
    /// The fraction of the searches in the person's own city.
    case homeShare = "home-share"
    /// Of the searches that name a city, the fraction whose map shows another place.
    case elsewhereShare = "elsewhere-share"
    /// The fraction of the searches for points of interest.
    case wantsPointShare = "wants-point-share"
    /// The fraction of the searches for addresses.
    case wantsAddressShare = "wants-address-share"
    /// The fraction of the points of interest that are named in full.
    case queryNameShare = "query-name-share"
    /// The fraction of the points of interest that are named in part.
    case queryPartShare = "query-part-share"
    /// The fraction of the points of interest that are named with the city.
    case queryNameCityShare = "query-name-city-share"
    /// The fraction of the points of interest of which any of the category would do.
    case queryCategoryShare = "query-category-share"
    /// The fraction of the addresses with street and number.
    case queryAddressShare = "query-address-share"
    /// The fraction of the addresses with street, number and city.
    case queryAddressCityShare = "query-address-city-share"
    /// The fraction of the addresses with number and street in the other order.
    case numberReversedShare = "number-reversed-share"
    /// The fraction of the parts of a name that lack its last word.
    case partDropsLastShare = "part-drops-last-share"
    /// The typed fraction of a name of one word.
    case partOfWordShare = "part-of-word-share"
    /// The fraction of the categories that are named by their usual word.
    case usualWordShare = "usual-word-share"
    /// The narrowest map behind a search.
    case mapWidthMin = "map-width-min"
    /// The widest map behind a search.
    case mapWidthMax = "map-width-max"
    /// The fraction of the maps with the wanted place near the centre.
    case centredShare = "centred-share"
    /// The distance of such a place from the centre, as a fraction of the width.
    case centredReach = "centred-reach"
    /// The fraction of the maps with the wanted place at an edge.
    case edgeShare = "edge-share"
    /// The smallest distance of such a place from the centre, as a fraction of the width.
    case edgeMin = "edge-min"
    /// The largest distance of such a place from the centre, as a fraction of the width.
    case edgeMax = "edge-max"
    /// The fraction of the searches that end with the search key.
    case submitShare = "submit-share"
    /// The shortest time from the last letter to the search key.
    case submitDelayMin = "submit-delay-min"
    /// The longest time from the last letter to the search key.
    case submitDelayMax = "submit-delay-max"
    /// The shortest time from the last letter to a tap.
    case tapDelayMin = "tap-delay-min"
    /// The longest time from the last letter to a tap.
    case tapDelayMax = "tap-delay-max"
    /// The longest time until the first search.
    case firstSearchMax = "first-search-max"
    /// The shortest pause between two searches.
    case pauseMin = "pause-min"
    /// The longest pause between two searches.
    case pauseMax = "pause-max"
    /// The minimum number of searches in a row.
    case burstMin = "burst-min"
    /// The maximum number of searches in a row.
    case burstMax = "burst-max"
    /// The shortest pause after a row of searches.
    case burstPauseMin = "burst-pause-min"
    /// The longest pause after a row of searches.
    case burstPauseMax = "burst-pause-max"
    /// The mean time between two keys of the fastest person.
    case keyIntervalMin = "key-interval-min"
    /// The mean time between two keys of the slowest person.
    case keyIntervalMax = "key-interval-max"
    /// The standard deviation of the logarithm of one person's times between keys.
    case keyIntervalSigma = "key-interval-sigma"
    /// The shortest time between two keys.
    case keyIntervalFloor = "key-interval-floor"
    /// The longest additional time before and after a space.
    case wordPauseMax = "word-pause-max"
    /// The fraction of the keys before which a person thinks.
    case hesitationShare = "hesitation-share"
    /// The shortest such time.
    case hesitationMin = "hesitation-min"
    /// The longest such time.
    case hesitationMax = "hesitation-max"
    /// The shortest time before the first key.
    case thinkingMin = "thinking-min"
    /// The longest time before the first key.
    case thinkingMax = "thinking-max"
    /// The fraction of the searches that begin with other words.
    case changedMindShare = "changed-mind-share"
    /// The fraction of the searches whose last word is typed again.
    case retypedShare = "retyped-share"
    /// The fraction of wrong keys of the most careful person.
    case mistakeRateMin = "mistake-rate-min"
    /// The fraction of wrong keys of the least careful person.
    case mistakeRateMax = "mistake-rate-max"
    /// The fraction of the mistakes that are corrected.
    case mistakeCorrectedShare = "mistake-corrected-share"
    /// The maximum number of keys until a mistake is seen.
    case mistakeNoticedKeys = "mistake-noticed-keys"
    /// The fraction of the mistakes that are two keys in the wrong order.
    case mistakeSwapShare = "mistake-swap-share"
    /// The fraction of the mistakes that are a key not hit.
    case mistakeOmissionShare = "mistake-omission-share"
    /// The fraction of the mistakes that are a key hit twice.
    case mistakeDoubleShare = "mistake-double-share"
    /// The shortest time before a correction.
    case correctionPauseMin = "correction-pause-min"
    /// The longest time before a correction.
    case correctionPauseMax = "correction-pause-max"
    /// The shortest time between two taps on the delete key.
    case deleteIntervalMin = "delete-interval-min"
    /// The longest time between two taps on the delete key.
    case deleteIntervalMax = "delete-interval-max"
    /// The number of letters above which people hold the delete key.
    case deleteHoldLetters = "delete-hold-letters"
    /// The shortest time before people hold the delete key.
    case deleteHoldPauseMin = "delete-hold-pause-min"
    /// The longest time before people hold the delete key.
    case deleteHoldPauseMax = "delete-hold-pause-max"
    /// The time from the first deletion of a held key to the second.
    case deleteRepeatDelay = "delete-repeat-delay"
    /// The time between further deletions of a held key.
    case deleteRepeatInterval = "delete-repeat-interval"
    /// The lowest fraction of a person's queries in lower case.
    case lowerCaseMin = "lower-case-min"
    /// The lowest fraction of a person's queries without accents.
    case plainLettersMin = "plain-letters-min"
    /// The fraction of the names that are typed without their apostrophe.
    case apostropheDroppedShare = "apostrophe-dropped-share"
    /// The fraction of the names that are typed with a word for &.
    case andWrittenShare = "and-written-share"
    /// The number of rows that a person looks at.
    case rowsLookedAt = "rows-looked-at"
    /// The time from an answer to a tap.
    case reactionTime = "reaction-time"
    /// The time for which people wait for an answer.
    case patience

    // A list of visited places.
    /// The number of rows on the screen.
    case listRowsOnScreen = "list-rows-on-screen"
    /// The rows per second of a scroll.
    case listScrollRate = "list-scroll-rate"
    /// The shortest rest between two scrolls.
    case listRestMin = "list-rest-min"
    /// The longest rest between two scrolls.
    case listRestMax = "list-rest-max"
    /// The minimum number of rows of a scroll.
    case listBurstMin = "list-burst-min"
    /// The maximum number of rows of a scroll.
    case listBurstMax = "list-burst-max"
    /// The fraction of the scrolls back up.
    case listBackShare = "list-back-share"
    /// The length of the look at the end.
    case listLastLook = "list-last-look"
    /// The fraction of the rows that are different places.
    case listDistinctShare = "list-distinct-share"
    /// The standard deviation of a position.
    case positionNoise = "position-noise"
    /// The fraction of the rests in which a person opens a place.
    case placeOpenShare = "place-open-share"
    /// The shortest look at an open place.
    case placeLookMin = "place-look-min"
    /// The longest look at an open place.
    case placeLookMax = "place-look-max"
    /// The fraction of the opened places that are the wrong one, after which another is opened.
    case placeSlipShare = "place-slip-share"
    /// The shortest time until a person closes the wrong place.
    case placeSlipMin = "place-slip-min"
    /// The longest time until a person closes the wrong place.
    case placeSlipMax = "place-slip-max"
    /// The fraction of the looks in which a person wants to look around.
    case lookAroundWishShare = "look-around-wish-share"
    /// The time from an offer to look around to the tap on it.
    case lookAroundTapDelay = "look-around-tap-delay"

    // The first days with an app that shows the location.
    /// The minimum number of visits to the app.
    case locationVisitsMin = "location-visits-min"
    /// The maximum number of visits to the app.
    case locationVisitsMax = "location-visits-max"
    /// The fraction of the visits in which a person opens the map.
    case mapOpenShare = "map-open-share"
    /// The shortest time from the launch of the app to the map.
    case mapOpenDelayMin = "map-open-delay-min"
    /// The longest time from the launch of the app to the map.
    case mapOpenDelayMax = "map-open-delay-max"
    /// The shortest look at the map.
    case mapLookMin = "map-look-min"
    /// The longest look at the map.
    case mapLookMax = "map-look-max"
    /// The fraction of the looks at the map in which a person asks for the own position.
    case locatePressShare = "locate-press-share"
    /// The shortest time from the map to the press of the locate button.
    case locatePressDelayMin = "locate-press-delay-min"
    /// The longest time from the map to the press of the locate button.
    case locatePressDelayMax = "locate-press-delay-max"
    /// The fraction of the phones that location is restricted on.
    case locationRestrictedShare = "location-restricted-share"
    /// The fraction of the phones whose location services are off.
    case locationOffShare = "location-off-share"
    /// The fraction of the phones whose system has service sessions.
    case serviceSessionShare = "service-session-share"

    // The answers of people who are asked for their location.
    /// The shortest time until a person answers the alert.
    case alertAnswerMin = "alert-answer-min"
    /// The longest time until a person answers the alert.
    case alertAnswerMax = "alert-answer-max"
    /// The shortest time for which a person reads the app's explanation.
    case explanationReadMin = "explanation-read-min"
    /// The longest time for which a person reads the app's explanation.
    case explanationReadMax = "explanation-read-max"
    /// The fraction of the people who continue after the app's explanation.
    case explanationAcceptShare = "explanation-accept-share"
    /// The fraction of the people who allow the location at the launch of the app.
    case acceptAtLaunchShare = "accept-at-launch-share"
    /// The fraction of the people who allow the location when the map appears.
    case acceptAtMapShare = "accept-at-map-share"
    /// The fraction of the people who allow the location after they asked for their position.
    case acceptOnPressShare = "accept-on-press-share"
    /// The fraction of the people who allow the location after an explanation that they accepted.
    case acceptExplainedShare = "accept-explained-share"
    /// The fraction of the people who allow the location that allow it once.
    case allowOnceShare = "allow-once-share"
    /// The fraction of the people who allow the location that turn the precise location off.
    case reducedAccuracyShare = "reduced-accuracy-share"
    /// The fraction of the people who allow the location in Settings where the app leads there.
    case settingsLinkShare = "settings-link-share"
    /// The fraction of the people who find the way to Settings on their own.
    case settingsUnaidedShare = "settings-unaided-share"
    /// The fraction of the visits after which a person takes the authorization back.
    case settingsRevokeShare = "settings-revoke-share"
    /// The shortest time in Settings.
    case settingsTripMin = "settings-trip-min"
    /// The longest time in Settings.
    case settingsTripMax = "settings-trip-max"
    /// The time for which a person waits for something to happen after a press.
    case locatePatience = "locate-patience"

    // A list with a map in each row.
    /// The number of rows with a map on the screen.
    case mapListRowsOnScreen = "map-list-rows-on-screen"
    /// The rows with a map per second of a scroll.
    case mapListScrollRate = "map-list-scroll-rate"
    /// The minimum number of rows with a map of a scroll.
    case mapListBurstMin = "map-list-burst-min"
    /// The maximum number of rows with a map of a scroll.
    case mapListBurstMax = "map-list-burst-max"

    // A list of travel times.
    /// The speed of the person who looks at the list.
    case listPersonSpeed = "list-person-speed"
    /// The deviation up to which a travel time is right.
    case travelTimeTolerance = "travel-time-tolerance"

    // People who select places on a map.
    /// The fraction of the selections that a person only passes over.
    case glanceShare = "glance-share"
    /// The shortest time of such a selection.
    case glanceMin = "glance-min"
    /// The longest time of such a selection.
    case glanceMax = "glance-max"
    /// The shortest time of a selection whose route a person looks at.
    case routeReadMin = "route-read-min"
    /// The longest time of a selection whose route a person looks at.
    case routeReadMax = "route-read-max"
    /// The fraction of the selections after which nothing is selected.
    case deselectShare = "deselect-share"
    /// The time for which then nothing is selected.
    case deselectedTime = "deselected-time"
    /// The largest distance of a place that a person selects.
    case selectionReach = "selection-reach"
    /// The fraction of the selected places that have no route.
    case unreachableShare = "unreachable-share"

    // Lines on a map: the track of a person, routes along roads, and zones.
    /// The distance between two fixes of a person who runs.
    case runnerStep = "runner-step"
    /// The standard deviation of a change of direction between two fixes.
    case runnerTurn = "runner-turn"
    /// The standard deviation of a fix.
    case trackNoise = "track-noise"
    /// The fraction of a fix's error that the next one has, too.
    case trackNoiseKept = "track-noise-kept"
    /// The zoom level of a map that follows a person.
    case followZoom = "follow-zoom"
    /// The time from one look at the whole track to the next.
    case trackLookInterval = "track-look-interval"
    /// The length of such a look.
    case trackLook = "track-look"
    /// The distance between two points of a road.
    case roadPointDistance = "road-point-distance"
    /// The standard deviation of a road's change of direction between two points.
    case roadTurn = "road-turn"
    /// The fraction of a road's deviation from its main direction that the next point has, too.
    case roadTurnKept = "road-turn-kept"
    /// The size of the area in which many routes begin.
    case routeDistrict = "route-district"
    /// The selections of another route per second.
    case routeSelectionRate = "route-selection-rate"
    /// The width of a zone as a fraction of the width of its share of the area.
    case zoneWidth = "zone-width"
    /// The fraction by which the outline of a zone is closer to its center at most.
    case zoneRoughness = "zone-roughness"
  }
}

extension YAMLValue {
  /// Returns the list of names of parameters that the value is.
  package func parameterNames() throws(InputError) -> [ProfileParameter.Name] {
    try elements().map { (element) throws(InputError) in try element.choice("parameter") }
  }
}
