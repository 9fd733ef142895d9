package import Foundation
package import TalynCore
import TalynPlugins
import TalynTransfers
package import Testing
import _TalynSupport

/// The ways to make a call.
package enum CallStyle: CaseIterable, Sendable {
    case request
    case transfer
}

/// A call in progress.
package struct StartedCall: Sendable {
    package let cancel: @Sendable () -> Void
    private let outcome = Promise<Result<Response, TalynError>>()
    private let recorder = Recorder<String>()

    /// Starts a call. One in the style `request` runs up to its first suspension before this returns, so that calls can
    /// be started one after the other.
    ///
    /// - Parameter onProgress: Gets the bytes that were received.
    package init<Target: TargetType>(
        _ style: CallStyle,
        _ target: Target,
        _ provider: Provider<Target>,
        options: RequestOptions = RequestOptions(),
        onProgress: (@Sendable (_ received: Int64) -> Void)? = nil
    ) {
        let complete: @Sendable (Result<Response, TalynError>) -> Void = { [outcome, recorder] result in
            recorder.record(result.text)
            outcome.resolve(result)
        }
        let report = onProgress.map { report in
            { @Sendable (count: TransferCount) in if count.direction == .received { report(count.completed) } }
        }
        let task: Task<Void, Never>
        switch style {
        case .request:
            task = Task.immediately {
                do throws(TalynError) {
                    var setup = CallSetup()
                    setup.onProgress = report
                    complete(.success(try await provider.request(target, options: options, setup: setup)))
                } catch {
                    complete(.failure(error))
                }
            }
        case .transfer:
            task = Task {
                complete(
                    await Result { () async throws(TalynError) in
                        for try await event in provider.transfer(target, options: options) {
                            switch event {
                            case .received(let progress): onProgress?(progress.completed)
                            case .finished(let response): return response
                            default: break
                            }
                        }
                        throw .cancelled
                    }
                )
            }
        }
        cancel = { task.cancel() }
    }

    /// Starts a call in the style `request`.
    package init<Target: TargetType>(
        _ target: Target,
        _ provider: Provider<Target>,
        options: RequestOptions = RequestOptions(),
        onProgress: (@Sendable (_ received: Int64) -> Void)? = nil
    ) {
        self.init(.request, target, provider, options: options, onProgress: onProgress)
    }

    /// How the call has completed, each time that it did.
    package var completions: [String] { recorder.events }

    /// Waits for the call to complete.
    package func result() async throws -> Result<Response, TalynError> {
        try #require(await outcome.value())
    }

    /// Waits for the call to complete with a response; returns its body.
    package func data() async throws -> Data {
        try await result().get().data
    }

    /// Cancels the call and expects that it completes so, and only once.
    package func cancelAndExpectCompletion(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        cancel()
        let text = try await result().text
        #expect(text == "cancelled", sourceLocation: sourceLocation)
        #expect(completions == ["cancelled"], sourceLocation: sourceLocation)
    }
}
