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
    case parts(first: MultipartPart, others: [MultipartPart], last: [MultipartPart]?, draft: Bool)
    case moments(since: Date, tags: [String], isActive: Bool)
    case moment(at: Date)
    case slow(job: String)
    case chat(prompt: String)
    case snake(perPage: Int)

    var baseURL: URL { URL(string: "https://api.example.com/v1")! }

    var path: RequestPath {
        switch self {
        case .zen: "zen"
        case .user(let name), .exists(let name), .rename(let name, _), .remove(let name, _): "users/\(name)"
        case .item(let id, let level): "items/\(id)/\(level.rawValue)"
        case .device(let id): "devices/\(id.uuidString)/raw"
        case .sorted(let order): "sorted/\(order.rawValue)"
        case .contents(let owner, let repo, let file):
            "repos/\(owner)/\(repo)/contents/\(file)"
        case .nonASCII(let size): "stra%C3%9Fe/\(size)"
        case .page(let page): "pages/\(page)"
        case .options, .removeAll: "users"
        case .search: "search"
        case .filter: "filter"
        case .renamed: "renamed"
        case .versioned: "versioned"
        case .agent: "agent"
        case .create: "issues"
        case .draft(let owner, _): "repos/\(owner)/drafts"
        case .replace(let id, _, _): "drafts/\(id)"
        case .later: "drafts/later"
        case .report(let id, _): "calendars/\(id)"
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
        case .moments, .moment: "moments"
        case .bearer, .token: "private"
        case .sample: "sample"
        case .strict: "strict"
        case .codes: "codes"
        case .slow: "slow"
        case .chat: "chat"
        case .failing: "failing"
        case .snake: "snake"
        }
    }

    var method: HTTPRequest.Method {
        switch self {
        case .exists: .head
        case .options: .options
        case .create, .draft, .later, .login, .signUp, .somePart, .document, .parts, .slow, .chat, .moment: .post
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

    private struct Moments: Encodable {
        let since: Date
        let tags: [String]
        let isActive: Bool
    }

    var query: RequestParameters {
        switch self {
        case .nonASCII: ["kind": "ü", "all": ""]
        case .search(let text, let page): RequestParameters(Search(q: text, page: page))
        case .filter(let tags, let isActive, let minimum, let since, let sort, let ids):
            RequestParameters(
                Filter(tags: tags, isActive: isActive, minimum: minimum, since: since, sort: sort, ids: ids)
            )
        case .renamed(let perPage, let date): RequestParameters(Renamed(perPage: perPage, at: date))
        case .replace(_, _, let notify): ["notify": notify]
        case .remove(_, let force): ["force": force]
        case .removeAll(_, let dryRun): ["dryRun": dryRun]
        case .somePart(_, let part): ["part": part]
        case .parts(_, _, _, let draft): ["draft": draft]
        case .moments(let since, let tags, let isActive):
            RequestParameters(Moments(since: since, tags: tags, isActive: isActive))
        case .snake(let perPage): ["per_page": perPage]
        default: [:]
        }
    }

    var body: RequestBody {
        switch self {
        case .create(let title, let author, let due, let labels, let note, let level):
            return .json(
                Creation(title: title, author: author, due: due, labels: labels, note: note, level: level)
            )
        case .draft(_, let draft), .replace(_, let draft, _): return .json(draft)
        case .rename(_, let newName): return .json(newName.map { ["name": $0] } ?? [:] as [String: String])
        case .later(let draft): return draft.map { .json($0) } ?? RequestBody.none
        case .removeAll(let names, _): return .json(["names": names] as [String: [String]])
        case .report(_, let depth): return .json(["depth": depth] as [String: Int])
        case .login(let user, let password, let remember, let next):
            return .form(Login(user: user, password: password, remember: remember, next: next))
        case .signUp(let account): return .form(account)
        case .bytes(let data): return .data(data)
        case .text(let text): return .data(Data(text.utf8))
        case .maybeText(let text): return text.map { .data(Data($0.utf8)) } ?? RequestBody.none
        case .file(let file): return .file(file)
        case .stream(let content): return .stream(content)
        case .somePart(let data, _): return data.map { .data($0) } ?? RequestBody.none
        case .avatar(let image): return .multipart([MultipartPart(content: .data(image), name: "image")])
        case .document(let file, let cover, let title, let note, let count, let sort):
            var parts = [
                MultipartPart(content: .file(file), name: "file", contentType: "text/x-readme"),
                MultipartPart(content: .data(cover), name: "cover", fileName: "cover.png"),
                MultipartPart(content: .data(Data(title.utf8)), name: "title"),
            ]
            if let note { parts.append(MultipartPart(content: .data(Data(note.utf8)), name: "note")) }
            parts.append(MultipartPart(content: .data(Data("\(count)".utf8)), name: "count"))
            if let sort { parts.append(MultipartPart(content: .data(Data(sort.rawValue.utf8)), name: "sort")) }
            return .multipart(parts)
        case .parts(let first, let others, let last, _): return .multipart([first] + others + (last ?? []))
        case .slow(let job): return .json(["job": job] as [String: String])
        case .chat(let prompt): return .json(["prompt": prompt] as [String: String])
        case .moment(let date): return .json(["at": date] as [String: Date])
        default: return .none
        }
    }

    var headerFields: HTTPFields {
        switch self {
        case .versioned(let token, let version, let sort):
            var fields: HTTPFields = [
                HTTPField.Name("version")!: "\(version)", HTTPField.Name("sort")!: sort.rawValue,
            ]
            fields[HTTPField.Name("X-Token")!] = token
            return fields
        case .agent(let kind): return [.userAgent: "Shop/1", HTTPField.Name("x-kind")!: kind]
        case .text: return [.contentType: "text/plain; charset=utf-8"]
        case .maybeText(let text): return text == nil ? [:] : [.contentType: "text/plain; charset=utf-8"]
        case .somePart: return [.contentType: "image/png"]
        case .avatar, .document, .parts: return [.contentType: "multipart/form-data; boundary=b"]
        default: return [:]
        }
    }

    var sampleData: Data {
        if case .sample = self { Data(#"{"full_name":"Ada"}"#.utf8) } else { Data() }
    }

    var validation: StatusValidation {
        switch self {
        case .strict: .any
        case .codes: .codes([200, 304])
        default: .successCodes
        }
    }

    var authorizationType: AuthorizationType? {
        switch self {
        case .bearer: .bearer
        case .token: .custom("Token")
        default: nil
        }
    }

    var coding: CodingOptions {
        switch self {
        case .renamed: CodingOptions { $0.dates = .secondsSince1970 }
        case .moments:
            CodingOptions {
                $0.dates = .millisecondsSince1970
                $0.arrays = .noBrackets
                $0.booleans = .literal
            }
        case .moment: Formats.spaced
        case .snake: CodingOptions { $0.keys = .snakeCase }
        default: CodingOptions()
        }
    }

    var failureBodyType: (any (Decodable & Sendable).Type)? {
        if case .failing = self { Complaint.self } else { nil }
    }

    var requestOptions: RequestOptions {
        RequestOptions {
            switch self {
            case .slow:
                $0.timeout = .seconds(90)
                $0.deadline = .seconds(120)
                $0.idempotency = .always
                $0.priority = .low
            case .chat:
                $0.reconnection = .never
                $0.endOfEvents = .data("[DONE]")
                $0.firstEventTimeout = .seconds(9)
                $0.eventTimeout = .seconds(3)
            default: break
            }
        }
    }
}
#endif
