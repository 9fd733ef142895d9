import Foundation
import Testing

@testable import Talyn

/// How a call is made, and so how it can be cancelled.
enum CallStyle: CaseIterable, Sendable {
    case task
    case cancellable
}

/// A call under way.
struct StartedCall: Sendable {
    let cancel: @Sendable () -> Void
    private let outcome = Callback<Result<Response, TalynError>>()
    private let recorder = Recorder<String>()

    init<Target: TargetType>(
        _ style: CallStyle,
        _ target: Target,
        _ provider: Provider<Target>,
        progress: ProgressBlock? = nil
    ) {
        let complete: Completion = { [outcome, recorder] result in
            recorder.record(result.text)
            outcome.resolve(result)
        }
        switch style {
        case .task:
            let task = Task {
                complete(
                    await Result { () async throws(TalynError) in
                        for try await event in provider.transfer(target) {
                            switch event {
                            case .received(let current):
                                progress?(ProgressResponse(progress: current.foundationProgress))
                            case .sent:
                                break
                            case .finished(let response):
                                return response
                            }
                        }
                        throw .cancelled
                    }
                )
            }
            cancel = { task.cancel() }
        case .cancellable:
            let call = provider.request(
                target,
                callbackQueue: DispatchQueue(label: "completions"),
                progress: progress,
                completion: complete
            )
            cancel = { call.cancel() }
        }
    }

    /// How the call has completed, each time that it did.
    var completions: [String] { recorder.events }

    /// Waits for the call to complete.
    func result() async throws -> Result<Response, TalynError> {
        try #require(await outcome.value())
    }

    /// Waits for the call to complete with a response; returns its body.
    func data() async throws -> Data {
        try await result().get().data
    }

    /// Cancels the call and expects that it completes so, and only once.
    func cancelAndExpectCompletion(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        cancel()
        let text = try await result().text
        #expect(text == "cancelled", sourceLocation: sourceLocation)
        #expect(completions == ["cancelled"], sourceLocation: sourceLocation)
    }
}
