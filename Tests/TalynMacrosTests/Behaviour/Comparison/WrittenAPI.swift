#if Macros
import Foundation
import Talyn

/// The endpoints as one writes them by hand; ``DeclaredAPI`` has the same ones.
enum WrittenAPI: TargetType, AccessTokenAuthorizable {
    case zen, options, bearer, token, sample, strict, codes, failing
    case user(name: String)
    case item(id: Int, level: Level)
    case device(UUID)
    case sorted(by: Sort)
    case contents(owner: String, repo: String, file: String)
    case nonASCII(größe: Double)
    case page(page: Int)
    case exists(name: String)
    case search(q: String, page: Int?)
    case filter(tags: [String], isActive: Bool, minimum: Double, since: Date?, sort: Sort?, ids: [Int]?)
    case renamed(perPage: Int, at: Date)
    case versioned(token: String?, version: Int, sort: Sort)
    case agent(kind: String)
    case create(title: String, author: Author, due: Date, labels: [String], note: String?, level: Level)
    case draft(owner: String, body: Draft)
    case replace(id: Int, body: Draft, notify: Bool)
    case rename(name: String, newName: String?)
    case later(body: Draft?)
    case remove(name: String, force: Bool)
    case removeAll(names: [String], dryRun: Bool)
    case report(id: String, depth: Int)
    case login(user: String, password: String, remember: Bool, next: URL?)
    case signUp(body: Account)
    case bytes(body: Data)
    case text(text: String)
    case maybeText(text: String?)
    case file(file: URL)
    case stream(content: HTTPBody)
    case somePart(body: Data?, part: Int)
    case avatar(image: Data)
    case document(file: URL, cover: Data, title: String, note: String?, count: Int, sort: Sort?)
    case parts(first: MultipartFormData, others: [MultipartFormData], last: [MultipartFormData]?, draft: Bool)
    case archive(destination: DownloadDestination)
    case archivePart(from: Int, to: DownloadDestination)
    case slow(job: String)
    case snake(perPage: Int)

    var baseURL: URL { URL(string: "https://api.example.com/v1")! }

    var path: String {
        switch self {
        case .zen: "zen"
        case .user(let name), .exists(let name), .rename(let name, _), .remove(let name, _): "users/\(escaped(name))"
        case .item(let id, let level): "items/\(id)/\(level.rawValue)"
        case .device(let id): "devices/\(id.uuidString)/raw"
        case .sorted(let order): "sorted/\(escaped(order.rawValue))"
        case .contents(let owner, let repo, let file):
            "repos/\(escaped(owner))/\(escaped(repo))/contents/\(escaped(file))"
        case .nonASCII(let size): "stra%C3%9Fe/\(size)?kind=%C3%BC&all"
        case .page(let page): "pages/\(page)"
        case .options, .removeAll: "users"
        case .search: "search"
        case .filter: "filter"
        case .renamed: "renamed"
        case .versioned: "versioned"
        case .agent: "agent"
        case .create: "issues"
        case .draft(let owner, _): "repos/\(escaped(owner))/drafts"
        case .replace(let id, _, _): "drafts/\(id)"
        case .later: "drafts/later"
        case .report(let id, _): "calendars/\(escaped(id))"
        case .login: "login"
        case .signUp: "accounts"
        case .bytes, .somePart: "bytes"
        case .text: "text"
        case .maybeText: "maybe"
        case .file: "file"
        case .stream: "stream"
        case .avatar: "avatar"
        case .document: "documents"
        case .parts: "parts"
        case .archive, .archivePart: "archive"
        case .bearer, .token: "private"
        case .sample: "sample"
        case .strict: "strict"
        case .codes: "codes"
        case .slow: "slow"
        case .failing: "failing"
        case .snake: "snake"
        }
    }

    var method: HTTPRequest.Method {
        switch self {
        case .exists: .head
        case .options: .options
        case .create, .draft, .later, .login, .signUp, .somePart, .document, .parts, .slow: .post
        case .replace, .bytes, .text, .maybeText, .file, .stream, .avatar: .put
        case .rename: .patch
        case .remove, .removeAll: .delete
        case .report: HTTPRequest.Method("REPORT")!
        default: .get
        }
    }

    private struct Search: Encodable {
        let q: String
        let page: Int?
    }

    private struct Filter: Encodable {
        let tags: [String]
        let isActive: Bool
        let minimum: Double
        let since: Date?
        let sort: Sort?
        let ids: [Int]?
    }

    private struct Renamed: Encodable {
        enum CodingKeys: String, CodingKey {
            case perPage = "per_page"
            case at
        }

        let perPage: Int
        let at: Date
    }

    private struct Creation: Encodable {
        let title: String
        let author: Author
        let due: Date
        let labels: [String]
        let note: String?
        let level: Level
    }

    private struct Login: Encodable {
        let user: String
        let password: String
        let remember: Bool
        let next: URL?
    }

