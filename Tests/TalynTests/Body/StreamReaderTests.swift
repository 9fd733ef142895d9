import Foundation
import Testing

@testable import Talyn

struct StreamReaderTests {
    /// Takes until it is told to for its opening, as one at a pipe does.
    private final class SlowStream: InputStream {
        let isOpening = DispatchSemaphore(value: 0)
        let mayOpen = DispatchSemaphore(value: 0)

        override func open() {
            isOpening.signal()
            mayOpen.wait()
            super.open()
        }
    }

    @Test func streamThatTakesTimeToOpenHoldsUpNoOther() async throws {
        let slow = SlowStream(data: Data("slow".utf8))
        let (isOpening, mayOpen) = (slow.isOpening, slow.mayOpen)
        let first = SingleUseStream(stream: slow)
        async let opened = FileWork.run(.stream) { () throws(BodyError) in try first.open() }
        try await FileWork.run { () throws(BodyError) in isOpening.wait() }
        let quick = SingleUseStream(stream: InputStream(data: Data("quick".utf8)))
        #expect(quick.isUnused)
        #expect(try quick.open().read(9) == Data("quick".utf8))
        #expect(!first.isUnused)
        #expect(throws: BodyError.streamAlreadyUsed) { try first.open() }
        mayOpen.signal()
        #expect(try await opened.read(9) == Data("slow".utf8))
    }
}
