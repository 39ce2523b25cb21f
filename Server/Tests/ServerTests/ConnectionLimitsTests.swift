import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import PinServer
import Testing

@Suite("The time that a client has for its answer")
struct ConnectionLimitsTests {
  /// A client that takes a part only when the test makes it.
  private final class SlowClient: ChannelOutboundHandler {
    typealias OutboundIn = HTTPResponsePart
    var waiting: [EventLoopPromise<Void>?] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      waiting.append(promise)
    }
  }

  private let channel: EmbeddedChannel
  private let client = SlowClient()

  init() throws {
    channel = EmbeddedChannel()
    try channel.pipeline.syncOperations.addHandlers([
      client, ConnectionLimits(writeTime: 30, graceTime: 8),
    ])
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }

  private func send() {
    channel.writeAndFlush(HTTPResponsePart.body(ByteBuffer(string: "a part")), promise: nil)
  }

  @Test("A client that takes nothing for 30 s is closed, and one that takes a part has 30 s more")
  func writes() {
    send()
    send()
    channel.embeddedEventLoop.advanceTime(by: .seconds(29))
    client.waiting[0]?.succeed()
    channel.embeddedEventLoop.advanceTime(by: .seconds(29))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  @Test("A client that has its whole answer may be silent")
  func silence() {
    send()
    client.waiting[0]?.succeed()
    channel.embeddedEventLoop.advanceTime(by: .hours(1))
    #expect(channel.isActive)
  }

  @Test("When the server ends, a client has 8 s")
  func end() {
    channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    channel.embeddedEventLoop.advanceTime(by: .seconds(7))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }
}
