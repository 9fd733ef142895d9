@_exported public import TalynCore
@_exported public import TalynPlugins
@_exported public import TalynStreams
@_exported public import TalynTransfers

#if AsyncHTTPClient && os(Linux)
@_exported public import TalynAsyncHTTPClient
#endif

#if canImport(Darwin)
@_exported public import TalynURLSession
#endif
