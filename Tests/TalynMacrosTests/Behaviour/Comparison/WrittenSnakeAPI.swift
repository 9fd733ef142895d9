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

    private struct Kept: Encodable {
        struct SnakeAuthor: Encodable {
            enum CodingKeys: String, CodingKey {
                case fullName = "full_name"
                case homePage = "home_page"
            }

            let fullName: String
            let homePage: URL?
        }

        enum CodingKeys: String, CodingKey {
            case userName
            case firstAuthor = "first_author"
        }

        let userName: String
        let firstAuthor: SnakeAuthor
    }

    var baseURL: URL { URL(string: "https://api.example.com")! }

    var path: String {
        switch self {
        case .search: "/search"
        case .create: "/issues"
        case .draft: "/drafts"
        case .login: "/login"
        case .signUp: "/accounts"
        case .kept: "/kept?perPage=\(perPage ?? 0)"
        case .photo: "/photos"
        case .plain: "/plain"
        }
    }

    private var perPage: Int? {
        if case .kept(_, let perPage, _) = self { perPage } else { nil }
    }

    var method: HTTPRequest.Method {
        switch self {
        case .search, .plain: .get
        default: .post
        }
    }

    var task: HTTPTask {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let forms = URLEncodedFormEncoder(keyEncoding: .convertToSnakeCase)
        switch self {
        case .search(let text, let perPage, let address):
            return .query(Search(searchText: text, perPage: perPage, homeAddress: address), encoder: forms)
        case .create(let title, let author, let due):
            encoder.keyEncodingStrategy = .convertToSnakeCase
            let creation = Creation(issueTitle: title, firstAuthor: author, dueAt: due)
            return .requestCustomJSONEncodable(creation, encoder: encoder)
        case .draft(let draft):
            encoder.keyEncodingStrategy = .convertToSnakeCase
            return .requestCustomJSONEncodable(draft, encoder: encoder)
        case .login(let name, let isRemembered):
            return .form(Login(userName: name, isRemembered: isRemembered), encoder: forms)
        case .signUp(let account): return .form(account, encoder: forms)
        case .kept(let name, _, let author):
            let author = Kept.SnakeAuthor(fullName: author.fullName, homePage: author.homePage)
            return .requestCustomJSONEncodable(Kept(userName: name, firstAuthor: author), encoder: encoder)
        case .photo(let image, let altText):
            let parts = [MultipartFormData(provider: .data(image), name: "image_data")]
            let text = altText.map { MultipartFormData(provider: .data(Data($0.utf8)), name: "alt_text") }
            return .uploadMultipart(parts + [text].compactMap { $0 })
        case .plain(let perPage):
            return .requestParameters(parameters: ["perPage": perPage], encoding: URLEncoding.default)
        }
    }

    var headers: [String: String]? {
        var fields = ["Accept": "application/json", "X-Client": "shop"]
        if case .photo = self { fields["Content-Type"] = "multipart/form-data; boundary=b" }
        guard case .plain = self else { return fields }
        return ["accept": "text/plain", "X-Client": "shop", "X-More": "1"]
    }

    var sampleData: Data {
        if case .plain = self { Data("plain".utf8) } else { Data("{}".utf8) }
    }

    var validationType: ValidationType {
        if case .plain = self { .none } else { .successCodes }
    }

    var authorizationType: AuthorizationType? {
        if case .plain = self { nil } else { .bearer }
    }

    var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        if case .plain = self { return decoder }
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }

    var failureType: (any DecodableFailure.Type)? {
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
