/// The transport of providers that are given none.
package enum DefaultTransport {
    package static let shared: any Transport = {
        #if AsyncHTTPClient && os(Linux)
        AsyncHTTPClientTransport.shared
        #else
        URLSessionTransport.shared
        #endif
    }()
}
