#if Tools
import ArgumentParser
import TalynURLSession
import Talyn

/// The transports that the command line can name.
enum TransportName: String, ExpressibleByArgument, CaseIterable {
    #if AsyncHTTPClient && os(Linux)
    case asynchttpclient
    #endif
    case urlsession

    static var allNames: String { allCases.map(\.rawValue).joined(separator: " or ") }

    var transport: any Transport {
        switch self {
        #if AsyncHTTPClient && os(Linux)
        case .asynchttpclient: AsyncHTTPClientTransport.shared
        #endif
        case .urlsession: URLSessionTransport.shared
        }
    }
}
#endif
