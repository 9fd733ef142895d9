#if FUZZING
import Foundation
import HTTPTypes
import _TalynSupport

@testable import TalynCore
@testable import TalynRecordings
import TalynPlugins
@testable import TalynStubs

extension WorstCase {
    static let requests: [WorstCase] = multipart + urls + forms + json + curl

    private static let multipart: [WorstCase] =
        repeating("multipart", ["--b\r\n\r\n", "--b", "--b\n\n\r\n", "-", "\r\n", "--b\r\na: b\r\n\r\n"]) { input in
            use(MultipartParts(input.data, contentType: "multipart/form-data; boundary=b"))
        }
        + repeating("multipart", after: "--b\r\n", ["Content-Disposition: ; name=", ":", "\n", "a:\n", "\r"]) { input in
            use(MultipartParts(input.data, contentType: "multipart/form-data; boundary=b"))
        }
        + repeating("multipart", after: "--", ["-", String(repeating: "-", count: 199) + "x"]) { input in
            let boundary = String(repeating: "-", count: 199) + "y"
            use(MultipartParts(input.data, contentType: "multipart/form-data; boundary=\(boundary)"))
        }
        + [
            WorstCase("multipart", "small parts, encoded", { repeated("a", $0) }) { input in
                let parts = (0..<input.data.count / 100).map { MultipartPart(Data("a".utf8), name: "a\($0)") }
                use(try? MultipartPart.encode(parts, boundary: "b"))
            }
        ]

    private static let urls: [WorstCase] =
        repeating("url-joining", ["/", "?", "#", "%", "%41", "@", ":", "\u{E9}", "../"]) { input in
            let joined = URLJoining.join(base: "https://example.com/?a#b", path: input.text)
            use(URLJoining.join(base: "https://example.com/" + input.text, path: "/a"))
            use(URLJoining.append(query: "a=b", to: joined))
            use(URLJoining.problem(of: joined))
            use(CredentialOrigins(baseURL: "https://example.com").contain("https://" + input.text))
        }
        + repeating("request-path", ["../", "/", "%2e/", "%", "a/", "\u{E9}", ".", "?"]) { input in
            use(RequestPath(percentEncoded: input.text))
            let path: RequestPath = "/a/\(input.text)/b"
            use(path)
        }
        + repeating("path-template", ["/", "{a}/", "*/", "**/", "%41/", "?", "&", "://", "{", "a=b&"]) { input in
            use(PathTemplate(input.text))
            let segments = PathTemplate.segments(of: input.text[...]).map { PathTemplate.decoded($0) }
            let template = PathTemplate(input.text)
            if template.matches(segments) { use(template.parameters(in: segments)) }
        }
        + [
            WorstCase("path-template", "distinct parameters", { distinct($0) { "/{a\($0)}" } }) { input in
                let segments = PathTemplate.segments(of: input.text[...]).map { PathTemplate.decoded($0) }
                use(PathTemplate(input.text).parameters(in: segments))
            }
        ]

    private static let forms: [WorstCase] =
        repeating("forms", ["&", "a=b&", "=", "%41", "+", "%", "%zz", "\u{E9}&"]) { input in
            for parameter in FormParameter.parameters(in: input.text) { use((parameter.name, parameter.value)) }
        }
        + [
            WorstCase("forms", "a dictionary of many members, encoded", { repeated("a", $0) }) { input in
                let names = (0..<input.data.count / 10).map { ("name\($0)", $0) }
                use(try? CodingOptions().formText(of: Dictionary(uniqueKeysWithValues: names)))
            },
            WorstCase("forms", "an object of many members, encoded", { repeated("a", $0) }) { input in
                use(try? CodingOptions().formText(of: Members(count: input.data.count / 10)))
            },
            WorstCase("forms", "a list of many elements, encoded", { repeated("a", $0) }) { input in
                use(try? CodingOptions().formText(of: ["list": Array(repeating: 1, count: input.data.count / 10)]))
            },
            WorstCase("forms", "a long name in camel case, encoded", { repeated("aB", $0) }) { input in
                let coding = CodingOptions { $0.keys = .snakeCase }
                use(try? coding.formText(of: Named(name: input.text)))
            },
        ]

    private static let json: [WorstCase] =
        repeating("json-key-path", ["a.", ".", "0."]) { input in
            let data = Data(repeated("[", 500).utf8) + Data(repeated("]", 500).utf8)
            use(try? JSONDecoder().decode(Int.self, at: JSONKeyPath(input.text), in: data))
        }
        + [
            WorstCase("json-key-path", "the last of many elements", { "[0" + repeated(",0", $0) + "]" }) { input in
                let path = JSONKeyPath("\(input.data.count / 2 - 1)")
                use(try? JSONDecoder().decode(Int.self, at: path, in: input.data))
            },
            WorstCase("json-key-path", "many members", { "{" + distinct($0) { "\"a\($0)\":0," } + "\"b\":1}" }) {
                use(try? JSONDecoder().decode(Int.self, at: JSONKeyPath("b"), in: $0.data))
            },
        ]

    private static let curl: [WorstCase] =
        repeating("curl", ["'", "a", "\u{0}", "\\", "%", "-", "\u{301}", "=&", "{\"a\":"]) { input in
            guard let url = URL(string: "https://example.com/") else { return }
            var request = OutgoingRequest(url: url)
            request.method = .post
            request.body = HTTPBody(input.data)
            request.headerFields[.contentType] = "text/plain"
            request.headerFields[HTTPField.Name("X-Name")!] = input.text
            use(request.cURLCommand())
        }

    /// A value with many members, that isn't a dictionary.
    private struct Members: Encodable {
        let count: Int

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyCodingKey.self)
            for index in 0..<count { try container.encode(index, forKey: AnyCodingKey("name\(index)")) }
        }
    }

    /// A value with one member.
    private struct Named: Encodable {
        let name: String

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyCodingKey.self)
            try container.encode(1, forKey: AnyCodingKey(name))
        }
    }
}
#endif
