@_exported public import Moya
