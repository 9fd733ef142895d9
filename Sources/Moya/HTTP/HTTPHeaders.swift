#if !Alamofire
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension Session {
    /// Header fields. Their names are compared without regard to case (RFC 9110, section 5.1).
    public struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral, CustomStringConvertible {
        private var fields: [(name: String, value: String)] = []

        /// Creates header fields.
        public init(_ dictionary: [String: String] = [:]) {
            for (name, value) in dictionary.sorted(by: { $0.key < $1.key }) { update(name: name, value: value) }
        }

        public init(dictionaryLiteral elements: (String, String)...) {
            for (name, value) in elements { update(name: name, value: value) }
        }

        /// The value of a field. Setting nil removes the field.
        public subscript(_ name: String) -> String? {
            get { value(for: name) }
            set { if let newValue { update(name: name, value: newValue) } else { remove(name: name) } }
        }

        /// The value of a field, if it is there.
        public func value(for name: String) -> String? {
            index(of: name).map { fields[$0].value }
        }

        /// Sets the value of a field.
        public mutating func add(name: String, value: String) {
            update(name: name, value: value)
        }

        /// Sets the value of a field.
        public mutating func update(name: String, value: String) {
            if let index = index(of: name) { fields[index] = (name, value) } else { fields.append((name, value)) }
        }

        /// Removes a field.
        public mutating func remove(name: String) {
            if let index = index(of: name) { fields.remove(at: index) }
        }

        /// The number of fields.
        public var count: Int { fields.count }

        func header(at index: Int) -> HTTPHeader { HTTPHeader(name: fields[index].name, value: fields[index].value) }

        /// The fields by name.
        public var dictionary: [String: String] {
            Dictionary(fields.map { ($0.name, $0.value) }) { _, last in last }
        }

        public var description: String { fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n") }

        public static func == (left: HTTPHeaders, right: HTTPHeaders) -> Bool {
            left.fields.elementsEqual(right.fields) { $0 == $1 }
        }

        private func index(of name: String) -> Int? {
            fields.firstIndex { $0.name.caseInsensitiveCompare(name) == .orderedSame }
        }
    }
}

extension Session.HTTPHeaders {
    /// The header fields of a session: the content codings that it decodes, the user's languages, and the app.
    public static let `default`: Session.HTTPHeaders = [
        .defaultAcceptEncoding, .defaultAcceptLanguage, .defaultUserAgent,
    ]
}

extension URLSessionConfiguration {
    /// The header fields of requests that don't set them: `httpAdditionalHeaders`.
    public var headers: Session.HTTPHeaders {
        get {
            let fields = httpAdditionalHeaders ?? [:]
            return Session.HTTPHeaders(
                Dictionary(fields.map { ("\($0.key)", "\($0.value)") }) { _, last in last }
            )
        }
        set { httpAdditionalHeaders = newValue.dictionary }
    }
}
#endif
