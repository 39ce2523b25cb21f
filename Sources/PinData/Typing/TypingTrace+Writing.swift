import MapGeometry

extension TypingTrace {
  /// Writes the trace so that ``read(path:places:)`` gives it back, to the nanosecond. Replaces the
  /// file.
  ///
  /// Exactly where the searches are by person and then by time, and the wanted place is not one of
  /// several with the same name and coordinate.
  ///
  /// - Precondition: wanted places are positions in `places`.
  public func write(
    to path: String, places: PlaceSet
  ) throws(TypingTraceFileError) {
    do {
      try FileWriter.replaceContents(ofFile: path, with: jsonLines(places: places))
    } catch {
      throw TypingTraceFileError(
        path: path, line: nil, problem: .unwritable(reason: error.reason))
    }
  }

  /// The trace as JSON lines, one event in each.
  ///
  /// - Precondition: wanted places are positions in `places`.
  public func jsonLines(places: PlaceSet) -> String {
    var text = ""
    for search in searches {
      search.appendLines(to: &text, places: places)
    }
    return text
  }
}

extension TypedSearch {
  fileprivate func appendLines(to text: inout String, places: PlaceSet) {
    appendStart(of: 0, to: &text)
    text += "\"region\": {\"center\": {\"latitude\": \(region.center.latitude), "
    text += "\"longitude\": \(region.center.longitude)}, "
    text += "\"span\": {\"latitudeDelta\": \(region.span.latitudeDelta), "
    text += "\"longitudeDelta\": \(region.span.longitudeDelta)}}"
    if let wanted {
      let place = places.places[wanted]
      text += ", \"wanted\": {\"name\": \(JSONText.quoted(place.name)), "
      text += "\"latitude\": \(place.coordinate.latitude), "
      text += "\"longitude\": \(place.coordinate.longitude)}"
    }
    text += "}\n"
    for keystroke in keystrokes {
      appendStart(of: keystroke.time, to: &text)
      text += "\"text\": \(JSONText.quoted(keystroke.text))}\n"
    }
    appendStart(of: endingTime, to: &text)
    text += "\"action\": \"\(ending.actionName)\"}\n"
  }

  private func appendStart(of time: Int64, to text: inout String) {
    text += "{\"person\": \(person), \"time\": \(JSONText.seconds(start + time)), "
  }
}
