#if Tools
import HTTPTypes
import Hummingbird

@available(Hummingbird, *)
extension RouteTable {
    /// The number of events on each connection.
    private static let eventsPerConnection = 3

    /// Adds a route that httpbin doesn't have: server-sent events, a few on each connection.
    ///
    /// A connection continues after the `Last-Event-ID` of the request. After the last event the status is 204.
    func addEvents() {
        on("/events/:count") { request, context in
            let count = try context.count("count")
            let field = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
            let last = max(field.flatMap { Int($0) } ?? 0, 0)
            guard last < count else { return Response(status: .noContent) }
            let ids = last + 1...last + min(Self.eventsPerConnection, count - last)
            let body = ResponseBody { writer in
                try await writer.write(ByteBuffer(string: "retry: 50\n\n"))
                for id in ids {
                    try await writer.write(ByteBuffer(string: "id: \(id)\ndata: {\"number\": \(id)}\n\n"))
                }
                try await writer.finish(nil)
            }
            return Response(
                status: .ok,
                headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
                body: body
            )
        }
    }
}
#endif
