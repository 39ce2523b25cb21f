/// A shard's run, as a part of the run that was put together from all of them.
public struct RunPart: Hashable, Sendable, Codable {
  public let shard: Shard
  /// Where and with what the part was made.
  public let provenance: Provenance

  public init(shard: Shard, provenance: Provenance) {
    self.shard = shard
    self.provenance = provenance
  }
}
