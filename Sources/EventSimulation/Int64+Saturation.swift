extension Int64 {
  /// The time some nanoseconds later; `max`, which never comes, where it lies beyond the clock's
  /// range.
  func later(by duration: Int64) -> Int64 {
    let (time, overflow) = addingReportingOverflow(duration)
    return overflow ? .max : time
  }
}
