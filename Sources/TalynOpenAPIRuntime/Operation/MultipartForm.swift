import HTTPTypes
public import TalynCore
public import _TalynFoundation
import _TalynSupport

/// A file in a multipart body.
public struct MultipartFile: Sendable {
    /// Makes the part with a name. The media type is that of a file without one.
    let part: @Sendable (_ name: String, _ standardType: String?) -> MultipartPart

    /// Creates a file of bytes in memory.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - fileName: The name that the server sees.
    ///   - contentType: The media type. By default, the extension of the name decides.
    public init(_ data: Data, fileName: String = "file", contentType: String? = nil) {
        part = { MultipartPart(data, name: $0, fileName: fileName, contentType: contentType ?? $1) }
    }

    /// Creates a file of one on the disk, which is read while it is sent.
    public init(contentsOf file: URL, fileName: String? = nil, contentType: String? = nil) {
        part = { MultipartPart(file, name: $0, fileName: fileName, contentType: contentType ?? $1) }
    }

    /// Creates a file of a body that is read while it is sent.
    public init(_ body: HTTPBody, fileName: String = "file", contentType: String? = nil) {
        part = { MultipartPart(body, name: $0, fileName: fileName, contentType: contentType ?? $1) }
    }
}

extension MultipartFile: CustomReflectable {
    /// The name, the type and the length of the file, without its content.
    public var customMirror: Mirror { Mirror(of: self, ["part": part("", nil)]) }
}

/// The parts of a multipart body, which generated types collect.
public struct MultipartForm: Sendable {
    private(set) var parts: [MultipartPart] = []
    private(set) var problem: (any Error)?

    /// Creates a form without parts.
    public init() {}

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - name: The name of the part.
    ///   - file: The file; nil adds nothing.
    ///   - contentType: The media type, for a file without one.
    ///   - headers: Further header fields of the part.
    public mutating func add(
        _ name: String,
        _ file: MultipartFile?,
        as contentType: String? = nil,
        headers: [HeaderItem?] = []
    ) {
        add(name, file.map { [$0] }, as: contentType, headers: headers)
    }

    /// Adds files, each as a part of its own.
    ///
    /// - Parameters:
    ///   - name: The name of the parts.
    ///   - files: The files; nil adds nothing.
    ///   - contentType: The media type, for files without one.
    ///   - headers: Further header fields of each part.
    public mutating func add(
        _ name: String,
        _ files: [MultipartFile]?,
        as contentType: String? = nil,
        headers: [HeaderItem?] = []
    ) {
        let start = parts.count
        for file in files ?? [] { parts.append(file.part(name, contentType)) }
        add(headers, toPartsFrom: start)
    }

    /// Adds a value: a text as it is, each element of an array as a part of its own, and an object as JSON.
    ///
    /// - Parameters:
    ///   - name: The name of the part.
    ///   - value: The value; nil adds nothing.
    ///   - contentType: The media type of the part.
    ///   - style: The style of an array or an object. Nothing is percent-encoded (OpenAPI 3.1, section 4.8.15.1).
    ///   - headers: Further header fields of each part (OpenAPI 3.1, section 4.8.15.1).
    public mutating func add(
        _ name: String,
        value: (some Encodable)?,
        as contentType: String? = nil,
        style: FormStyle = .exploded,
        headers: [HeaderItem?] = []
    ) {
        guard let value else { return }
        let start = parts.count
        defer { add(headers, toPartsFrom: start) }
        do {
            let value = try ParameterValue(encoding: value)
            switch style {
            case .exploded: try add(name, value, contentType)
            case .json: try add(name, value, contentType ?? "application/json")
            case .commas: append(name, value.texts, joinedBy: ",", contentType)
            case .spaces: append(name, value.texts, joinedBy: " ", contentType)
            case .pipes: append(name, value.texts, joinedBy: "|", contentType)
            case .brackets:
                for (name, text) in value.bracketed(name) { append(name, text, contentType) }
            }
        } catch {
            problem = error
        }
    }

    private mutating func add(_ headers: [HeaderItem?], toPartsFrom start: Int) {
        let headers = headers.compactMap { $0 }
        guard !headers.isEmpty else { return }
        problem = problem ?? headers.lazy.compactMap(\.problem).first
        for index in parts.indices[start...] { parts[index].headerFields = HTTPFields(headers) }
    }

    private mutating func add(_ name: String, _ value: ParameterValue, _ contentType: String?) throws {
        let isJSON = contentType?.isJSONMediaType ?? false
        switch value {
        case .scalar(.null): break
        case .array(let elements) where !isJSON:
            // A part is a text, a number or a document of its own, and no array.
            for element in elements {
                if case .array = element {
                    append(name, try String(json: element), contentType ?? "application/json")
                } else {
                    try add(name, element, contentType)
                }
            }
        case .scalar(.string(let text)) where !isJSON: append(name, text, contentType)
        case .array, .object, .scalar(.string): append(name, try String(json: value), contentType ?? "application/json")
        case .scalar, .unsigned: append(name, value.scalarText ?? "", contentType)
        }
    }

    private mutating func append(_ name: String, _ texts: [String], joinedBy separator: String, _ type: String?) {
        // An empty array has no text at all.
        if !texts.isEmpty { append(name, texts.joined(separator: separator), type) }
    }

    private mutating func append(_ name: String, _ text: String, _ contentType: String?) {
        parts.append(MultipartPart(Data(text.utf8), name: name, contentType: contentType))
    }
}
