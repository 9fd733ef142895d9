// A target file names URLs, methods and header fields; it should not have to know in which module each of them lives.
// Files of this module see what is exported here and don't import it again.
@_exported public import Foundation
@_exported public import HTTPTypes

// On Linux, URLRequest and HTTPURLResponse live in a module of their own.
#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif
