#if Tools
import Foundation
import HTTPTypes
import Hummingbird

@available(macOS 14, iOS 17, tvOS 17, *)
extension RouteTable {
    /// Adds the route that sends events, which httpbin doesn't have, but go-httpbin.
    func addEvents() {
        on("/sse") { request, _ in
            let query = request.queryFields
            guard let count = Int(query["count"] ?? "10"), (1...100).contains(count),
                let delay = GoDuration(query["delay"] ?? "0s"), let duration = GoDuration(query["duration"] ?? "0s")
            else { throw HTTPError(.badRequest) }
            return Self.events(count, delay: delay.seconds, pause: duration.seconds / Double(max(count - 1, 1)))
        }
    }

    /// - Parameters:
    ///   - delay: How many seconds pass before the first event.
    ///   - pause: How many pass between two.
    private static func events(_ count: Int, delay: Double, pause: Double) -> Response {
        let body = ResponseBody { writer in
            try await Task.sleep(for: .seconds(min(delay, 10)))
            for id in 0..<count {
                if id > 0, pause > 0 { try await Task.sleep(for: .seconds(min(pause, 10))) }
                let time = Int64(Date.now.timeIntervalSince1970 * 1000)
                try await writer.write(
                    ByteBuffer(string: "event: ping\ndata: {\"id\":\(id),\"timestamp\":\(time)}\n\n")
                )
            }
            try await writer.finish(nil)
        }
        let headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"]
        return Response(status: .ok, headers: headers, body: body)
    }
}
#endif