    var task: HTTPTask {
        switch self {
        case .search(let text, let page): return .query(Search(q: text, page: page))
        case .filter(let tags, let isActive, let minimum, let since, let sort, let ids):
            return .query(
                Filter(tags: tags, isActive: isActive, minimum: minimum, since: since, sort: sort, ids: ids)
            )
        case .renamed(let perPage, let date): return .query(Renamed(perPage: perPage, at: date))
        case .create(let title, let author, let due, let labels, let note, let level):
            return .requestJSONEncodable(
                Creation(title: title, author: author, due: due, labels: labels, note: note, level: level)
            )
        case .draft(_, let draft): return .requestJSONEncodable(draft)
        case .replace(_, let draft, let notify):
            return .requestCompositeData(bodyData: json(draft), urlParameters: ["notify": notify])
        case .rename(_, let newName): return .requestJSONEncodable(newName.map { ["name": $0] } ?? [:])
        case .later(let draft): return draft.map { .requestJSONEncodable($0) } ?? .requestPlain
        case .remove(_, let force):
            return .requestParameters(parameters: ["force": force], encoding: URLEncoding.queryString)
        case .removeAll(let names, let dryRun):
            return .requestCompositeParameters(
                bodyParameters: ["names": names],
                bodyEncoding: JSONEncoding.default,
                urlParameters: ["dryRun": dryRun]
            )
        case .report(_, let depth): return .requestJSONEncodable(["depth": depth])
        case .login(let user, let password, let remember, let next):
            return .form(Login(user: user, password: password, remember: remember, next: next))
        case .signUp(let account): return .form(account)
        case .bytes(let data): return .requestData(data)
        case .text(let text): return .requestData(Data(text.utf8))
        case .maybeText(let text): return text.map { .requestData(Data($0.utf8)) } ?? .requestPlain
        case .file(let file): return .uploadFile(file)
        case .stream(let content): return .upload(content)
        case .somePart(let data?, let part):
            return .requestCompositeData(bodyData: data, urlParameters: ["part": part])
        case .somePart(nil, let part):
            return .requestParameters(parameters: ["part": part], encoding: URLEncoding.queryString)
        case .avatar(let image): return .uploadMultipart([MultipartFormData(provider: .data(image), name: "image")])
        case .document(let file, let cover, let title, let note, let count, let sort):
            var parts = [
                MultipartFormData(provider: .file(file), name: "file", mimeType: "text/x-readme"),
                MultipartFormData(provider: .data(cover), name: "cover", fileName: "cover.png"),
                MultipartFormData(provider: .data(Data(title.utf8)), name: "title"),
            ]
            if let note { parts.append(MultipartFormData(provider: .data(Data(note.utf8)), name: "note")) }
            parts.append(MultipartFormData(provider: .data(Data("\(count)".utf8)), name: "count"))
            if let sort { parts.append(MultipartFormData(provider: .data(Data(sort.rawValue.utf8)), name: "sort")) }
            return .uploadMultipart(parts)
        case .parts(let first, let others, let last, let draft):
            return .uploadCompositeMultipart([first] + others + (last ?? []), urlParameters: ["draft": draft])
        case .archive(let destination): return .downloadDestination(destination)
        case .archivePart(let start, let destination):
            return .downloadParameters(
                parameters: ["from": start],
                encoding: URLEncoding.queryString,
                destination: destination
            )
        case .slow(let job): return .requestJSONEncodable(["job": job])
        case .snake(let perPage): return .query(["per_page": perPage])
        default: return .requestPlain
        }
    }

    var headers: [String: String]? {
        switch self {
        case .versioned(let token, let version, let sort):
            var fields = ["version": "\(version)", "sort": sort.rawValue]
            fields["X-Token"] = token
            return fields
        case .agent(let kind): return ["User-Agent": "Shop/1", "x-kind": kind]
        case .text: return ["Content-Type": "text/plain; charset=utf-8"]
        case .maybeText(let text): return text == nil ? nil : ["Content-Type": "text/plain; charset=utf-8"]
        case .replace: return ["Content-Type": "application/json"]
        case .somePart: return ["Content-Type": "image/png"]
        case .avatar, .document, .parts: return ["Content-Type": "multipart/form-data; boundary=b"]
        default: return nil
        }
    }

    var sampleData: Data {
        if case .sample = self { Data(#"{"full_name":"Ada"}"#.utf8) } else { Data() }
    }

    var validationType: ValidationType {
        switch self {
        case .strict: .successCodes
        case .codes: .customCodes([200, 304])
        default: .none
        }
    }

    var authorizationType: AuthorizationType? {
        switch self {
        case .bearer: .bearer
        case .token: .custom("Token")
        default: nil
        }
    }

    var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        if case .snake = self { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        return decoder
    }

    var failureType: (any DecodableFailure.Type)? {
        if case .failing = self { Complaint.self } else { nil }
    }

    var requestOptions: RequestOptions {
        guard case .slow = self else { return RequestOptions() }
        return RequestOptions {
            $0.timeout = .seconds(90)
            $0.deadline = .seconds(120)
            $0.idempotency = .always
            $0.priority = .low
        }
    }
}

/// One segment of a path.
private func escaped(_ text: String) -> String {
    let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
}

/// The JSON of a value.
private func json(_ value: some Encodable) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(value)) ?? Data()
}
#endif
