#if AsyncHTTPClient
import Foundation
import MCP
import TalynOpenAPIRuntime

// swift run MCPMain URL                     lists the tools of a server
// swift run MCPMain URL TOOL '{"a": 1}'     calls one of them

let words = CommandLine.arguments.dropFirst()
guard let url = words.first.flatMap({ URL(string: $0) }), url.host() != nil else {
    print("Usage: MCPMain URL [TOOL [ARGUMENTS AS JSON]]")
    exit(64)
}
let folder = MCPClient.folder(for: url, in: URL.homeDirectory.appending(path: ".mcp-example"))

/// Prints at once: `print` holds lines back if standard output is a pipe. The reader of the pipe may have ended.
@Sendable func printLine(_ parts: String?...) {
    let line = parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ").inTerminal
    try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
}

let client = MCPClient(
    url,
    signIn: { server, refusal in
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let signIn = MCPClient.browserSignIn(folder: folder) { page in
            try? FileHandle.standardError.write(contentsOf: Data("Open \(page) in your browser.\n".inTerminal.utf8))
        }
        return try await signIn(server, refusal)
    },
    onNotification: { method, params in printLine("[\(method)]", params["data"]?.string) }
)

/// True if the tool did its work.
let work = Task {
    var succeeded = true
    if words.count == 1 {
        for tool in try await client.tools() { printLine("\(tool.name):", tool.description) }
    } else {
        let text = words.count > 2 ? words[3] : "{}"
        let arguments = try JSONDecoder().decode([String: JSONValue].self, from: Data(text.utf8))
        let result = try await client.call(words[2], arguments) { progress in
            printLine("\(progress.progress)", progress.total.map { "of \($0)" }, progress.message)
        }
        printLine(result.isError == true ? "The tool failed:" : nil, result.text)
        succeeded = result.isError != true
    }
    return succeeded
}

// Control-C asks the server to stop.
signal(SIGINT, SIG_IGN)
let interrupts = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
interrupts.setEventHandler { work.cancel() }
interrupts.resume()

let outcome = await work.result
await client.close()
do {
    if try !outcome.get() { exit(1) }
} catch {
    printLine("\(error)")
    exit(1)
}
#endif
