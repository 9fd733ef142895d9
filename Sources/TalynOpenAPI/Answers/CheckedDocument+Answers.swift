import HTTPTypes
import TalynCore
import TalynStubs
public import _TalynFoundation
import _TalynSupport

struct DocumentAnswer: Sendable {
    let status: Int
    var headerFields: HTTPFields = [:]
    var body = Data()
}

extension CheckedDocument {
    /// Answers a request by the examples of the document, and by made-up values for the rest.
    ///
    /// The answer to a request that the document doesn't allow is a problem (RFC 9457) with the reason. The same seed gives the same
    /// values.
    func answer(to request: CheckedRequest, seed: UInt64) -> DocumentAnswer {
        switch match(request) {
        case .none: return Self.answer(Self.unknownPath)
        case .otherMethods(_, let methods): return Self.answer(Self.unknownMethod(methods))
        case .operation(let route, let path):
            if let problem = problem(of: request, route.operation, path) { return Self.answer(problem) }
            return answer(to: request, of: route.operation, seed)
        }
    }

    private static func answer(_ problem: Problem) -> DocumentAnswer {
        var fields = problem.headerFields
        fields[.contentType] = "application/problem+json"
        return DocumentAnswer(status: problem.status, headerFields: fields, body: problem.json.json())
    }

    private func answer(to request: CheckedRequest, of operation: OperationModel, _ seed: UInt64) -> DocumentAnswer {
        let preference = Preference(request.headerFields)
        let wished = preference.status
        let found = wished.map { operation.response(for: $0) } ?? operation.usualResponse
        guard let model = found, 200...599 ~= wished ?? 200 else {
            if wished == nil { return DocumentAnswer(status: 204) }
            let known = operation.responses.map(\.status).joined(separator: ", ")
            let detail = "The operation has no response for the status in 'Prefer'. It has \(known)."
            return Self.answer(Problem(status: 400, detail: detail))
        }
        let content = AcceptedTypes(request.headerFields).best(of: model.contents)
        if let name = preference.example, let content, exampleNodes(of: content)[name] == nil {
            let known = exampleNodes(of: content).keys.sorted().joined(separator: ", ")
            let detail =
                "The response has no example with the name in 'Prefer'. It has \(known.isEmpty ? "none" : known)."
            return Self.answer(Problem(status: 400, detail: detail))
        }
        return answer(operation, model, wished ?? model.usualStatus, content, preference, seed)
    }

    func answer(
        _ operation: OperationModel,
        _ model: ResponseModel,
        _ status: Int,
        _ content: Content?,
        _ preference: Preference,
        _ seed: UInt64
    ) -> DocumentAnswer {
        // An operation has the same values whichever others there are.
        let number = "\(operation.method) \(operation.path) \(status)".utf8.reduce(5_381) { ($0 &* 33) ^ Int($1) }
        let random = SeededRandom(seed: seed, sequence: number)
        let maker = ValueMaker(checker, random, usesExamples: !preference.isDynamic)
        var answer = DocumentAnswer(status: status)
        for parameter in headerParameters(of: model) where parameter.isRequired {
            guard let name = HTTPField.Name(parameter.name), let schema = parameter.schema else { continue }
            let value = maker.value(for: schema)
            answer.headerFields[name] =
                parameter.isJSON ? String(decoding: value.json(), as: UTF8.self) : Self.fieldText(value)
        }
        guard let content, status != 204, status != 304 else { return answer }
        guard let body = body(content, maker, preference) else {
            let detail =
                "The document has no example for '\(content.mediaType)', and a value of this media type can't be made up. "
                + "Give the response an example."
            return Self.answer(Problem(status: 501, detail: detail))
        }
        answer.headerFields[.contentType] = Self.concreteType(of: content)
        answer.body = body
        return answer
    }

    private static func fieldText(_ value: JSONNode) -> String {
        switch value {
        case .string(let text): text
        case .number(let digits): digits
        case .bool(let bool): "\(bool)"
        case .array(let elements): elements.map { fieldText($0) }.joined(separator: ",")
        case .object(let members): members.map { "\($0.name),\(fieldText($0.value))" }.joined(separator: ",")
        case .null: ""
        }
    }

    private static func concreteType(of content: Content) -> String {
        guard content.mediaType.contains("*") else { return content.mediaType }
        if content.isJSON { return "application/json" }
        return switch content.baseType.prefix(while: { $0 != "/" }) {
        case "text": "text/plain; charset=utf-8"
        case "image": "image/png"
        case "audio": "audio/mpeg"
        case "video": "video/mp4"
        default: "application/octet-stream"
        }
    }

    // MARK: Bodies

    /// The examples of a media type by their names. The one without a name has the empty name.
    func exampleNodes(of content: Content) -> [String: Node] {
        var nodes: [String: Node] = [:]
        if let example = content.node["example"] { nodes[""] = example }
        for (name, node) in content.node["examples"]?.members?.list ?? [] {
            // In Swagger 2, an example has the name of its media type, and is the value itself.
            if reader.root["swagger"] != nil {
                if name == content.mediaType { nodes[""] = node }
            } else if let value = reader.resolved(node)?["value"] {
                nodes[name] = value
            }
        }
        return nodes
    }

    /// The value of an example. In some documents, the example of JSON is a text that has it.
    func exampleValue(_ node: Node, _ content: Content) -> JSONNode {
        let value = JSONNode(node)
        guard content.isJSON, let text = value.text, let schema = content.schema, !schema.kinds.contains("string"),
            let json = JSONNode(text: text)
        else { return value }
        return json
    }

