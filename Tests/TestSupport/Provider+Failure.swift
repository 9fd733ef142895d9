package import TalynCore
import Testing

extension Provider {
    /// What the transport reports of a call that fails; nil if the call doesn't, or with another error.
    package func failure(of target: Target) async -> TransportError.Kind? {
        switch await result(target) {
        case .success(let response):
            Issue.record("The call has succeeded: \(response)")
            return nil
        case .failure(let error):
            return error.transportError?.kind
        }
    }
}
