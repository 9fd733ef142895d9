// With its trait, these errors are Alamofire's.
#if !Alamofire
import Foundation
import Moya
import Testing

struct AFErrorTests {
    private struct Cause: LocalizedError {
        let errorDescription: String?
    }

    private let cause = Cause(errorDescription: "No luck.")
    private let file = URL(fileURLWithPath: "/a/b")

    @Test func textsAreThoseOfAlamofire() {
        let texts: [(AFError, String)] = [
            (.explicitlyCancelled, "Request explicitly cancelled."),
            (.sessionInvalidated(error: cause), "Session was invalidated with error: No luck."),
            (.requestAdaptationFailed(error: cause), "Request adaption failed with error: No luck."),
            (
                .requestRetryFailed(retryError: cause, originalError: AFError.explicitlyCancelled),
                "Request retry failed with retry error: No luck., original error: Request explicitly cancelled."
            ),
            (
                .serverTrustEvaluationFailed(error: cause),
                "Server trust evaluation failed due to reason: No luck."
            ),
            (
                .parameterEncodingFailed(reason: .jsonEncodingFailed(error: cause)),
                "JSON could not be encoded because of error:\nNo luck."
            ),
            (
                .downloadedFileMoveFailed(error: cause, source: file, destination: URL(fileURLWithPath: "/c")),
                "Moving downloaded file from: file:///a/b to: file:///c failed with error: No luck."
            ),
            (
                .multipartEncodingFailed(reason: .bodyPartURLInvalid(url: file)),
                "The URL provided is not a file URL: file:///a/b"
            ),
            (
                .multipartEncodingFailed(reason: .bodyPartFileNotReachableWithError(atURL: file, error: cause)),
                "The system returned an error while checking the provided URL for reachability.\n"
                    + "URL: file:///a/b\nError: No luck."
            ),
            (
                .multipartEncodingFailed(reason: .bodyPartFileIsDirectory(at: file)),
                "The URL provided is a directory: file:///a/b"
            ),
            (
                .multipartEncodingFailed(reason: .inputStreamReadFailed(error: cause)),
                "InputStream read failed with error: No luck."
            ),
        ]
        for (error, text) in texts { #expect(error.localizedDescription == text) }
    }

    @Test func theTextForAGETWithABodyLeavesTheBodyOut() {
        let body = Data("password=x".utf8)
        let error = AFError.urlRequestValidationFailed(reason: .bodyDataInGETRequest(body))
        #expect(
            error.localizedDescription
                == "URLRequest validation failed due to reason: Invalid URLRequest: "
                + "Requests with GET method cannot have body data:\n(10 bytes)"
        )
    }

    @Test func theTextForAnErrorOfAnAppLeavesItsValuesOut() {
        let error = AFError.parameterEncodingFailed(reason: .customEncodingFailed(error: cause))
        #expect(error.localizedDescription == "The call failed with parameterEncodingFailed.")
    }

    @Test func numbersAreThoseOfAlamofire() {
        let errors: [(AFError, Int)] = [
            (.responseValidationFailed(reason: .unacceptableStatusCode(code: 500)), 9),
            (.sessionTaskFailed(error: cause), 13), (.explicitlyCancelled, 15),
        ]
        for (error, code) in errors {
            let error = error as NSError
            #expect(error.domain == "Alamofire.AFError")
            #expect(error.code == code)
            #expect(error.localizedDescription.isEmpty == false)
        }
    }

    @Test func kindsAndValuesAreThoseOfTheCase() {
        let move = AFError.downloadedFileMoveFailed(
            error: cause,
            source: file,
            destination: file.appendingPathComponent("c")
        )
        #expect(move.sourceURL == file)
        #expect(move.destinationURL?.path == "/a/b/c")
        #expect(move.url == nil)
        #expect(AFError.multipartEncodingFailed(reason: .bodyPartFileIsDirectory(at: file)).url == file)
        let invalid = #expect(throws: AFError.self) { try "".asURL() }
        #expect(invalid?.urlConvertible as? String == "")
        #expect(AFError.sessionInvalidated(error: nil).isSessionInvalidatedError)
        for error in [move, .explicitlyCancelled, .sessionTaskFailed(error: cause)] {
            // The app of a provider never meets these.
            #expect(!error.isSessionInvalidatedError && !error.isSessionDeinitializedError)
            #expect(!error.isResponseSerializationError && !error.isParameterEncoderError)
            #expect(!error.isCreateURLRequestError && !error.isCreateUploadableError)
            #expect(error.acceptableContentTypes == nil && error.responseContentType == nil)
        }
    }
}
#endif
