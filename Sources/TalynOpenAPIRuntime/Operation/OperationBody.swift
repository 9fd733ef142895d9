public import TalynCore
import _TalynFoundation

/// The body of an operation, with its media type.
public struct OperationBody: Sendable {
    let body: RequestBody
    let contentType: String?
    let problem: (any Error)?

    private init(_ body: RequestBody, _ contentType: String?, problem: (any Error)? = nil) {
        self.body = body
        self.contentType = contentType
        self.problem = problem
    }

    /// No body.
    public static let none = OperationBody(.none, nil)

    /// A value as JSON; nil for no body.
    public static func json(_ value: (some Encodable & Sendable)?, as contentType: String? = nil) -> OperationBody {
        value.map { OperationBody(.json($0), contentType) } ?? .none
    }

    /// The members of a value as a form; nil for no body.
    ///
    /// - Parameters:
    ///   - value: A value with members.
    ///   - style: The style of arrays and objects.
    ///   - styles: The styles of some members.
    public static func form(
        _ value: (some Encodable & Sendable)?,
        _ style: FormStyle = .exploded,
        _ styles: [String: FormStyle] = [:]
    ) -> OperationBody {
        guard let value else { return .none }
        let contentType = "application/x-www-form-urlencoded"
        do {
            return OperationBody(.data(Data(try QueryItem.items(of: value, style, styles).utf8)), contentType)
        } catch {
            return OperationBody(.none, nil, problem: error)
        }
    }

    /// The parts of a multipart body; nil for no body.
    public static func multipart(_ parts: MultipartForm?, as contentType: String? = nil) -> OperationBody {
        guard let parts else { return .none }
        return OperationBody(.multipart(parts.parts), contentType, problem: parts.problem)
    }

    /// Text; nil for no body.
    public static func text(_ text: String?, as contentType: String) -> OperationBody {
        text.map { OperationBody(.data(Data($0.utf8)), contentType) } ?? .none
    }

    /// Bytes, in memory or from a file or a stream; nil for no body.
    public static func bytes(_ body: HTTPBody?, as contentType: String) -> OperationBody {
        body.map { OperationBody($0.data.map { .data($0) } ?? .stream($0), contentType) } ?? .none
    }
}
