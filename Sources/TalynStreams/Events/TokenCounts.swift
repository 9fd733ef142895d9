public import TalynCore
import _TalynFoundation

extension RequestOptions {
    private enum CountsTokens: RequestOptionKey {
        typealias Value = Bool
    }

    /// Whether an ``EventStream`` of the call counts the tokens that the server of a language model tells. It doesn't by default.
    ///
    /// The counts are in ``CallMetrics/counts``, by the names of OpenTelemetry: `gen_ai.usage.input_tokens` and
    /// `gen_ai.usage.output_tokens`. The last ones that the server tells count, since servers repeat them with new totals. They are the
    /// `usage` of an event of OpenAI's chat completions and responses, and of Anthropic's messages.
    public var countsTokens: Bool? {
        get { self[CountsTokens.self] }
        set { self[CountsTokens.self] = newValue }
    }
}

extension CallContext {
    /// Counts the tokens in the data of an event.
    func countTokens(in data: String) {
        guard data.contains("\"usage\""),
            let event = try? CodingOptions({ $0.keys = .snakeCase }).jsonDecoder.decode(
                UsageEvent.self,
                from: Data(data.utf8)
            ),
            let usage = event.usage ?? event.message?.usage ?? event.response?.usage
        else { return }
        var counts = self[CallCounts.self] ?? [:]
        counts["gen_ai.usage.input_tokens"] =
            usage.allInputTokens ?? usage.promptTokens ?? counts["gen_ai.usage.input_tokens"]
        counts["gen_ai.usage.output_tokens"] =
            usage.outputTokens ?? usage.completionTokens ?? counts["gen_ai.usage.output_tokens"]
        self[CallCounts.self] = counts
    }
}

/// The counts in an event. The servers' names are in snake case.
private struct UsageEvent: Decodable {
    struct Usage: Decodable {
        let inputTokens: Int?
        let outputTokens: Int?
        let promptTokens: Int?
        let completionTokens: Int?
        let cacheReadInputTokens: Int?
        let cacheCreationInputTokens: Int?

        /// Anthropic's count is without the tokens of its cache. OpenTelemetry's has them.
        var allInputTokens: Int? {
            // A server can tell any number.
            inputTokens.map { $0 &+ (cacheReadInputTokens ?? 0) &+ (cacheCreationInputTokens ?? 0) }
        }
    }

    struct Place: Decodable {
        let usage: Usage?
    }

    let usage: Usage?
    let message: Place?
    let response: Place?
}
