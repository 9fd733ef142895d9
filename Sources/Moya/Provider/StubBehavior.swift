public import Foundation

/// Whether a stub answers a call, and when.
public enum StubBehavior {
    /// The server answers.
    case never

    /// A stub answers at once.
    case immediate

    /// A stub answers after a delay.
    case delayed(seconds: TimeInterval)
}

extension MoyaProvider {
    /// Lets the server answer.
    public final class func neverStub(_: Target) -> Moya.StubBehavior { .never }

    /// Lets stubs answer at once.
    public final class func immediatelyStub(_: Target) -> Moya.StubBehavior { .immediate }

    /// Lets stubs answer after a delay.
    public final class func delayedStub(_ seconds: TimeInterval) -> (Target) -> Moya.StubBehavior {
        { _ in .delayed(seconds: seconds) }
    }
}
