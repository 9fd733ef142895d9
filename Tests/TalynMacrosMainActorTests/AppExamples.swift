import Foundation
import Observation
import Talyn
import TalynTesting
import Testing

#if canImport(SwiftUI)
import SwiftUI
#endif

// The code of InAnApp.md in Sources/Talyn/Talyn.docc, compiled. DocumentedExamplesTests compares the two.
//
// This module is isolated to the main actor by default, as new apps are. Linux has no SwiftUI, so only Apple platforms
// compile the views.

enum GitHub: TargetType {
    case user(String)
    case search(String)

    var baseURL: URL { URL(string: "https://api.github.com")! }

    var path: RequestPath {
        switch self {
        case .user(let name): "/users/\(name)"
        case .search: "/search/users"
        }
    }

    var query: RequestParameters {
        if case .search(let text) = self { ["q": text] } else { [:] }
    }

    var sampleData: Data {
        switch self {
        case .user(let name): Data(#"{"login": "\#(name)", "name": "Ada Lovelace"}"#.utf8)
        case .search: Data(#"{"items": [{"login": "ada", "name": null}]}"#.utf8)
        }
    }
}

nonisolated struct Profile: Decodable, Sendable {
    let login: String
    let name: String?
}

@available(iOS 17, tvOS 17, watchOS 10, *)
@Observable
final class ProfileModel {
    enum State {
        case loading
        case loaded(Profile)
        case failed(String)
    }

    private(set) var state = State.loading
    private let github: Provider<GitHub>

    init(github: Provider<GitHub>) {
        self.github = github
    }

    func load(_ name: String) async {
        do {
            state = .loaded(try await github.request(.user(name), as: Profile.self))
        } catch {
            if error.isCancelled { return }
            state = .failed(message(for: error))
        }
    }

    private func message(for error: TalynError) -> String {
        if error.isConnectionFailure { return "GitHub can't be reached." }
        if error.isTLSFailure { return "The connection isn't secure." }
        if error.isTimedOut || error.isServerFailure { return "GitHub doesn't answer. Try again later." }
        if error.statusCode == 404 { return "There is no such user." }
        return "Something went wrong."
    }
}

@available(iOS 17, tvOS 17, watchOS 10, *)
@Observable
final class SearchModel {
    nonisolated struct Found: Decodable, Sendable {
        let items: [Profile]
    }

    private(set) var profiles: [Profile] = []
    private let github: Provider<GitHub>

    init(github: Provider<GitHub>) {
        self.github = github
    }

    func search(_ text: String) async {
        guard (try? await Task.sleep(for: .milliseconds(300))) != nil else { return }
        do {
            profiles = try await github.request(.search(text), as: Found.self).items
        } catch {
            if !error.isCancelled { profiles = [] }
        }
    }
}

@available(iOS 17, tvOS 17, watchOS 10, *)
@Observable
final class DownloadModel {
    private(set) var fraction = 0.0
    private(set) var file: URL?

    func download(to file: URL, with github: Provider<GitHub>) async throws(TalynError) {
        for try await event in github.download(.user("ada"), to: file) {
            switch event {
            case .received(let progress): fraction = progress.fraction ?? 0
            case .finished(let response): self.file = response.fileURL
            default: break
            }
        }
    }
}

struct AppExampleTests {
    @available(iOS 17, tvOS 17, watchOS 10, *)
    @Test(.stubs) func showsTheProfile() async {
        StubSet.current.on(.get("/users/{name}"), .json(["login": "ada", "name": "Ada Lovelace"]))
        let model = ProfileModel(github: Provider())
        await model.load("ada")
        guard case .loaded(let profile) = model.state else {
            Issue.record("\(model.state)")
            return
        }
        #expect(profile.name == "Ada Lovelace")
    }

    @available(iOS 17, tvOS 17, watchOS 10, *)
    @Test(.stubs) func tellsThatThereIsNoNetwork() async {
        StubSet.current.on(.get("/users/{name}"), .failure(.notConnected))
        let model = ProfileModel(github: Provider())
        await model.load("ada")
        guard case .failed(let message) = model.state else {
            Issue.record("\(model.state)")
            return
        }
        #expect(message == "GitHub can't be reached.")
    }

    @available(iOS 17, tvOS 17, watchOS 10, *)
    @Test func previewShowsTheSample() async {
        let model = ProfileModel(github: Provider(transport: SampleTransport()))
        await model.load("ada")
        guard case .loaded(let profile) = model.state else {
            Issue.record("\(model.state)")
            return
        }
        #expect(profile.login == "ada")
    }
}

enum AppExamples {
    static func closure(_ github: Provider<GitHub>, _ name: String, show: @escaping (String) -> Void) {
        let task = Task {
            do throws(TalynError) {
                let profile = try await github.request(.user(name), as: Profile.self)
                show(profile.login)
            } catch {
                if !error.isCancelled { show(error.localizedDescription) }
            }
        }
        task.cancel()
    }
}

#if canImport(SwiftUI)
enum Providers {
    static let github = Provider<GitHub>(plugins: [RetryPlugin()])
}

extension EnvironmentValues {
    @Entry var github = Providers.github
}

@available(iOS 17, tvOS 17, watchOS 10, *)
struct ProfileView: View {
    let name: String
    @State private var model: ProfileModel

    init(name: String, github: Provider<GitHub>) {
        self.name = name
        _model = State(initialValue: ProfileModel(github: github))
    }

    var body: some View {
        Group {
            switch model.state {
            case .loading: ProgressView()
            case .loaded(let profile): Text(profile.name ?? profile.login)
            case .failed(let message): Text(message).foregroundStyle(.secondary)
            }
        }
        .task(id: name) { await model.load(name) }
        .refreshable { await model.load(name) }
    }
}

@available(iOS 17, tvOS 17, watchOS 10, *)
struct ProfileScreen: View {
    @Environment(\.github) private var github

    var body: some View {
        ProfileView(name: "ada", github: github)
    }
}

@available(iOS 17, tvOS 17, watchOS 10, *)
struct SearchView: View {
    @State private var text = ""
    @State var model: SearchModel

    var body: some View {
        List(model.profiles, id: \.login) { Text($0.login) }
            .searchable(text: $text)
            .task(id: text) { await model.search(text) }
    }
}

@available(iOS 17, tvOS 17, watchOS 10, *)
#Preview("Loaded") {
    ProfileView(name: "ada", github: Provider(transport: SampleTransport()))
}

@available(iOS 17, tvOS 17, watchOS 10, *)
#Preview("Loading") {
    ProfileView(name: "ada", github: Provider(transport: SampleTransport(delay: .seconds(3))))
}
#endif
