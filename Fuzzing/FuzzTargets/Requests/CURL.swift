#if FUZZING
import Foundation
import HTTPTypes

import TalynPlugins
@testable import TalynCore

extension FuzzTarget {
    /// A shell splits a command into the arguments that send the request.
    ///
    /// The input is the URL, the name and the value of a header field, each on a line, and the body.
    static let curl = FuzzTarget("curl") { input in
        guard let url = URL(string: input.line()) else { return }
        let name = input.line()
        let value = input.line()
        let body = input.data
        var request = OutgoingRequest(url: url)
        request.method = .post
        request.headerFields[.authorization] = "Bearer \(planted)"
        let isField = HTTPField.Name(name) != nil && HTTPField.isValidValue(value) && !value.isEmpty
        let fieldName = HTTPField.Name(name).flatMap { isField ? $0 : nil }
        if let fieldName { request.headerFields[fieldName] = value }
        request.body = HTTPBody(body)
        let shown = request.cURLCommand()
        let field = fieldName.flatMap { request.headerFields[$0] } ?? ""
        if !(url.absoluteString + field + String(decoding: body, as: UTF8.self)).contains(planted) {
            require(!shown.contains(planted), "A command shows no secret.")
        }
        let command = request.cURLCommand(redaction: .none)
        require(
            command.utf8.count <= 4 * (url.absoluteString.utf8.count + body.count + value.utf8.count) + 1_000,
            "Short."
        )
        guard let words = ShellWords(command) else { fatalError("Violated property: A shell reads \(command)") }
        requireEqual(words.value(of: "--url"), request.urlText, "The URL is one argument.")
        if isField, !["content-length", "authorization"].contains(name.lowercased()) {
            let field = "\(name): \(value.replacingOccurrences(of: "\t", with: " "))"
            require(words.arguments.contains { $0.lowercased() == field.lowercased() }, "A field is one argument.")
        }
        guard let sent = words.value(of: "--data-binary") else {
            fatalError("Violated property: The command sends the body.")
        }
        let printed = sent == "@-" ? words.input : Data(sent.utf8)
        requireEqual(printed, body, "The command sends the same body.")
    }

    private static let planted = "planted-6f1c8e"
}

/// The words of a command, as a POSIX shell splits it. It knows single quotes, backslashes, and a pipe from `printf`.
private struct ShellWords {
    var arguments: [String] = []
    /// The output of `printf` before the pipe.
    var input = Data()

    /// Nil for a text that a shell reads in another way.
    init?(_ command: String) {
        var word: [UInt8]?
        var isQuoted = false
        var rest = Array(command.utf8)[...]
        var words: [[UInt8]] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "'"):
                isQuoted.toggle()
                word = word ?? []
            case _ where isQuoted:
                word?.append(byte)
            case UInt8(ascii: "\\"):
                guard let next = rest.popFirst() else { return nil }
                if next != 0x0A { word = (word ?? []) + [next] }
            case UInt8(ascii: " "):
                if let ended = word { words.append(ended) }
                word = nil
            case UInt8(ascii: "|"):
                guard let printed = Self.printed(words) else { return nil }
                input = printed
                words = []
            case 0x0A, UInt8(ascii: "\""), UInt8(ascii: "$"), UInt8(ascii: "`"), UInt8(ascii: ";"), UInt8(ascii: "&"):
                return nil
            default:
                word = (word ?? []) + [byte]
            }
        }
        guard !isQuoted else { return nil }
        if let ended = word { words.append(ended) }
        arguments = words.map { String(decoding: $0, as: UTF8.self) }
    }

    func value(of option: String) -> String? {
        arguments.firstIndex(of: option).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
    }

    /// The output of `printf`, with its octal escapes.
    private static func printed(_ words: [[UInt8]]) -> Data? {
        let texts = words.map { String(decoding: $0, as: UTF8.self) }
        guard texts.first == "printf", let format = words.last else { return nil }
        if texts.count == 3, texts[1] == "%s" { return Data(format) }
        guard texts.count == 2 else { return nil }
        var output = Data()
        var rest = format[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"): return nil
            case UInt8(ascii: "\\"):
                guard let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8) else { return nil }
                output.append(code)
                rest = rest.dropFirst(3)
            default: output.append(byte)
            }
        }
        return output
    }
}
#endif
