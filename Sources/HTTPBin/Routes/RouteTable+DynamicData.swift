#if Tools
import Foundation
import Hummingbird
import _TalynSupport

@available(Hummingbird, *)
extension RouteTable {
    private static let slideshow: JSONNode = [
        "slideshow": [
            "author": "Yours Truly",
            "date": "date of publication",
            "slides": [
                ["title": "Wake up to WonderWidgets!", "type": "all"],
                [
                    "items": ["Why <em>WonderWidgets</em> are great", "Who <em>buys</em> WonderWidgets"],
                    "title": "Overview",
                    "type": "all",
                ],
            ],
            "title": "Sample Slide Show",
        ]
    ]

    /// Adds the routes with generated content.
    func addDynamicData() {
        on("/json") { _, _ in
            .json(Self.slideshow)
        }
        on("/uuid") { _, _ in
            .json(["uuid": .string(UUID().uuidString.lowercased())])
        }
        on("/bytes/:count") { request, context in
            try Self.bytes(count: context.count("count"), seed: request.queryFields["seed"])
        }
        on("/stream/:count") { request, context in
            let summary = try await RequestSummary(request, context: context)
            return try Self.lines(count: context.count("count"), of: summary)
        }
        on("/delay/:seconds", Self.anyMethod) { request, context in
            try await Self.delayed(request, context: context)
        }
    }

    private static func bytes(count: Int, seed: String?) throws -> Response {
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        if let seed {
            guard let seed = Int(seed) else {
                throw HTTPError(.internalServerError)
            }
            generator = SeededRandom(seed: UInt64(bitPattern: Int64(seed)))
        }
        let bytes = (0..<min(count, 100 * 1024)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return Response(
            status: .ok,
            headers: [.contentType: "application/octet-stream"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    private static func lines(count: Int, of summary: RequestSummary) throws -> Response {
        let lines = (0..<min(count, 100)).map { index in
            PythonJSON.line(summary.json([.args, .headers, .origin, .url], id: index))
        }
        let body = ResponseBody { writer in
            for line in lines {
                try await writer.write(ByteBuffer(string: line))
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "application/json"], body: body)
    }

    /// The response to `request` after the delay in its path, unless the client disconnects first.
    private static func delayed(_ request: Request, context: HTTPBinContext) async throws -> Response {
        guard let seconds = context.parameters.get("seconds", as: Double.self), seconds.isFinite, seconds >= 0 else {
            throw HTTPError(.internalServerError)
        }
        return try await request.body.consumeWithCancellationOnInboundClose { body in
            let request = Request(head: request.head, body: body)
            let summary = try await RequestSummary(request, context: context)
            try await Task.sleep(for: .seconds(min(seconds, 10)))
            var response = Response.json(
                summary.json([.args, .data, .files, .form, .headers, .origin, .url])
            )
            // A connection that is watched for its end can't take another request.
            response.headers[.connection] = "close"
            return response
        }
    }
}
#endif
