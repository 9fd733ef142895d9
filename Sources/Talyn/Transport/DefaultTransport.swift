/// The transport of providers that are given none.
enum DefaultTransport {
    static let shared: any Transport = {
        #if AsyncHTTPClient && os(Linux)
        AsyncHTTPClientTransport.shared
        #else
        URLSessionTransport.shared
        #endif
    }()
}
