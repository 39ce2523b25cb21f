import Support

extension ProfileParameter {
  /// The numbers that the simulation needs. The built-in profiles say what each means, and which
  /// group and dimension it has. Its name there has the words of the case: `create-marker-view`.
  public enum Name: Hashable, Sendable, Codable, CaseIterable, CodingKeyRepresentable {
    // An app.
    case hangThreshold, watchdog

    // A map.
    case createMarkerView, createImageView, swiftuiAnnotation, reuseMarkerView, reuseImageView,
      layoutMarkerView, layoutImageView, assignImage, redrawSquarePoint, viewForCall,
      viewForClusterCall, firstViewWarmUp, addAnnotation, removeAnnotation, moveAnnotation,
      nativeClusterCandidate, clustersBeforeViews, clustersAtRest, mapHitchFloor, examinePin,
      clusterPin, buildClustersPin, indexPin, storeRow, queryDatabase, readRow, copyPin,
      differenceItem, differenceByIdItem, visibleMargin, collisionSize, markerViewMemory,
      imageViewMemory, annotationMemory, indexPinMemory, databaseMemory, appBaseMemory,
      mapBaseMemory, machineFactor, markerViewSize, clusterViewSize

    // Several maps in one app, and what the system lets them have.
    case createMapView, firstMapView, reuseMapView, mapInstanceMemory, mapMemoryKept,
      tileLevelMemory, tileCacheLimit, foregroundMemoryLimit, tileLoadMedian, tileLoadP95,
      snapshotMedian, snapshotP95, startSnapshot, snapshotsInParallel

    // A search.
    case searchLatencyMedian, searchLatencyP95, completionLatencyMedian, completionLatencyP95,
      geocodingLatencyMedian, geocodingLatencyP95, directionsLatencyMedian, directionsLatencyP95,
      lookAroundLatencyMedian, lookAroundLatencyP95, completerDebounce, throttleWindow,
      throttleLimit, resultLimit, completionLimit, requestSize, resultSize,
      throttledRequestsCounted, querySuggestionLimit, geocodingDistance, lookAroundAreaShare,
      lookAroundStreetShare, lookAroundAreaSize, lookAroundStreetSize

    // The location of the device.
    case locationFixMedian, locationFixP95, locationOnceMedian, locationOnceP95,
      locationAlertAnimation

    // Directions.
    case automobileSpeed, walkingSpeed, cyclingSpeed, transitSpeed, roadDetour, transitDetour,
      directionsDistanceLimit, routePointDistance, routePointLimit, routePointSize,
      routeStepDistance, routeStepSize

    // Overlays of a map.
    case addOverlay, removeOverlay, makeOverlayRenderer, restyleRenderer, copyOverlayPoint,
      drawOverlayTile, drawOverlayPoint, fillOverlayArea, circlePathPoints, overlayMainShare,
      overlayAppearance, overlayTileSize, simplifyPoint, overlayMemory, overlayPointMemory

    // The ranking of a search.
    case rankNameBeginning, rankWordsInName, rankWordInName, rankWordInStreet, rankWordInCity,
      rankWordInCategory, rankInsideRegion, rankRarerCorrection, rankCorrectionLimit, rankRarity,
      searchNeighborhood, correctionMinLength, correctionCount

    // Pictures of pins.
    case pictureLatencyMedian, pictureLatencyP95, pictureConnections, pictureSize, decodePixel,
      downsamplePixel

    // Pins that people want to open.
    case mapZoomLimit, tapUncoveredShare, tapPatience

    // Callbacks of a camera.
    case cameraCallbackDelay, placeView

    // Updates of a view that holds a map.
    case updatePass, regionAnimation, fittingResidual, centerResidual, regionEndsPerFling,
      setCamera, layoutPassConversions, regionChangeThreshold

    // Hands on a map.
    case flingDecay, flingRestingSpeed, overviewMargin, stayZoomMin, stayZoomMax,
      stayZoomAboveOverview, burstZoom, hopZoomMin, hopZoomMax, flingZoom, flingSpeedMedian,
      flingSpeedSigma, flingSpeedMin, flingSpeedMax, returnFlingSpeedMin, flingTouchTime,
      flingKeepsDirection, dragDistanceMin, dragDistanceMax, dragTime, overviewDragReach,
      overviewDragTime, pinchLevels, pinchTime, pinchLift, burstPinchLevels, burstPinchTime,
      flightTime, dwellBeforeZoom, dwellAfterDrag, dwellAfterFling, dwellBetweenBursts,
      dwellAfterHop, nudgeDistanceMax, nudgeLevels, nudgeTime, dwellBetweenNudges,
      dwellAtOverviewMin, dwellAtOverviewMax, dwellBetweenFlingsMin, dwellBetweenFlingsMax

    // A user who looks at a map whose pins are on a server.
    case firstLook, lastLook, lookShare, lookMin, lookMax

    // An app's own server.
    case fetchLatencyMedian, fetchLatencyP95, fetchRequestSize, fetchResultSize, serverAnswerLimit

    // A network between a phone and a server, and what both do with an answer.
    case wiFiRoundTrip, wiFiMegabyte, `4gRoundTrip`, `4gMegabyte`, poorRoundTrip, poorMegabyte,
      connectionRoundTrips, serverTime, decodeFeature

