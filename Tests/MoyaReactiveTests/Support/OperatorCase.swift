import Foundation
import Moya

/// An operator on responses, with its arguments.
enum ResponseOperator: Sendable {
    case filterCodes(ClosedRange<Int>)
    case filterCode(Int)
    case filterSuccessful
    case filterSuccessfulAndRedirect
    case json(failsOnEmptyData: Bool)
    case string(keyPath: String?)
    case person(keyPath: String?, failsOnEmptyData: Bool)
}

/// An operator, the target whose response it is applied to, and the expected result.
struct OperatorCase: Sendable, CustomStringConvertible {
    let operation: ResponseOperator
    let page: Page
    /// The text of the value, or the case of the error.
    let result: String

    var description: String { "\(operation) of \(page.status): \(result)" }

    init(_ operation: ResponseOperator, _ page: Page, _ result: String) {
        self.operation = operation
        self.page = page
        self.result = result
    }

    static let all = [
        OperatorCase(.filterCodes(200...204), Page(204, ""), "204"),
        OperatorCase(.filterCodes(200...204), Page(205, ""), "statusCode"),
        OperatorCase(.filterCode(418), Page(418, ""), "418"),
        OperatorCase(.filterCode(418), Page(200, ""), "statusCode"),
        OperatorCase(.filterSuccessful, Page(299, ""), "299"),
        OperatorCase(.filterSuccessful, Page(300, ""), "statusCode"),
        OperatorCase(.filterSuccessfulAndRedirect, Page(399, ""), "399"),
        OperatorCase(.filterSuccessfulAndRedirect, Page(400, ""), "statusCode"),
        OperatorCase(.json(failsOnEmptyData: true), Page(200, "7"), "7"),
        OperatorCase(.json(failsOnEmptyData: true), Page(200, ""), "jsonMapping"),
        OperatorCase(.json(failsOnEmptyData: false), Page(200, ""), "\(NSNull())"),
        OperatorCase(.json(failsOnEmptyData: false), Page(200, "{"), "jsonMapping"),
        OperatorCase(.string(keyPath: nil), Page(200, "text"), "text"),
        OperatorCase(.string(keyPath: "friend.name"), Page(), "Charles"),
        OperatorCase(.string(keyPath: "friend"), Page(), "stringMapping"),
        OperatorCase(.string(keyPath: "friend"), Page(200, "text"), "jsonMapping"),
        OperatorCase(.person(keyPath: nil, failsOnEmptyData: true), Page(), "Ada"),
        OperatorCase(.person(keyPath: "friend", failsOnEmptyData: true), Page(), "Charles"),
        OperatorCase(.person(keyPath: "enemy", failsOnEmptyData: true), Page(), "jsonMapping"),
        OperatorCase(.person(keyPath: nil, failsOnEmptyData: true), Page(200, "[]"), "objectMapping"),
        OperatorCase(.person(keyPath: nil, failsOnEmptyData: true), Page(200, ""), "objectMapping"),
        OperatorCase(.person(keyPath: nil, failsOnEmptyData: false), Page(200, ""), "nobody"),
    ]
}

extension MoyaError {
    var caseName: String {
        switch self {
        case .imageMapping: "imageMapping"
        case .jsonMapping: "jsonMapping"
        case .stringMapping: "stringMapping"
        case .objectMapping: "objectMapping"
        case .encodableMapping: "encodableMapping"
        case .statusCode: "statusCode"
        case .underlying: "underlying"
        case .requestMapping: "requestMapping"
        case .parameterEncoding: "parameterEncoding"
        }
    }
}
