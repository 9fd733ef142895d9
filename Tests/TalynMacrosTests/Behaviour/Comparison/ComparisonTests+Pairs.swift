#if Macros
import Foundation
import TalynMacros

extension ComparisonTests {
    private static let date = Date(timeIntervalSince1970: 1_700_000_000)
    private static let ada = Author(fullName: "Ada & Søn", homePage: URL(string: "https://ada.example/?a=b"))
    private static let draft = Draft(title: "T/1", firstAuthor: ada, labels: ["a", "b c"], dueAt: date)
    private static let account = Account(userName: "ada+1", isAdmin: true, invitedBy: nil)
    private static let device = UUID()
    /// A file that is there: this one.
    private static let file = URL(fileURLWithPath: #filePath)

    static let pairs: [Pair] =
        paths + queries + fields + json + forms + bodies + multipart + formats + settings + snake

    private static let paths: [Pair] =
        [
            Pair(.zen, .zen),
            Pair(.item(id: -7, level: .high), .item(id: -7, level: .high)),
            Pair(.device(device), .device(device)),
            Pair(.sorted(by: .best), .sorted(by: .best)),
            Pair(
                .contents(owner: "a/b", repo: "c?d=e", file: "f.swift"),
                .contents(owner: "a/b", repo: "c?d=e", file: "f.swift")
            ),
            Pair(.nonASCII(größe: 1.5), .nonASCII(größe: 1.5)),
            Pair(.page(page: 3), .page(page: 3)),
            Pair(.exists(name: "ada"), .exists(name: "ada")),
            Pair(.options, .options),
        ] + segments

    private static let segments = [
        "ada", "a/b", "a?b", "100%", "%2F", "#1", "a b", "grüße", "a;b", "a+b", "a@b", "...", "a..b", "😀", "a&b=c",
        "~._-",
        "日本", "\"<>\\^`{|}", "a:b", "é",
    ].map { Pair(.user(name: $0), .user(name: $0)) }

    private static let queries: [Pair] = [
        Pair(.search(q: "a&b=c +ü", page: 2), .search(q: "a&b=c +ü", page: 2)),
        Pair(.search(q: ""), .search(q: "", page: nil)),
        Pair(
            .filter(tags: ["a", "b/c"], isActive: true, minimum: 0.25, since: date, sort: .best, ids: [1, 2]),
            .filter(tags: ["a", "b/c"], isActive: true, minimum: 0.25, since: date, sort: .best, ids: [1, 2])
        ),
        Pair(
            .filter(tags: [], isActive: false, minimum: 1e9, since: nil, sort: nil, ids: nil),
            .filter(tags: [], isActive: false, minimum: 1e9, since: nil, sort: nil, ids: nil)
        ),
        Pair(.renamed(perPage: 9, at: date), .renamed(perPage: 9, at: date)),
    ]

    private static let fields: [Pair] = [
        Pair(.versioned(token: "t", version: 2, sort: .newest), .versioned(token: "t", version: 2, sort: .newest)),
        Pair(.versioned(token: nil, version: 0, sort: .best), .versioned(token: nil, version: 0, sort: .best)),
        Pair(.agent(kind: "fancy"), .agent(kind: "fancy")),
    ]

    private static let json: [Pair] = [
        Pair(
            .create(title: "T", author: ada, due: date, labels: ["x", "ü"], note: "n", level: .low),
            .create(title: "T", author: ada, due: date, labels: ["x", "ü"], note: "n", level: .low)
        ),
        Pair(
            .create(title: "", author: ada, due: date, labels: [], note: nil, level: .high),
            .create(title: "", author: ada, due: date, labels: [], note: nil, level: .high)
        ),
        Pair(.draft(owner: "a b", body: draft), .draft(owner: "a b", body: draft)),
        Pair(.replace(id: 1, body: draft, notify: true), .replace(id: 1, body: draft, notify: true)),
        Pair(.rename(name: "ada", newName: "bob"), .rename(name: "ada", newName: "bob")),
        Pair(.rename(name: "ada", newName: nil), .rename(name: "ada", newName: nil)),
        Pair(.later(body: draft), .later(body: draft)),
        Pair(.later(body: nil), .later(body: nil)),
        Pair(.remove(name: "ada", force: true), .remove(name: "ada", force: true)),
        Pair(.removeAll(names: ["a", "b"], dryRun: false), .removeAll(names: ["a", "b"], dryRun: false)),
        Pair(.report(id: "work/1", depth: 1), .report(id: "work/1", depth: 1)),
    ]

    private static let forms: [Pair] = [
        Pair(
            .login(user: "ada & co", password: "p=1", remember: true, next: URL(string: "https://x.example/?y=z")),
            .login(user: "ada & co", password: "p=1", remember: true, next: URL(string: "https://x.example/?y=z"))
        ),
        Pair(
            .login(user: "ada", password: "", remember: false, next: nil),
            .login(user: "ada", password: "", remember: false, next: nil)
        ),
        Pair(.signUp(body: account), .signUp(body: account)),
    ]

    private static let bodies: [Pair] = [
        Pair(.bytes(body: Data([0, 255, 10])), .bytes(body: Data([0, 255, 10]))),
        Pair(.text(text: "grüße\n"), .text(text: "grüße\n")),
        Pair(.maybeText(text: "t"), .maybeText(text: "t")),
        Pair(.maybeText(text: nil), .maybeText(text: nil)),
        Pair(.file(file: file), .file(file: file)),
        Pair(.stream(content: stream), .stream(content: stream)),
        Pair(.somePart(body: Data("png".utf8), part: 2), .somePart(body: Data("png".utf8), part: 2)),
        Pair(.somePart(body: nil, part: 3), .somePart(body: nil, part: 3)),
    ]

    private static var stream: HTTPBody {
        HTTPBody(isReplayable: true) {
            var rest = [Data("one ".utf8), Data("two".utf8)]
            return { rest.isEmpty ? nil : rest.removeFirst() }
        }
    }

    private static let multipart: [Pair] = [
        Pair(.avatar(image: Data([1, 2, 3])), .avatar(image: Data([1, 2, 3]))),
        Pair(
            .document(file: file, cover: Data("png".utf8), title: "T", note: "n", count: 2, sort: .best),
            .document(file: file, cover: Data("png".utf8), title: "T", note: "n", count: 2, sort: .best)
        ),
        Pair(
            .document(file: file, cover: Data(), title: "", note: nil, count: 0, sort: nil),
            .document(file: file, cover: Data(), title: "", note: nil, count: 0, sort: nil)
        ),
        Pair(
            .parts(first: part("1"), others: [part("2"), part("3")], last: [part("4")], draft: true),
            .parts(first: part("1"), others: [part("2"), part("3")], last: [part("4")], draft: true)
        ),
        Pair(
            .parts(first: part("1"), others: [], last: nil, draft: false),
            .parts(first: part("1"), others: [], last: nil, draft: false)
        ),
    ]

    private static func part(_ name: String) -> MultipartPart {
        MultipartPart(content: .data(Data("content of \(name)".utf8)), name: name)
    }

    private static let formats: [Pair] = [
        Pair(
            .moments(since: date, tags: ["a", "b"], isActive: false),
            .moments(since: date, tags: ["a", "b"], isActive: false)
        ),
        Pair(.moment(at: date), .moment(at: date)),
    ]

    private static let settings: [Pair] = [
        Pair(.bearer, .bearer),
        Pair(.token, .token),
        Pair(.sample, .sample),
        Pair(.strict, .strict),
        Pair(.codes, .codes),
        Pair(.slow(job: "j"), .slow(job: "j")),
        Pair(.chat(prompt: "p"), .chat(prompt: "p")),
        Pair(.failing, .failing),
        Pair(.snake(perPage: 4), .snake(perPage: 4)),
    ]

    private static let snake: [Pair] = [
        Pair(
            snake: .search(searchText: "t", perPage: 2, homeAddress: ada),
            .search(searchText: "t", perPage: 2, homeAddress: ada)
        ),
        Pair(
            snake: .create(issueTitle: "t", firstAuthor: ada, dueAt: date),
            .create(issueTitle: "t", firstAuthor: ada, dueAt: date)
        ),
        Pair(snake: .draft(body: draft), .draft(body: draft)),
        Pair(
            snake: .login(userName: "ada", isRemembered: true),
            .login(userName: "ada", isRemembered: true)
        ),
        Pair(snake: .signUp(body: account), .signUp(body: account)),
        Pair(
            snake: .kept(userName: "ada", perPage: 5, firstAuthor: ada),
            .kept(userName: "ada", perPage: 5, firstAuthor: ada)
        ),
        Pair(
            snake: .photo(imageData: Data([9]), altText: "alt"),
            .photo(imageData: Data([9]), altText: "alt")
        ),
        Pair(snake: .photo(imageData: Data([9]), altText: nil), .photo(imageData: Data([9]), altText: nil)),
        Pair(snake: .plain(perPage: 6), .plain(perPage: 6)),
    ]
}
#endif
