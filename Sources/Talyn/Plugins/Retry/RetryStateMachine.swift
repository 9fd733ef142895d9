/// Decides whether a call is attempted again, and when. It waits for nothing itself.
struct RetryStateMachine {
    /// An attempt that another may mend, and what there is to know about it.
    struct Attempt {
        /// 1 for the first of a call.
        let number: Int
        /// For how long the server asks not to be called.
        var retryAfter: Duration?
        /// What forbids to make the call again.
        var obstacle: String?
        /// The time that is left for the call; nil if that is not limited.
        var remaining: Duration?
    }

    enum Decision: Equatable {
        /// The call ends as the attempt did; with a text that says why, if that isn't the number of attempts.
        case finish(String?)
        case retry(after: Duration)
    }

    let configuration: RetryPlugin.Configuration

    func decision(on attempt: Attempt, random: inout some RandomNumberGenerator) -> Decision {
        guard attempt.number < configuration.maximumAttempts else { return .finish(nil) }
        if let obstacle = attempt.obstacle { return .finish(obstacle) }
        let retryAfter = max(attempt.retryAfter ?? .zero, .zero)
        guard retryAfter <= configuration.maximumRetryAfter || retryAfter == .zero else {
            return .finish("the server asks to wait for \(retryAfter.inWords)")
        }
        // On top of what the server asks for: it asks everybody for the same.
        let delay = retryAfter + configuration.backoff.delay(afterAttempts: attempt.number, random: &random)
        if let remaining = attempt.remaining, delay >= remaining {
            return .finish("the wait of \(delay.inWords) would end too late")
        }
        return .retry(after: delay)
    }
}
