#if Tools
import Dispatch
import Foundation
import Talyn
import _TalynSupport

/// The input of the process, which is read without blocking a task.
struct StandardInput: Sendable {
    private let file: CInt

    init(file: CInt = STDIN_FILENO) {
        self.file = file
    }

    /// Whether a person types.
    var isTerminal: Bool { isatty(file) == 1 }

    /// The lines of at most 16 MiB each.
    var lines: ElementStream<String> {
        HTTPBody(nextChunk: { [file] in try await Self.chunk(of: file) }).lines
    }

    /// The bytes that are there; nil at the end. A cancelled task leaves the read to a thread.
    private static func chunk(of file: CInt) async throws -> Data? {
        let chunk = Promise<Data>()
        DispatchQueue.global().async {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = read(file, &bytes, bytes.count)
            chunk.resolve(Data(bytes.prefix(max(count, 0))))
        }
        guard let data = await chunk.value() else { throw CancellationError() }
        return data.isEmpty ? nil : data
    }
}
#endif
