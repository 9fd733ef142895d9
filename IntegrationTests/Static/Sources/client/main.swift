import AsyncHTTPClient
import NIOCore

let request = HTTPClientRequest(url: CommandLine.arguments[1])
let response = try await HTTPClient.shared.execute(request, timeout: .seconds(10))
print(response.status.code, try await response.body.collect(upTo: 1 << 20).readableBytes)
