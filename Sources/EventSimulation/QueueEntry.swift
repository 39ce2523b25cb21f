/// Where an action stands in the order of an ``EventQueue``, and in which slot it lies.
struct QueueEntry {
  let time: Int64
  let sequence: UInt64
  let slot: Int

  static func < (left: QueueEntry, right: QueueEntry) -> Bool {
    left.time != right.time ? left.time < right.time : left.sequence < right.sequence
  }
}
