import Chat
import Dispatch
import Foundation
import Talyn

let environment = ProcessInfo.processInfo.environment
guard let key = environment["CHAT_KEY"], let model = environment["CHAT_MODEL"],
    let service = Service(rawValue: environment["CHAT_SERVICE"] ?? "completions")
else {
    refuseToStart()
}

/// Nil for the provider's own server. A text that is no URL must not lead there.
let server = environment["CHAT_URL"].map { URL(string: $0) }
if let server, server?.host()?.isEmpty != false || !["http", "https"].contains(server?.scheme?.lowercased()) {
    refuseToStart()
}

func refuseToStart() -> Never {
    print("Set CHAT_KEY, CHAT_MODEL, and CHAT_SERVICE to completions, responses or messages.")
    print("CHAT_URL can be the http or https URL of another server.")
    exit(1)
}

/// Ends the answer that arrives when the user types Ctrl-C. Without one, Ctrl-C ends the program.
@MainActor
final class Interruption {
    private let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
    var answer: Task<Void, Never>?

    init() {
        signal(SIGINT, SIG_IGN)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated {
                guard let answer = self?.answer else { exit(130) }
                answer.cancel()
            }
        }
        source.resume()
    }
}

/// Reads a line without holding up the main actor, which hears of Ctrl-C.
@concurrent
func nextLine() async -> String? {
    print("> ", terminator: "")
    return readLine()
}

let chat = Chat(service, model: model, key: key, baseURL: server ?? nil)
let interruption = Interruption()

while let line = await nextLine() {
    let answer = Task {
        do throws(TalynError) {
            let usage = try await chat.send(line) {
                try? FileHandle.standardOutput.write(contentsOf: Data($0.inTerminal.utf8))
            }
            guard let usage else { return }
            let end = usage.cutBy.map { ", the answer isn't whole: \($0.inTerminal)" } ?? ""
            print("\n[\(usage.input) tokens in, \(usage.output) out\(end)]")
        } catch {
            let message = error.failureOfService?.error.message ?? error.localizedDescription
            print(error.isCancelled ? "\n[cancelled]" : "\n[\(message.inTerminal)]")
        }
    }
    interruption.answer = answer
    await answer.value
    interruption.answer = nil
}
