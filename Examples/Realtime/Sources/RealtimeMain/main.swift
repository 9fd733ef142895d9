#if Tools
import Foundation
import Realtime
import RealtimeServer
import Talyn
import TalynWebSocket

/// Reads a line without holding up the main actor.
@concurrent
func nextLine() async -> String? { readLine() }

/// Writes a line at once, also into a pipe, whose reader may have ended.
func show(_ text: String) { try? FileHandle.standardOutput.write(contentsOf: Data("\(text.inTerminal)\n".utf8)) }

func describe(_ event: Event) -> String {
    switch event {
    case .present(let names): "[\(names.joined(separator: ", ")) here]"
    case .said(let line): "\(line.name): \(line.text)"
    }
}

func chat(_ room: Room) async {
    let reading = Task {
        do throws(TalynError) {
            try await room.run { show(describe($0)) }
        } catch {
            if !error.isCancelled { show("[\(error.localizedDescription)]") }
        }
        // The line that is being read holds up nothing more.
        exit(0)
    }
    Task {
        for await state in room.states {
            if case .waiting(let delay) = state { show("[connection lost, connecting again in \(delay)]") }
        }
    }
    while let line = await nextLine() {
        do {
            try await room.say(line)
        } catch {
            show("[\(error.localizedDescription)]")
        }
    }
    await room.leave()
    await reading.value
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "serve", let port = Int(arguments.dropFirst().first ?? "8080") {
    try await RoomServer.run(port: port) { url, _ in
        show("Rooms are at \(url). Ctrl-C ends the server.")
        while true { try await Task.sleep(for: .seconds(3_600)) }
    }
} else if arguments.count == 3, let url = URL(string: Array(arguments)[0]) {
    let words = Array(arguments)
    await chat(Room(words[1], as: words[2], at: url))
} else {
    show("Usage: RealtimeMain serve [PORT], or RealtimeMain URL ROOM NAME")
    exit(1)
}
#endif
