#if Tools && (os(macOS) || os(Linux))
import Chat

/// Answers in the forms of the services.
enum Recording {
    static func answer(of service: Service) -> String {
        switch service {
        case .completions:
            """
            data: {"id":"c-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":"Hä"}}]}

            data: {"id":"c-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"llo, "}}]}

            data: {"id":"c-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"world"}}]}

            data: {"id":"c-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

            data: {"id":"c-1","choices":[],"usage":{"prompt_tokens":9,"completion_tokens":4,"total_tokens":13}}

            data: [DONE]


            """
        case .responses:
            """
            event: response.created
            data: {"type":"response.created","response":{"id":"r-1","status":"in_progress","usage":null}}

            event: response.output_text.delta
            data: {"type":"response.output_text.delta","output_index":0,"delta":"Hä"}

            event: response.output_text.delta
            data: {"type":"response.output_text.delta","output_index":0,"delta":"llo, "}

            event: response.output_text.delta
            data: {"type":"response.output_text.delta","output_index":0,"delta":"world"}

            event: response.completed
            data: {"type":"response.completed","response":{"id":"r-1","usage":{"input_tokens":9,"output_tokens":4}}}


            """
        case .messages:
            """
            event: message_start
            data: {"type":"message_start","message":{"id":"m-1","usage":{"input_tokens":9,"output_tokens":1}}}

            event: content_block_start
            data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

            event: ping
            data: {"type": "ping"}

            event: content_block_delta
            data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hä"}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"llo, "}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"world"}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":0}

            event: message_delta
            data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":4}}

            event: message_stop
            data: {"type":"message_stop"}


            """
        }
    }

    static func failure(of service: Service) -> String {
        switch service {
        case .completions:
            "data: {\"error\":{\"message\":\"Overloaded\",\"type\":\"server_error\"}}\n\n"
        case .responses:
            """
            event: response.failed
            data: {"type":"response.failed","response":{"id":"r-1","error":{"code":"server_error","message":"Overloaded"}}}


            """
        case .messages:
            """
            event: error
            data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}


            """
        }
    }
}
#endif
