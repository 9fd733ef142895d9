import TalynCore
import _TalynFoundation
import _TalynSupport

/// The identity of a request's body: JSON by its value, multipart without its boundary, and secrets by their mask.
struct BodyKey: Hashable {
    /// The canonical bytes.
    let bytes: [UInt8]

    static let empty = BodyKey(bytes: [])

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(_ body: Data?, contentType: String?, _ redaction: Redaction, _ secrets: Secrets) {
        guard let body, !body.isEmpty else {
            self = .empty
            return
        }
        let masked = BodyRedaction(redaction: redaction, secrets: secrets).body(body, contentType: contentType)
        let boundary = MultipartParts.boundary(contentType) ?? Self.boundary(of: masked)
        if let boundary {
            let search = ByteSearch(Array(boundary.utf8))
            bytes =
                masked.withUnsafeBytes { search.replaced(in: $0.bindMemory(to: UInt8.self), by: "boundary".utf8) }
                ?? Array(masked)
        } else if masked.beginsJSONContainer, let node = try? JSONNode(json: masked) {
            var output: [UInt8] = []
            Self.write(node, to: &output)
            bytes = output
        } else if let form = Self.form(masked, contentType) {
            bytes = Array(form.utf8)
        } else {
            bytes = Array(masked)
        }
    }

    /// A form with decoded and sorted parameters: clients escape different characters, and keep no order.
    private static func form(_ body: Data, _ contentType: String?) -> String? {
        guard MediaType(contentType ?? "").essence == "application/x-www-form-urlencoded" else { return nil }
        return CanonicalQuery.text(String(decoding: body, as: UTF8.self)[...])
    }

    /// The boundary of a multipart body without a known content type.
    private static func boundary(of body: Data) -> String? {
        guard body.starts(with: Data("--".utf8)) else { return nil }
        let line = body.prefix { $0 != 0x0D }
        guard body[line.endIndex...].starts(with: Data("\r\nContent-".utf8)) else { return nil }
        return String(decoding: line.dropFirst(2), as: UTF8.self)
    }

    /// Writes the same bytes for equal values.
    private static func write(_ node: JSONNode, to output: inout [UInt8]) {
        switch node {
        case .null: output.append(UInt8(ascii: "n"))
        case .bool(let value): output.append(UInt8(ascii: value ? "t" : "f"))
        case .number(let digits): output.append(contentsOf: "#\(canonical(digits));".utf8)
        case .string(let text):
            output.append(contentsOf: "\"\(text.utf8.count):".utf8)
            output.append(contentsOf: text.utf8)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for element in elements { write(element, to: &output) }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            for member in members.sorted(by: { $0.name < $1.name }) {
                write(.string(member.name), to: &output)
                write(member.value, to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    /// The same text for equal numbers, such as `1`, `1.0` and `10e-1`. Numbers that a double can't hold stay unchanged.
    static func canonical(_ digits: String) -> String {
        if digits.utf8.count < 16, let integer = Int(digits) { return "\(integer)" }
        guard digits.utf8.count < 18, let double = Double(digits), double.isFinite else { return digits }
        if let integer = Int(exactly: double) { return "\(integer)" }
        return "\(double)"
    }
}
