import Clustering

/// The imagery of a place, as `MKLookAroundScene`.
public struct LookAroundScene: Hashable, Sendable {
  /// The position that was asked for.
  public let coordinate: Coordinate
  /// The number of the request.
  public let requestNumber: RequestNumber
}

/// Asks for the Look Around scene of a place, as `MKLookAroundSceneRequest`.
///
/// Success and failure are distinct from imagery: where there is none, the request succeeds with
/// `nil`, as the documented `scene: MKLookAroundScene? { get async throws }`. An error says nothing
/// about imagery.
///
/// A request is for one use. It lives until its handler has run, as a task that awaits it does, and
/// its handler runs on the main queue; a cancelled one never runs it. Used by one thread at a time.
public final class LookAroundSceneRequest {
  /// The position.
  public let coordinate: Coordinate
  /// Indicates whether the request has started and has no answer and no cancellation yet.
  public var isLoading: Bool { pending != nil }
  /// Indicates whether the request was cancelled before its answer.
  public private(set) var isCancelled = false
  /// The number of the request; `nil` before the start.
  public private(set) var requestNumber: RequestNumber?

  private let service: SearchService
  private var pending: ServiceRequest?

  /// A request that has not started.
  public init(coordinate: Coordinate, service: SearchService) {
    self.coordinate = coordinate
    self.service = service
  }

  /// Starts the request, as `getSceneWithCompletionHandler(_:)`; without effect where it has started.
  public func getScene(completionHandler: @escaping (Result<LookAroundScene?, MapError>) -> Void) {
    guard requestNumber == nil, !isCancelled else { return }
    pending = service.send(.lookAround, textSize: 0) { _, number in
      let scene =
        service.coverage.includes(coordinate)
        ? LookAroundScene(coordinate: coordinate, requestNumber: number) : nil
      return ServiceAnswer(
        content: .success(scene), bytes: scene == nil ? 0 : service.parameters.resultSize)
    } handler: {
      self.pending = nil
      completionHandler($0)
    }
    requestNumber = pending?.number
  }

  /// Cancels the request, as `cancel()`; without effect after the answer.
  public func cancel() {
    guard requestNumber == nil || isLoading else { return }
    isCancelled = true
    pending?.cancel()
    pending = nil
  }
}
