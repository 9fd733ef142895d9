import TalynCore
import _TalynSupport

/// A parameter of a query, or a property of a form, in one of OpenAPI's styles (OpenAPI 3.1, section 4.8.12.3).
public struct QueryItem: Sendable {
    /// The percent-encoded pairs, such as `tag=a&tag=b`.
    let text: String
    /// The reason for which the value can't be sent.
    let problem: (any Error)?

    private init(_ pairs: () throws -> [String]) {
        do {
            text = try pairs().joined(separator: "&")
            problem = nil
        } catch {
            text = ""
            problem = error
        }
    }

    /// The style `form`: `tag=a&tag=b`, or `tag=a,b` if it isn't exploded.
    ///
    /// - Parameters:
    ///   - name: The name of the parameter.
    ///   - value: The value; nil leaves the parameter out.
    ///   - explode: Whether each element and each member of the value is a pair of its own.
    ///   - reserved: Whether reserved characters stay as they are (RFC 3986, section 2.2).
    public static func form(
        _ name: String,
        _ value: (some Encodable)?,
        explode: Bool = true,
        reserved: Bool = false
    ) -> QueryItem? {
        delimited(name, value, by: ",", explode, reserved)
    }

    /// The style `spaceDelimited`: `tag=a%20b`.
    public static func spaceDelimited(_ name: String, _ value: (some Encodable)?, explode: Bool = false) -> QueryItem? {
        delimited(name, value, by: "%20", explode)
    }

    /// The style `pipeDelimited`: `tag=a%7Cb`.
    public static func pipeDelimited(_ name: String, _ value: (some Encodable)?, explode: Bool = false) -> QueryItem? {
        delimited(name, value, by: "%7C", explode)
    }

    /// The format `tsv` of Swagger 2: `tag=a%09b`.
    public static func tabDelimited(_ name: String, _ value: (some Encodable)?, explode: Bool = false) -> QueryItem? {
        delimited(name, value, by: "%09", explode)
    }

    /// The style `deepObject`: `price[min]=1&price[max]=5`, with any nesting.
    public static func deepObject(_ name: String, _ value: (some Encodable)?) -> QueryItem? {
        value.map { value in QueryItem { bracketed(name, try ParameterValue(encoding: value)) } }
    }

    /// A value as JSON.
    public static func json(_ name: String, _ value: (some Encodable)?) -> QueryItem? {
        value.map { value in QueryItem { [pair(name, try String(json: value).encoded())] } }
    }

    /// A value that is the whole query (OpenAPI 3.2): the members of a value as a form, or the text of another one.
    public static func whole(_ value: (some Encodable)?) -> QueryItem? {
        value.map { value in
            QueryItem {
                let json = try ParameterValue(encoding: value)
                if case .object = json { return [try items(of: json, .exploded, [:])] }
                return [json.texts.map { $0.encoded() }.joined(separator: "&")]
            }
        }
    }

    /// A value that is the whole query, as JSON (OpenAPI 3.2).
    public static func whole(json value: (some Encodable)?) -> QueryItem? {
        value.map { value in QueryItem { [try String(json: value).encoded()] } }
    }

    private static func delimited(
        _ name: String,
        _ value: (some Encodable)?,
        by delimiter: String,
        _ explode: Bool,
        _ reserved: Bool = false
    ) -> QueryItem? {
        value.map { value in
            QueryItem { pairs(name, try ParameterValue(encoding: value), by: delimiter, explode, reserved) }
        }
    }

    private static func pairs(
        _ name: String,
        _ value: ParameterValue,
        by delimiter: String,
        _ explode: Bool = false,
        _ reserved: Bool = false
    ) -> [String] {
        switch value {
        case .array(let elements) where explode:
            return elements.enumerated().flatMap { index, element -> [String] in
                if let text = element.scalarText { return [pair(name, text.encoded(reserved))] }
                // Elements with members have no form of their own in the specification. An index keeps the members of each together,
                // unless the document writes the brackets of an array without one.
                return bracketed(name.hasSuffix("[]") ? name : "\(name)[\(index)]", element)
            }
        case .object where explode:
            return value.sortedMembers.flatMap { name, value in member(name, value, by: delimiter, reserved) }
        default:
            let texts = value.texts
            // An empty array and null have no text at all.
            return texts.isEmpty ? [] : [pair(name, texts.map { $0.encoded(reserved) }.joined(separator: delimiter))]
        }
    }

    /// The pairs of a member of an exploded object.
    private static func member(
        _ name: String,
        _ value: ParameterValue,
        by delimiter: String,
        _ reserved: Bool = false
    ) -> [String] {
        // An object inside has no useful form of its own in the specification. Servers expect brackets.
        if case .object = value { return bracketed(name, value) }
        return pairs(name, value, by: delimiter, true, reserved)
    }

    private static func bracketed(_ name: String, _ value: ParameterValue) -> [String] {
        value.bracketed(name).map { pair($0.name, $0.text.encoded()) }
    }

    private static func pair(_ name: String, _ encoded: String) -> String { "\(name.encoded())=\(encoded)" }

    /// The pairs of a form's properties.
    ///
    /// - Parameters:
    ///   - value: A value with members.
    ///   - style: The style of members that aren't texts.
    ///   - styles: The styles of some members.
    static func items(of value: some Encodable, _ style: FormStyle, _ styles: [String: FormStyle]) throws -> String {
        let json = try ParameterValue(encoding: value)
        guard case .object = json else { throw FormError() }
        return try json.sortedMembers.flatMap { name, value -> [String] in
            switch styles[name] ?? style {
            case .json:
                // The style of all members leaves texts as they are.
                if styles[name] == nil, let text = value.scalarText { return [pair(name, text.encoded())] }
                return [pair(name, try String(json: value).encoded())]
            case .exploded: return member(name, value, by: ",")
            case .commas: return pairs(name, value, by: ",")
            case .spaces: return pairs(name, value, by: "%20")
            case .pipes: return pairs(name, value, by: "%7C")
            case .brackets: return bracketed(name, value)
            }
        }.joined(separator: "&")
    }
}

/// The style of a form's property that is an array or an object.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum FormStyle: Sendable {
    /// `tag=a&tag=b`
    case exploded
    /// `tag=a,b`
    case commas
    /// `tag=a%20b`
    case spaces
    /// `tag=a%7Cb`
    case pipes
    /// `tag[0]=a&price[max]=5`
    case brackets
    /// `price={"max":5}`, percent-encoded.
    case json
}

/// The reason for which a value can't be a form.
struct FormError: Error, CustomStringConvertible {
    var description: String { "A form must have named members. Send a struct or a dictionary." }
}

extension String {
    /// The text percent-encoded for a part of a URL.
    ///
    /// - Parameter reserved: Whether reserved characters stay, except those that end a value.
    func encoded(_ reserved: Bool = false) -> String {
        percentEncoded(allowed: reserved ? Self.reservedCharacters : .unreserved)
    }

    private static let reservedCharacters = ASCIISet.unreserved.union(ASCIISet(":/?@!$'()*,;="))
}
