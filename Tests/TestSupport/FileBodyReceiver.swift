package import Foundation
package import TalynCore

/// Writes the body of an accepted response to a file, without a plugin that makes attempts of its own.
package struct FileBodyReceiver: BodyReceiver {
    private let file: URL

    package init(_ file: URL) {
        self.file = file
    }

    package func receive(_ incoming: IncomingResponse, isAccepted: Bool) async throws -> Response? {
        guard isAccepted else { return nil }
        var data = Data()
        for try await chunk in incoming.head.body { data += chunk }
        try data.write(to: file)
        return incoming.response.with(file: file, length: Int64(data.count))
    }
}

extension Provider {
    package func request(_ target: Target, to receiver: FileBodyReceiver) async throws(TalynError) -> Response {
        var setup = CallSetup()
        setup.receiver = receiver
        return try await request(target, setup: setup)
    }
}
