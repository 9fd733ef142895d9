import TalynCore

/// The call of an exchange, and the place of the exchange in it.
struct CallLabel: Sendable {
    /// The reason for which an attempt sends another request.
    enum Resend: String {
        case redirect, challenge, repetition
    }

    let number: Int
    /// The number of the attempt, from 1.
    let attempt: Int
    /// The reason for the attempt, if it isn't the first of its call.
    let reason: String?
    /// Nil for the first request of an attempt.
    let resend: Resend?

    /// - Parameter attempt: The number of the attempt; nil for the one under way.
    init(_ number: Int, _ request: OutgoingRequest, attempt: Int? = nil, in context: CallContext) {
        self.number = number
        self.attempt = attempt ?? context.attemptNumber
        reason = context.attemptReason
        resend =
            request.isRepetition
            ? .repetition : request.answersChallenge ? .challenge : request.isRedirected ? .redirect : nil
    }
}

/// The numbers of the calls under way, and the ends of their exchanges.
struct NumberedCalls {
    struct Call {
        let number: Int
        /// The number of the latest exchange; nil before it.
        fileprivate(set) var lastExchange: Int?
        /// The time from the beginning of the call to the end of the latest exchange; nil before it.
        fileprivate(set) var lastEnd: Duration?
        fileprivate weak var context: CallContext?
    }

    private var calls: [ObjectIdentifier: Call] = [:]
    private var last = 0
    private var limit = 1_000

    /// The call of a context before an exchange. A new one gets the next number.
    ///
    /// - Parameter exchange: The number of the exchange.
    mutating func call(of context: CallContext, exchange: Int) -> Call {
        defer { calls[ObjectIdentifier(context)]?.lastExchange = exchange }
        if let call = known(context) { return call }
        last += 1
        let call = Call(number: last, context: context)
        calls[ObjectIdentifier(context)] = call
        if calls.count > limit {
            calls = calls.filter { $0.value.context != nil }
            limit = max(1_000, calls.count * 2)
        }
        return call
    }

    /// Notes the end of an exchange.
    mutating func exchangeEnded(of context: CallContext, at time: Duration) {
        guard known(context) != nil else { return }
        calls[ObjectIdentifier(context)]?.lastEnd = time
    }

    private func known(_ context: CallContext) -> Call? {
        // Another call can have had the address before.
        calls[ObjectIdentifier(context)].flatMap { $0.context === context ? $0 : nil }
    }
}
