import Talyn

extension Provider {
    /// Calls a target; its progress has been reported when this returns.
    func request(_ target: Target, reporting report: ProgressBlock) async throws(TalynError) -> Response {
        let (reports, continuation) = AsyncStream.makeStream(of: ProgressResponse.self)
        defer { continuation.finish() }
        let response: Response = try await request(target, progress: continuation)
        for await progress in reports { report(progress) }
        return response
    }
}
