import Foundation
import Testing
import _TalynSupport

@testable import TalynCore

struct BodyErrorTests {
    private static let url = URL(fileURLWithPath: "/a")

    @Test(
        arguments: [
            (FileError.notAFile(url), BodyError.notAFile(url)),
            (.cannotRead(url, .ENOENT), .cannotRead(url, .ENOENT)),
            (.cannotWrite(url, .ENOSPC), .cannotWrite(url, .ENOSPC)),
            (.destinationExists(url), .destinationExists(url)),
        ]
    )
    func failureOfAFileIsTheCauseOfACall(error: FileError, expected: BodyError) {
        let failure = TalynError(error)
        #expect(failure.underlyingError as? BodyError == expected)
        #expect(failure.reason == .body)
        #expect(BodyError(error as any Error) == expected)
    }

    @Test func causeIsFoundInOtherErrors() {
        let cause = BodyError.streamFailed
        let transport = TransportError(.other, underlyingError: cause)
        let errors: [any Error] = [cause, transport, TalynError(cause), TalynError(transport)]
        for error in errors { #expect(BodyError(error) == cause) }
        #expect(BodyError(TransportError(.timedOut)) == nil)
        #expect(BodyError(CancellationError()) == nil)
    }
}
