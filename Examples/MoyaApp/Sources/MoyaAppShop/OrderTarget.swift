import Foundation
import Moya
import MoyaAppCore

public enum OrderTarget {
    case all(states: [String])
    case place([OrderItem])
    case cancel(id: Int)
    case changeAddress(id: Int, Address)
    case review(id: Int, NewReview)
    case importCSV(Data)
    case pay(id: Int, token: Data)
    case addItems(id: Int, [OrderItem], notify: Bool)
    case note(id: Int, text: String)
}

extension OrderTarget: APITarget {
    public var path: String {
        switch self {
        case .all, .place: return "orders"
        case .cancel(let id): return "orders/\(id)"
        case .changeAddress(let id, _): return "orders/\(id)/address"
        case .review(let id, _): return "orders/\(id)/review"
        case .importCSV: return "orders/import"
        case .pay(let id, _): return "orders/\(id)/payment"
        case .addItems(let id, _, _): return "orders/\(id)/items"
        case .note(let id, _): return "orders/\(id)/note"
        }
    }

    public var method: Moya.Method {
        switch self {
        case .all: return .get
        case .cancel: return .delete
        case .changeAddress: return .put
        case .note: return .patch
        case .place, .review, .importCSV, .pay, .addItems: return .post
        }
    }

    public var task: Moya.Task {
        switch self {
        case .all(let states):
            return .requestParameters(parameters: ["state": states], encoding: URLEncoding(arrayEncoding: .brackets))
        case .place(let items):
            return .requestParameters(
                parameters: ["items": items.map { $0.dictionary }],
                encoding: JSONItemsEncoding.default
            )
        case .cancel:
            return .requestPlain
        case .changeAddress(_, let address):
            return .requestJSONEncodable(address)
        case .review(_, let review):
            return .requestCustomJSONEncodable(review, encoder: .app)
        case .importCSV(let data):
            return .requestData(data)
        case .pay(_, let token):
            return .requestCompositeData(bodyData: token, urlParameters: ["method": "card"])
        case let .addItems(_, items, notify):
            return .requestCompositeParameters(
                bodyParameters: ["items": items.map(\.productID), "notify": notify],
                bodyEncoding: JSONEncoding.default,
                urlParameters: ["merge": true]
            )
        case .note(_, let text):
            return .requestParameters(
                parameters: ["text": text, "draft": 1],
                encoding: MixedEncoding(inURL: ["draft"])
            )
        }
    }

    public var headers: [String: String]? {
        switch self {
        case .importCSV: return ["Content-Type": "text/csv"]
        case .pay: return ["Content-Type": "application/octet-stream", "Accept": "*/*"]
        default: return ["Accept": "application/json", "X-Client": AppConfig.clientName, "X-Area": "orders"]
        }
    }

    public var authorizationType: AuthorizationType? {
        switch self {
        case .pay: return .custom("Payment")
        case .importCSV: return .basic
        default: return .bearer
        }
    }

    public var isSigned: Bool {
        if case .addItems = self { return true }
        return false
    }

    public var errorMessage: String? {
        guard case .pay = self else { return nil }
        return "The payment was not accepted."
    }

    public var sampleData: Data {
        switch self {
        case .all: return #"{"code":0,"data":[{"id":7,"state":"open"},{"id":8,"state":"sent"}]}"#.utf8Data
        case .place: return #"{"code":0,"data":{"id":9,"state":"open"}}"#.utf8Data
        case .pay: return #"{"code":402,"message":"No funds"}"#.utf8Data
        default: return Data()
        }
    }
}
