import TalynStubs
import _TalynFoundation
import _TalynSupport

/// The fields of a server-sent event (WHATWG HTML standard, section 9.2.6).
struct EventFields {
    /// The type; nil for one without the field, which is a `message`.
    var event: String?
    var data: String
    var id: String?
    var retry: String?

    /// The event as a body has it.
    var text: String {
        var lines = [("event", event), ("id", id), ("retry", retry)].compactMap { name, value in
            value.map { "\(name): \(Self.lines(of: $0).joined(separator: " "))" }
        }
        lines += Self.lines(of: data).map { $0.isEmpty ? "data:" : "data: \($0)" }
        return lines.joined(separator: "\n") + "\n\n"
    }

    /// The events of a body that have data.
    ///
    /// A whole body needs neither limits nor pieces, and the module of the generator stands on no streams. So it doesn't use their parser.
    static func all(in body: Data) -> [EventFields] {
        var events: [EventFields] = []
        var fields: [(name: Substring, value: Substring)] = []
        let text = String(decoding: body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body, as: UTF8.self)
        for line in lines(of: text) {
            if line.isEmpty {
                func last(_ name: String) -> String? { fields.last { $0.name == name }.map { String($0.value) } }
                let data = fields.filter { $0.name == "data" }.map(\.value)
                if !data.isEmpty {
                    events.append(
                        EventFields(
                            event: last("event").flatMap { $0.isEmpty ? nil : $0 },
                            data: data.joined(separator: "\n"),
                            id: last("id"),
                            retry: last("retry")
                        )
                    )
                }
                fields = []
            } else {
                let name = line.prefix { $0 != ":" }
                let value = line.dropFirst(name.count + 1)
                fields.append((name, value.first == " " ? value.dropFirst() : value))
            }
        }
        return events
    }

    private static func lines(of text: String) -> [Substring] {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
    }
}

extension CheckedDocument {
    /// Checks the data of the events that is JSON. It can be another text, such as the mark of the end.
    func eventFaults(_ body: Data, _ content: Content, _ check: (JSONNode, Schema?, String) -> [Disagreement])
        -> [Disagreement]
    {
        guard let form = content.eventForm else { return [] }
        for (index, event) in EventFields.all(in: body).prefix(1_000).enumerated() {
            let (data, place): (EventData?, String) =
                switch form {
                case .data(let data): (data, "/\(index)")
                case .fields(let schema): (schema.eventData(ofType: event.event ?? "message"), "/\(index)/data")
                }
            guard case .json(let schema)? = data, let value = JSONNode(text: event.data) else { continue }
            let faults = check(value, schema, place)
            if !faults.isEmpty { return faults }
        }
        return []
    }

    /// A made-up event.
    func madeEvent(_ content: Content, _ maker: ValueMaker) -> EventFields {
        guard let schema = content.item else { return EventFields(data: "{}") }
        func text(_ data: EventData, _ value: JSONNode?) -> String {
            guard case .json(let schema) = data else { return value?.text ?? "" }
            return String(decoding: (schema.map { maker.value(for: $0) } ?? .object([])).json(), as: UTF8.self)
        }
        switch content.eventForm {
        case .data(let data)?: return EventFields(data: text(data, maker.value(for: schema)))
        case .fields(let schema)?:
            let value = maker.value(for: schema)
            let event = value["event"]?.text
            let data = schema.eventData(ofType: event ?? "message")
            var fields = EventFields(event: event, data: data.map { text($0, value["data"]) } ?? "")
            fields.id = value["id"]?.text
            if case .number(let digits)? = value["retry"] { fields.retry = digits }
            return fields
        case nil: return EventFields(data: String(decoding: maker.value(for: schema).json(), as: UTF8.self))
        }
    }

    /// The event of an example in JSON: its fields, if the schema describes those, or else its data.
    func event(of example: JSONNode, _ content: Content) -> EventFields {
        let json = { (value: JSONNode) in value.text ?? String(decoding: value.json(), as: UTF8.self) }
        guard case .fields? = content.eventForm, example.members != nil else { return EventFields(data: json(example)) }
        return EventFields(
            event: example["event"]?.text,
            data: example["data"].map(json) ?? "",
            id: example["id"]?.text,
            retry: example["retry"].map(json)
        )
    }
}
