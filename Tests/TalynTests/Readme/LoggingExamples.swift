import Foundation
import Talyn

// The code of Logging.md, compiled. DocumentedExamplesTests compares the two.

enum LoggingExamples {
    typealias API = GitHub

    static func shortest() -> Provider<API> {
        let logger = NetworkLoggerPlugin(.bodies)
        let provider = Provider<API>(plugins: [logger])
        return provider
    }

    static func selected() -> NetworkLoggerPlugin {
        let logger = NetworkLoggerPlugin(.requests)
        return logger
    }

    static func output(_ write: @escaping @Sendable (String) -> Void) -> NetworkLoggerPlugin {
        let logger = NetworkLoggerPlugin { target, entries in
            for entry in entries { write(entry) }
        }
        return logger
    }

    static func format() -> NetworkLoggerPlugin {
        let logger = NetworkLoggerPlugin(
            .bodies,
            formatEntry: { label, text, target in "\(label): \(text)" },
            formatBody: { data in String(decoding: data.prefix(1_000), as: UTF8.self) }
        )
        return logger
    }

    static func redacted() -> NetworkLoggerPlugin {
        let redaction = Redaction(masking: ["iban", "X-Customer"], showing: ["next_page_token"])
        let logger = NetworkLoggerPlugin(.bodies, redaction: redaction)
        return logger
    }

    static func commands() -> NetworkLoggerPlugin {
        let logger = NetworkLoggerPlugin(asCURL: true)
        return logger
    }

    static func metrics(_ github: Provider<GitHub>) async throws {
        let response = try await github.request(.zen)
        print(response.metrics?.description ?? "")
    }
}

struct CommandPlugin: CallObserver {
    func willSend(_ request: OutgoingRequest, context: CallContext) {
        print(request.cURLCommand())
    }
}

struct CallTimes: CallObserver {
    func didEnd(_ result: Result<Response, TalynError>, context: CallContext) {
        print(context.metrics)
    }
}
