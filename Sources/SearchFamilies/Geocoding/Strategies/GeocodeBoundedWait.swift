/// Blocks the main thread for three seconds at most: the whole three seconds, as the answer waits
/// for the main thread to come free.
public final class GeocodeBoundedWait: GeocodeBlockingMain {
  override var timeout: Int64? { 3_000_000_000 }
}