    // An app's data while its map is shown.
    case moverSpeed, moverTurn, newcomerSpread

    // The use of a screen that keeps a map's region in its state.
    case locationRate, dataRate, commandRate, resizeRate, eventGapSpread, walkStep, commandLook,
      resizeLook, idleLook, idleLookShare, quietEnding, resizeDelay, resizeBackMin, resizeBackMax,
      resizeInGestureShare, keyboardHeight, splitWidth, commandQuickShare, commandQuickDelayMin,
      commandQuickDelayMax, commandDelayMin, commandDelayMax, commandZoomShare, commandZoomFactor,
      commandZoomMin, commandUserShare, commandNearReach

    // People who type a search, and the places among which they search.
    case sharedStreetShare, homeShare, elsewhereShare, wantsPointShare, wantsAddressShare,
      queryNameShare, queryPartShare, queryNameCityShare, queryCategoryShare, queryAddressShare,
      queryAddressCityShare, numberReversedShare, partDropsLastShare, partOfWordShare,
      usualWordShare, mapWidthMin, mapWidthMax, centredShare, centredReach, edgeShare, edgeMin,
      edgeMax, submitShare, submitDelayMin, submitDelayMax, tapDelayMin, tapDelayMax,
      firstSearchMax, pauseMin, pauseMax, burstMin, burstMax, burstPauseMin, burstPauseMax,
      keyIntervalMin, keyIntervalMax, keyIntervalSigma, keyIntervalFloor, wordPauseMax,
      hesitationShare, hesitationMin, hesitationMax, thinkingMin, thinkingMax, changedMindShare,
      retypedShare, mistakeRateMin, mistakeRateMax, mistakeCorrectedShare, mistakeNoticedKeys,
      mistakeSwapShare, mistakeOmissionShare, mistakeDoubleShare, correctionPauseMin,
      correctionPauseMax, deleteIntervalMin, deleteIntervalMax, deleteHoldLetters,
      deleteHoldPauseMin, deleteHoldPauseMax, deleteRepeatDelay, deleteRepeatInterval,
      lowerCaseMin, plainLettersMin, apostropheDroppedShare, andWrittenShare, rowsLookedAt,
      reactionTime, patience

    // A list of visited places.
    case listRowsOnScreen, listScrollRate, listRestMin, listRestMax, listBurstMin, listBurstMax,
      listBackShare, listLastLook, listDistinctShare, positionNoise, placeOpenShare, placeLookMin,
      placeLookMax, placeSlipShare, placeSlipMin, placeSlipMax, lookAroundWishShare,
      lookAroundTapDelay

    // The first days with an app that shows the location.
    case locationVisitsMin, locationVisitsMax, mapOpenShare, mapOpenDelayMin, mapOpenDelayMax,
      mapLookMin, mapLookMax, locatePressShare, locatePressDelayMin, locatePressDelayMax,
      locationRestrictedShare, locationOffShare, serviceSessionShare

    // The answers of people who are asked for their location.
    case alertAnswerMin, alertAnswerMax, explanationReadMin, explanationReadMax,
      explanationAcceptShare, acceptAtLaunchShare, acceptAtMapShare, acceptOnPressShare,
      acceptExplainedShare, allowOnceShare, reducedAccuracyShare, settingsLinkShare,
      settingsUnaidedShare, settingsRevokeShare, settingsTripMin, settingsTripMax, locatePatience

    // A list with a map in each row.
    case mapListRowsOnScreen, mapListScrollRate, mapListBurstMin, mapListBurstMax

    // A list of travel times.
    case listPersonSpeed, travelTimeTolerance

    // People who select places on a map.
    case glanceShare, glanceMin, glanceMax, routeReadMin, routeReadMax, deselectShare,
      deselectedTime, selectionReach, unreachableShare

    // Lines on a map: the track of a person, routes along roads, and zones.
    case runnerStep, runnerTurn, trackNoise, trackNoiseKept, followZoom, trackLookInterval,
      trackLook, roadPointDistance, roadTurn, roadTurnKept, routeDistrict, routeSelectionRate,
      zoneWidth, zoneRoughness
  }
}

extension ProfileParameter.Name: RawRepresentable {
  private static let texts = allCases.map { name in
    // The description of a case in backticks has them.
    "\(name)".filter { $0 != "`" }
      .reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
  }
  // The compiler's own search would compare each in turn.
  private static let byText = Dictionary(uniqueKeysWithValues: zip(texts, allCases))

  /// The name in a file.
  public var rawValue: String { Self.texts[index] }

  public init?(rawValue: String) {
    guard let name = Self.byText[rawValue] else { return nil }
    self = name
  }

  /// The place among all cases: of more than 256 cases without values, each is two bytes.
  private var index: Int { withUnsafeBytes(of: self) { Int($0.load(as: UInt16.self)) } }

  // Without these, names are compared and hashed by their texts, which takes most of the time of
  // reading a profile.
  public static func == (first: Self, second: Self) -> Bool { first.index == second.index }

  public func hash(into hasher: inout Hasher) { hasher.combine(index) }
}

extension YAMLValue {
  /// Returns the list of names of parameters that the value is.
  package func parameterNames() throws(InputError) -> [ProfileParameter.Name] {
    try elements().map { (element) throws(InputError) in try element.choice("parameter") }
  }
}
