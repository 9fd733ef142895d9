#if Alamofire
import Talyn

/// Answers challenges for all calls.
struct Authenticating: Talyn.RequestAdapter {
    func adapt(_ request: inout OutgoingRequest, context: CallContext) {
        request.credential = PasswordCredential(user: "ada", password: "lovelace")
    }
}
#endif
