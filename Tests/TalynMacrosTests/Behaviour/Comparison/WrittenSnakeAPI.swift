#if Macros
import Foundation
import Talyn

/// The endpoints of ``DeclaredSnakeAPI`` as one writes them by hand.
enum WrittenSnakeAPI: TargetType, AccessTokenAuthorizable {
    case search(searchText: String, perPage: Int?, homeAddress: Author)
    case create(issueTitle: String, firstAuthor: Author, dueAt: Date)
    case draft(body: Draft)
    case login(userName: String, isRemembered: Bool)
    case signUp(body: Account)
    case kept(userName: String, perPage: Int, firstAuthor: Author)
    case photo(imageData: Data, altText: String?)
    case plain(perPage: Int)

    private struct Search: Encodable {
        let searchText: String
        let perPage: Int?
        let homeAddress: Author
    }

    private struct Creation: Encodable {
        let issueTitle: String
        let firstAuthor: Author
        let dueAt: Date
    }

    private struct Login: Encodable {
        let userName: String
        let isRemembered: Bool
    }

    var baseURL: URL { URL(string: "https://api.example.com")! }

    var path: RequestPath {
        switch self {
        case .search: "/search"
        case .create: "/issues"
        case .draft: "/drafts"
        case .login: "/login"
        case .signUp: "/accounts"
        case .kept: "/kept"
        case .photo: "/photos"
        case .plain: "/plain"
        }
    }

    var method: HTTPRequest.Method {
        switch self {
        case .search, .plain: .get
        default: .post
        }
    }

    var query: RequestParameters {
        switch self {
        case .search(let text, let perPage, let address):
            RequestParameters(Search(searchText: text, perPage: perPage, homeAddress: address))
        case .kept(_, let perPage, _), .plain(let perPage): ["perPage": perPage]
        default: [:]
        }
    }

    var body: RequestBody {
        switch self {
        case .create(let title, let author, let due):
            return .json(Creation(issueTitle: title, firstAuthor: author, dueAt: due))
        case .draft(let draft): return .json(draft)
        case .login(let name, let isRemembered): return .form(Login(userName: name, isRemembered: isRemembered))
        case .signUp(let account): return .form(account)
        case .kept(let name, _, let author): return .json(["userName": name, "first_author": author])
        case .photo(let image, let altText):
            let parts = [MultipartPart(content: .data(image), name: "image_data")]
            let text = altText.map { MultipartPart(content: .data(Data($0.utf8)), name: "alt_text") }
            return .multipart(parts + [text].compactMap { $0 })
        case .search, .plain: return .none
        }
    }

    var headerFields: HTTPFields {
        let client = HTTPField.Name("X-Client")!
        var fields: HTTPFields = [.accept: "application/json", client: "shop"]
        if case .photo = self { fields[.contentType] = "multipart/form-data; boundary=b" }
        guard case .plain = self else { return fields }
        return [.accept: "text/plain", client: "shop", HTTPField.Name("X-More")!: "1"]
    }

    var sampleData: Data {
        if case .plain = self { Data("plain".utf8) } else { Data("{}".utf8) }
    }

    var validation: StatusValidation {
        if case .plain = self { .any } else { .successAndRedirectCodes }
    }

    var authorizationType: AuthorizationType? {
        if case .plain = self { nil } else { .bearer }
    }

    var coding: CodingOptions {
        CodingOptions {
            if case .plain = self { return }
            $0.keys = .snakeCase
            if case .create = self { $0.dates = .millisecondsSince1970 }
        }
    }

    var failureBodyType: (any (Decodable & Sendable).Type)? {
        if case .plain = self { Author.self } else { Complaint.self }
    }

    var requestOptions: RequestOptions {
        var options = RequestOptions()
        options.priority = .high
        if case .plain = self {
            options.timeout = .seconds(5)
        } else {
            options.timeout = .seconds(30)
            options.secretHeaderFields = ["X-Token"]
        }
        return options
    }
}
#endif
