#if FUZZING
import Foundation
import _TalynSupport

@testable import TalynCore
@testable import TalynRecordings
@testable import TalynStubs

extension FuzzTarget {
    /// JSON is read and written without loss.
    static let jsonNode = FuzzTarget("json-node") { input in
        let isPretty = input.byte() & 1 == 0
        guard let node = try? JSONNode(json: input.data) else { return }
        let written = node.json(isPretty: isPretty)
        guard let again = try? JSONNode(json: written) else {
            fatalError("Violated property: Written JSON is JSON: \(String(decoding: written, as: UTF8.self))")
        }
        requireEqual(again.json(isPretty: isPretty), written, "JSON is written in one way.")
    }

    /// A recording is read and written without loss. A redacted one has no leaks.
    static let har = FuzzTarget("har") { input in
        let isBuilt = input.byte() & 1 == 1
        if isBuilt { return checkSecrets(&input) }
        guard let recording = try? Recording(input.data) else { return }
        check(recording)
    }

    private static func check(_ recording: Recording) {
        let written = recording.data
        guard let again = try? Recording(written) else {
            fatalError(
                "Violated property: A written recording can be read: \(String(decoding: written, as: UTF8.self))"
            )
        }
        requireEqual(again.data, written, "A recording is read and written without loss.")
        requireEqual(again.entries.count, recording.entries.count, "Each entry is written.")
        let redacted = recording.redacted()
        // In a body that is malformed JSON, a second redaction can mask more.
        let leaks = redacted.leaks().filter { !$0.member.hasSuffix(".text") }
        requireEqual(leaks.map(\.description), [], "A redacted recording has no leaks.")
        let omitted = redacted.problems.count - recording.problems.count
        requireEqual(redacted.entries.count + omitted, recording.entries.count, "A redaction names omitted entries.")
        require((try? Recording(redacted.data)) != nil, "A redacted recording can be read.")
        for entry in recording.entries { _ = entry.startedAt }
    }

    /// Plants a secret in a recording. The input chooses the place, the media type and the text beside it.
    private static func checkSecrets(_ input: inout FuzzInput) {
        let secret = PlantedSecret.text
        let place = input.byte() % 8
        let type = input.line()
        let path = input.line()
        let text = input.text
        guard !(type + path + text).contains(secret) else { return }
        var headers: [JSONNode] = [pair("X-Type", type)]
        var url = "https://api.test/\(path)"
        var content = JSONNode.object([.init("mimeType", .string(type)), .init("text", .string(text + secret))])
        var posted = "name=ada"
        switch place {
        case 0: headers.append(pair("Authorization", "Bearer \(secret)"))
        case 1: headers.append(pair("Cookie", "a=b; sid=\(secret)"))
        case 2: url = "https://api.test/?token=\(secret)&\(path)"
        case 3: posted = "password=\(secret)&name=ada"
        case 4: url = "https://ada:\(secret)@api.test/\(path)"
        case 5: headers.append(pair("X-Api-Key", secret))
        case 6: headers.append(pair("Authorization", "Basic \(Data("ada:\(secret)".utf8).base64EncodedString())"))
        default:
            content = .object([
                .init("mimeType", .string("text/plain")),
                .init("text", .string(Data((text + secret).utf8).base64EncodedString())),
                .init("encoding", .string("base64")),
            ])
            headers.append(pair("X-Api-Key", secret))
        }
        guard headers.allSatisfy({ HTTPField.isValidValue($0["value"]?.text ?? "") }) else { return }
        let form = JSONNode.object([
            .init("mimeType", .string("application/x-www-form-urlencoded")), .init("text", .string(posted)),
        ])
        let request = JSONNode.object([
            .init("method", .string("POST")), .init("url", .string(url)), .init("headers", .array(headers)),
            .init("postData", form),
        ])
        let response = JSONNode.object([.init("status", .number("200")), .init("content", content)])
        let entry = JSONNode.object([.init("request", request), .init("response", response)])
        let log = JSONNode.object([.init("log", .object([.init("entries", .array([entry]))]))])
        guard let recording = try? Recording(log.json()) else { return }
        check(recording)
        let redacted = recording.redacted()
        PlantedSecret.checkAbsence(
            in: String(decoding: redacted.data, as: UTF8.self),
            of: String(decoding: log.json(), as: UTF8.self)
        )
        for entry in redacted.entries {
            PlantedSecret.checkAbsence(in: String(decoding: entry.body ?? Data(), as: UTF8.self), of: text)
        }
    }

    private static func pair(_ name: String, _ value: String) -> JSONNode {
        .object([.init("name", .string(name)), .init("value", .string(value))])
    }
}
#endif
