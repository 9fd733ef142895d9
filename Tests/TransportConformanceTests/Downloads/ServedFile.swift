import Foundation
import TestSupport

/// A file on a scripted server that knows ranges.
struct ServedFile: Sendable {
    var content: Data
    /// The header fields of responses that carry it, or a part of it.
    var fields = ["ETag": "\"v1\""]

    init(_ count: Int, _ fields: [String: String] = ["ETag": "\"v1\""]) {
        content = .pattern(count)
        self.fields = fields
    }

    /// The answer to a request.
    ///
    /// - Parameters:
    ///   - cut: After how many bytes of its body the connection ends; nil if it doesn't.
    ///   - end: How it ends.
    func answer(
        to request: ReceivedRequest,
        cutAt cut: Int? = nil,
        by end: FaultServer.Step = .close
    ) -> [FaultServer.Step] {
        var answer = Answer(fields: fields.map { ($0, $1) }, body: content)
        let isSameVersion = request.header("If-Range").allSatisfy { fields.values.contains($0) }
        let range = request.header("Range").first?.split(whereSeparator: { "=-".contains($0) }).compactMap { Int($0) }
        if isSameVersion, let start = range?.first {
            let end = range?.dropFirst().first.map { $0 + 1 } ?? content.count
            if start < content.count {
                answer.status = 206
                answer.body = content[start..<end]
                answer.fields.append(("Content-Range", "bytes \(start)-\(end - 1)/\(content.count)"))
            } else {
                answer.status = 416
                answer.body = Data("no such range".utf8)
                answer.fields.append(("Content-Range", "bytes */\(content.count)"))
            }
        }
        guard let cut else { return [.sendBytes(answer.bytes)] }
        let bytes = answer.bytes
        return [.sendBytes(Array(bytes.dropLast(max(answer.body.count - cut, 0)))), end]
    }

    /// Answers all requests. The first responses end after a number of bytes of their bodies.
    func script(cutAt cuts: Int..., by end: FaultServer.Step = .close) -> FaultServer.Script {
        let cuts = InTurn(cuts + [nil])
        return { answer(to: $0, cutAt: cuts.next(), by: end) }
    }
}

extension ReceivedRequest {
    /// What it asks for: nothing, if for all of it.
    var range: String? { header("Range").first }
}
