public import TalynCore

extension ServerSentEvent {
    /// The event by which a server says that an ``EventStream`` is complete.
    ///
    /// ```swift
    /// RequestOptions { $0.endOfEvents = .data("[DONE]") }
    /// RequestOptions { $0.endOfEvents = .event("response.completed", "response.incomplete", "response.failed") }
    /// ```
    public struct End: Sendable {
        /// The place of the end; nil for an event in the middle.
        enum Place: Sendable {
            case before
            case after
        }

        let place: @Sendable (ServerSentEvent) -> Place?

        /// The stream ends before the event with this data, such as `[DONE]`, which is no element.
        public static func data(_ data: String) -> End {
            before { $0.data == data }
        }

        /// The stream ends after the first event with one of these types, which is its last element.
        public static func event(_ types: String...) -> End {
            after { types.contains($0.event) }
        }

        /// The stream ends before the first event for which the closure returns true. This event is no element.
        public static func before(_ isEnd: @escaping @Sendable (_ event: ServerSentEvent) -> Bool) -> End {
            End { isEnd($0) ? .before : nil }
        }

        /// The stream ends after the first event for which the closure returns true. This event is the last element.
        public static func after(_ isLast: @escaping @Sendable (_ event: ServerSentEvent) -> Bool) -> End {
            End { isLast($0) ? .after : nil }
        }
    }
}

extension RequestOptions {
    private enum EndOfEvents: RequestOptionKey {
        typealias Value = ServerSentEvent.End
    }

    private enum FirstEventTimeout: RequestOptionKey {
        typealias Value = Duration
    }

    private enum EventTimeout: RequestOptionKey {
        typealias Value = Duration
    }

    /// The event that ends an ``EventStream`` of the call. Without a value, the stream ends with the body, or connects again.
    ///
    /// The event counts also without the blank line after it, if the body ends there: many servers leave that out.
    ///
    /// With a value, a stream with one connection fails if its body ends before this event: it was cut off. The reason is
    /// ``TalynError/Reason/body``.
    public var endOfEvents: ServerSentEvent.End? {
        get { self[EndOfEvents.self] }
        set { self[EndOfEvents.self] = newValue }
    }

    /// The longest time from a request to the first event of its response. Comments don't count as events, and the waits of plugins
    /// before the request don't count as time.
    ///
    /// A connection without one fails with ``TransportError/Kind/timedOut``, also for plugins. Without a value, ``idleTimeout`` alone limits the wait.
    public var firstEventTimeout: Duration? {
        get { self[FirstEventTimeout.self] }
        set { self[FirstEventTimeout.self] = newValue }
    }

    /// The longest wait for an event after another one, or for the end of the body. Comments don't count as events.
    ///
    /// A longer wait fails the connection with ``TransportError/Kind/timedOut``, also for plugins. The time that the reader takes for an event doesn't
    /// count. Without a value, ``idleTimeout`` alone limits the wait.
    public var eventTimeout: Duration? {
        get { self[EventTimeout.self] }
        set { self[EventTimeout.self] = newValue }
    }
}
