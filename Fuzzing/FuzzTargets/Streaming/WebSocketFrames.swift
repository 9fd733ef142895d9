#if FUZZING && AsyncHTTPClient && os(Linux)
import Foundation
import NIOCore

@testable import TalynAsyncHTTPClient
@testable import TalynCore

extension FuzzTarget {
    /// Frames give the same messages however they arrive. A message is within the limit, and a close code is one of a frame.
    static let webSocketFrames = FuzzTarget("web-socket-frames") { input in
        let seed = input.byte()
        let limit = input.number(below: 2_048)
        let whole = Reading(of: [input.data], limit)
        let pieces = Reading(of: input.chunks(seed: seed), limit)
        requireEqual(whole, pieces, "The chunks of frames change nothing.")
        for case .message(let message) in whole.events {
            require(message.length <= limit, "A message is limited.")
        }
        for case .close(let close) in whole.events {
            require(close.code.isAllowedInFrame || close.code == .noStatusReceived, "A close code is valid.")
            require(close.reasonBytes == Array(close.reason.utf8), "A reason fits into a frame.")
        }
    }

    private struct Reading: Equatable {
        var events: [WebSocketFrameReader.Event] = []
        var failure: WebSocketError.Kind?

        init(of chunks: [Data], _ limit: Int) {
            var reader = WebSocketFrameReader(maximumMessageSize: limit)
            var bytes = ByteBuffer()
            do throws(WebSocketError) {
                for chunk in chunks {
                    bytes.writeBytes(chunk)
                    while let event = try reader.next(in: &bytes) { events.append(event) }
                }
            } catch {
                failure = error.kind
            }
        }
    }
}
#endif
