// Files that import Moya alone use `URL` and `Data`. Those written on Apple platforms never import FoundationNetworking.
@_exported public import Foundation

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif
