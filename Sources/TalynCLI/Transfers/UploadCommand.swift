#if Tools
import ArgumentParser
import Foundation
import Talyn

struct UploadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upload",
        abstract: "Sends a file to a URL, and prints the status of the response and the number of bytes sent.",
        discussion: "The exit status is 1 if the server doesn't accept the file."
    )

    @Argument(help: "The file to send.", completion: .file())
    var file: String

    @Argument(help: "The URL to send the file to.")
    var url: String

    @Option(help: "The method of the request: PUT or POST.")
    var method = UploadMethod.put

    @OptionGroup var options: TransferOptions

    func validate() throws {
        _ = try TransferOptions.url(url)
    }

    func run() async throws {
        let file = URL(fileURLWithPath: file)
        let request = FileRequest(
            url: try TransferOptions.url(url),
            method: method.method,
            headerFields: options.fields,
            body: .file(file)
        )
        let transfer = try await options.provider().transfer(request)
        let outcome = try await TransferRun(name: file.lastPathComponent, direction: .sent).response(to: transfer)
        print("\(outcome.response.statusCode), \(outcome.count.byteCount) sent")
    }
}

enum UploadMethod: String, ExpressibleByArgument, CaseIterable {
    case put = "PUT"
    case post = "POST"

    init?(argument: String) {
        self.init(rawValue: argument.uppercased())
    }

    var method: HTTPRequest.Method {
        switch self {
        case .put: .put
        case .post: .post
        }
    }
}
#endif
