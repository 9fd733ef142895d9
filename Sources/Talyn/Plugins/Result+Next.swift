import Foundation

extension Result<Response, TalynError> {
    /// How what a plugin goes on with ends.
    static func of(_ endpoint: Endpoint, by next: Plugin.Next) async -> Self {
        do {
            return .success(try await next(endpoint))
        } catch {
            return .failure(TalynError(wrapping: error))
        }
    }

    /// The response, whether it counts as a success or not.
    var response: Response? {
        switch self {
        case .success(let response): response
        case .failure(let error): error.response
        }
    }
}

extension Response {
    /// Removes the file of a download whose response nobody gets: the next one could not take its place.
    func removeFile() {
        if let fileURL { try? FileManager.default.removeItem(at: fileURL) }
    }
}
