#if Tools
import Foundation
import Talyn
import TalynCommandLine
import TalynOpenAPI
import TalynRecordings
import _TalynSupport

/// The places where the exchanges of a recording and an OpenAPI document disagree. It has no values of the traffic.
struct DocumentReport {
    /// A line for each disagreement.
    private(set) var lines: [String] = []
    /// The operations that no entry calls.
    private(set) var unseen: [CheckedDocument.Operation]
    private var checkedCount = 0
    private var wrongCount = 0
    private var otherCount = 0
    private let operationCount: Int

    init(_ recording: Recording, _ document: CheckedDocument) {
        unseen = document.operations
        operationCount = unseen.count
        let origins = document.origins
        func isOfDocument(_ entry: Recording.Entry) -> Bool {
            URL(string: entry.url).flatMap { Origin($0) }.map { origins.contains($0.description) } ?? false
        }
        // A test server has another origin than those of the document.
        let isAnyOfDocument = recording.entries.contains(where: isOfDocument)
        var seen: Set<CheckedDocument.Operation> = []
        for (number, entry) in recording.entries.enumerated() {
            // A browser asks for permission by OPTIONS before some requests (Fetch, section 4.8).
            let isPreflight =
                entry.method == "OPTIONS" && entry.requestHeaderFields[.accessControlRequestMethod] != nil
            guard !isPreflight, !isAnyOfDocument || isOfDocument(entry), let url = URL(reference: entry.url) else {
                otherCount += 1
                continue
            }
            checkedCount += 1
            let before = lines.count
            check(entry, number, url, document, &seen)
            if lines.count > before { wrongCount += 1 }
        }
        unseen.removeAll { seen.contains($0) }
    }

    private mutating func check(
        _ entry: Recording.Entry,
        _ number: Int,
        _ url: URL,
        _ document: CheckedDocument,
        _ seen: inout Set<CheckedDocument.Operation>
    ) {
        let request = CheckedRequest(
            method: entry.method,
            path: url.encodedPath,
            query: url.query(percentEncoded: true),
            headerFields: entry.requestHeaderFields,
            body: entry.requestBody
        )
        // A response of a transport that failed, or of a body that was cut off, isn't whole.
        let response: CheckedResponse? =
            entry.statusCode >= 100 && entry.failure == nil
            ? CheckedResponse(
                status: entry.statusCode,
                headerFields: entry.headerFields,
                body: entry.isTruncated ? nil : entry.body
            ) : nil
        func add(_ label: String, _ text: String) { lines.append("entry \(number), \(label): \(text)") }
        switch document.check(request, response) {
        case .unknownPath(let path):
            add("\(entry.method) \(path)", "the document has no such path")
        case .unknownMethod(let path, let allowed):
            add(
                "\(entry.method) \(path)",
                "the document has the path with other methods: \(allowed.joined(separator: ", "))"
            )
        case .operation(let operation, let requestFaults, let responseFaults):
            seen.insert(operation)
            for fault in requestFaults { add("\(operation)", "request: \(fault)") }
            for fault in responseFaults { add("\(operation)", "response \(entry.statusCode): \(fault)") }
        }
    }

    /// The counts.
    var summary: [String] {
        var lines = [
            "\(lines.count.counted("disagreement")) in \(wrongCount) of \(checkedCount) exchanges",
            "\(operationCount - unseen.count) of \(operationCount) operations called",
        ]
        if otherCount > 0 { lines.append("\(otherCount.counted("entry", "entries")) left out") }
        return lines
    }
}
#endif
