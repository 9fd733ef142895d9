// With the trait, the names that Moya borrows from Alamofire are Alamofire's own.
#if Alamofire
public import Alamofire

public typealias Session = Alamofire.Session
public typealias Method = Alamofire.HTTPMethod
public typealias ParameterEncoding = Alamofire.ParameterEncoding
public typealias JSONEncoding = Alamofire.JSONEncoding
public typealias URLEncoding = Alamofire.URLEncoding
public typealias RequestMultipartFormData = Alamofire.MultipartFormData
public typealias DownloadDestination = Alamofire.DownloadRequest.Destination
public typealias RequestInterceptor = Alamofire.RequestInterceptor
#endif
