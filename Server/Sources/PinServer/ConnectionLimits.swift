import NIOCore
import NIOHTTPTypes

/// Closes a connection if its client does not take an answer in time, or if it is open when the
/// server ends.
///
/// Used on the connection's event loop only.
package final class ConnectionLimits: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias InboundOut = HTTPRequestPart
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  private let writeTime: TimeAmount
  private let graceTime: TimeAmount
  private var pendingWrites = 0
  private var end: Scheduled<Void>?
  private var lastEnd: Scheduled<Void>?

  /// - Parameters:
  ///   - writeTime: The seconds in which a client must take a part of an answer.
  ///   - graceTime: The seconds that a connection has when the server ends.
  package init(writeTime: Int, graceTime: Int) {
    self.writeTime = .seconds(Int64(writeTime))
    self.graceTime = .seconds(Int64(graceTime))
  }

  package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?)
  {
    let promise = promise ?? context.eventLoop.makePromise()
    pendingWrites += 1
    if pendingWrites == 1 { end = close(context, in: writeTime) }
    promise.futureResult.assumeIsolated().whenComplete { _ in
      self.pendingWrites -= 1
      self.end?.cancel()
      // Each part that was taken gives the next one its time.
      self.end = self.pendingWrites > 0 ? self.close(context, in: self.writeTime) : nil
    }
    context.write(data, promise: promise)
  }

  package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent { lastEnd = close(context, in: graceTime) }
    context.fireUserInboundEventTriggered(event)
  }

  package func channelInactive(context: ChannelHandlerContext) {
    handlerRemoved(context: context)
    context.fireChannelInactive()
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    end?.cancel()
    lastEnd?.cancel()
  }

  private func close(_ context: ChannelHandlerContext, in time: TimeAmount) -> Scheduled<Void> {
    context.eventLoop.assumeIsolated().scheduleTask(in: time) {
      context.close(promise: nil)
    }
  }
}
