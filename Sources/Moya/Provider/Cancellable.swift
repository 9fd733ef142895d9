import Foundation
import TalynCore
import _TalynSupport

/// A call that can be cancelled.
public protocol Cancellable {
    /// Whether the call was cancelled.
    var isCancelled: Bool { get }

    /// Cancels the call. Its completion receives ``MoyaError/underlying(_:_:)``: with `AFError.explicitlyCancelled`, or with an `NSError` of
    /// the code `NSURLErrorCancelled` for a stub and for a call that has no request yet.
    func cancel()
}

/// Cancels a call by a closure, which runs once at most.
public final class CancellableToken: Cancellable, CustomDebugStringConvertible, @unchecked Sendable {
    // Unchecked for the closures, which come from callers as they are; `state` is their lock.
    private let cancelAction: () -> Void
    private let command: () -> String
    private let state = Locked(false)

    public var isCancelled: Bool { state.withLock { $0 } }

    /// Creates a token.
    public convenience init(action: @escaping () -> Void) {
        self.init(action: action, command: { "Empty Request" })
    }

    /// - Parameter command: Makes a curl command that sends the same request.
    init(action: @escaping () -> Void, command: @escaping () -> String) {
        cancelAction = action
        self.command = command
    }

    public func cancel() {
        let isFirst = state.withLock { isCancelled in
            defer { isCancelled = true }
            return !isCancelled
        }
        if isFirst { cancelAction() }
    }

    /// A curl command that sends the same request, or `Empty Request`.
    public var debugDescription: String { command() }
}
