import FoundationEssentials
import Talyn

struct Page: TargetType {
    let baseURL: URL
    let path: RequestPath = "/"
}

guard let url = URL(string: CommandLine.arguments[1]) else { fatalError("Give the URL of a server.") }
let response = try await Provider<Page>().request(Page(baseURL: url))
print(response.statusCode, response.data.count)
