// With the trait, what Moya's users reached through Alamofire is Alamofire's own.
#if Alamofire
public import Alamofire
@_exported public import TalynAlamofire

public typealias Session = Alamofire.Session
public typealias Request = Alamofire.Request
public typealias DataRequest = Alamofire.DataRequest
public typealias DownloadRequest = Alamofire.DownloadRequest
public typealias UploadRequest = Alamofire.UploadRequest
public typealias RequestMultipartFormData = Alamofire.MultipartFormData

public typealias RequestInterceptor = Alamofire.RequestInterceptor
public typealias RequestAdapter = Alamofire.RequestAdapter
public typealias RequestRetrier = Alamofire.RequestRetrier
public typealias Authenticator = Alamofire.Authenticator
public typealias AuthenticationError = Alamofire.AuthenticationError
public typealias RetryResult = Alamofire.RetryResult
public typealias ServerTrustManager = Alamofire.ServerTrustManager
public typealias ServerTrustEvaluating = Alamofire.ServerTrustEvaluating

public typealias AFError = Alamofire.AFError
public typealias Parameters = Alamofire.Parameters
public typealias ParameterEncoding = Alamofire.ParameterEncoding
public typealias URLEncoding = Alamofire.URLEncoding
public typealias JSONEncoding = Alamofire.JSONEncoding
public typealias URLEncodedFormEncoder = Alamofire.URLEncodedFormEncoder
public typealias URLRequestConvertible = Alamofire.URLRequestConvertible

#if canImport(Security)
public typealias DefaultTrustEvaluator = Alamofire.DefaultTrustEvaluator
public typealias DisabledTrustEvaluator = Alamofire.DisabledTrustEvaluator
public typealias PinnedCertificatesTrustEvaluator = Alamofire.PinnedCertificatesTrustEvaluator
#endif
#endif