    /// The body of an answer; nil for a media type in which no value can be made up.
    private func body(_ content: Content, _ maker: ValueMaker, _ preference: Preference) -> Data? {
        let nodes = exampleNodes(of: content)
        if let name = preference.example, let node = nodes[name] {
            let value = exampleValue(node, content)
            return content.hasForm(of: value) ? data(value, content) : nil
        }
        if !preference.isDynamic || !content.canBeMadeUp {
            // Names in order, so that the answer is the same each time.
            for (_, node) in nodes.sorted(by: { $0.key < $1.key }) {
                let value = exampleValue(node, content)
                guard content.hasForm(of: value) else { continue }
                let body = data(value, content)
                let type = Self.concreteType(of: content)
                // An example that its schema doesn't allow would break the client.
                if faults(of: body, content, type: type, .response).isEmpty { return body }
            }
        }
        guard content.canBeMadeUp else { return nil }
        let schema = content.item
        if content.isEventStream {
            return Data((0..<2).map { _ in madeEvent(content, maker).text }.joined().utf8)
        }
        if content.isJSONLines {
            let values = (0..<2).map { _ in schema.map { maker.value(for: $0) } ?? .object([]) }
            return values.reduce(into: Data()) { $0 += data($1, content) }
        }
        if content.isAnyBytes || content.isBinary { return Data("made up".utf8) }
        return data(schema.map { maker.value(for: $0) } ?? (content.isJSON ? .object([]) : .string("")), content)
    }

    private func data(_ value: JSONNode, _ content: Content) -> Data {
        if !content.isJSON, let text = value.text { return Data(text.utf8) }
        if content.isEventStream { return Data(event(of: value, content).text.utf8) }
        if content.isJSONLines { return value.json() + Data("\n".utf8) }
        if content.isForm, let members = value.members {
            let pairs = members.map { "\($0.name)=\(Self.fieldText($0.value).percentEncoded(allowed: .unreserved))" }
            return Data(pairs.joined(separator: "&").utf8)
        }
        return value.json()
    }
}

extension CheckedDocument {
    /// The result of making each answer once.
    public struct Trial: Sendable {
        public var answerCount = 0
        /// The answers that the document doesn't allow, and the first reason of each.
        public var failures: [String] = []
        /// The examples that their schemas don't allow. The server doesn't use them.
        public var invalidExamples: [String] = []
        public var exampleCount = 0
        /// The answers in JSON, with the pointers of their schemas, for a check by another validator.
        public var answers: [(pointer: String, body: Data)] = []
        /// The answers that can't be made, since they are in no form of text or JSON and have no example.
        public var missingExamples: [String] = []
    }

    /// Makes each answer of the document, in each media type, and checks it by the document.
    public func trial(seed: UInt64) -> Trial {
        var trial = Trial()
        for operation in document.operations {
            for model in operation.responses {
                let contents: [Content?] = model.contents.isEmpty ? [nil] : model.contents.map { $0 }
                for content in contents {
                    let status = model.usualStatus
                    let answer = answer(operation, model, status, content, Preference([:]), seed)
                    let response = CheckedResponse(status: status, headerFields: answer.headerFields, body: answer.body)
                    let place = "\(Operation(operation)), status \(model.status)"
                    if answer.status == 501, status != 501, let content {
                        trial.missingExamples.append("\(place): '\(content.mediaType)' has no example")
                        continue
                    }
                    trial.answerCount += 1
                    // An answer of a default can have the status of another response.
                    trial.failures += faults(of: response, model).prefix(1).map { "\(place): \($0)" }
                    if let content { tryExamples(content, &trial) }
                    if let content, content.isJSON, let schema = content.schema {
                        trial.answers.append((schema.node.pointer, answer.body))
                    }
                }
            }
        }
        return trial
    }

    private func tryExamples(_ content: Content, _ trial: inout Trial) {
        guard let schema = content.schema, content.isJSON else { return }
        for (_, node) in exampleNodes(of: content).sorted(by: { $0.key < $1.key }) {
            trial.exampleCount += 1
            guard let fault = checker.faults(of: exampleValue(node, content), schema, .response).first else { continue }
            let place = fault.pointer.isEmpty ? "the example" : "the example at \(fault.pointer)"
            trial.invalidExamples.append("\(node.file.name):\(node.line): \(place) \(fault.reason) (\(node.pointer))")
        }
    }
}

extension Content {
    /// Whether a value can be written in the media type. Images, archives, XML and tables have a form of their own.
    fileprivate var canBeMadeUp: Bool { isJSON || isForm || isJSONLines || isEventStream || isPlainText || isAnyBytes }

    /// Whether an example is in the form of the media type. A text is that form itself.
    fileprivate func hasForm(of example: JSONNode) -> Bool { canBeMadeUp && !isAnyBytes || example.text != nil }

    private var isPlainText: Bool { ["text/plain", "text/*", "text/markdown", "text/html"].contains(baseType) }

    /// Whether any bytes are of the media type (RFC 2046, section 4.5.1), or fit its schema.
    fileprivate var isAnyBytes: Bool {
        let types = ["application/octet-stream", "application/*", "binary/octet-stream", "*/*"]
        return !isJSON && (isBinary || types.contains(baseType))
    }
}

extension OperationModel {
    /// The response that a client gets without a wish: a success, or else the first one.
    var usualResponse: ResponseModel? {
        let successes = responses.filter(\.isSuccess)
        let exact = successes.filter { Int($0.status) != nil }.min { $0.status < $1.status }
        return exact ?? successes.first ?? responses.first(where: \.isRedirect)
            ?? responses.first { $0.status == "default" } ?? responses.first
    }
}

extension ResponseModel {
    var usualStatus: Int { Int(status) ?? status.first?.wholeNumberValue.map { $0 * 100 } ?? 200 }
}
