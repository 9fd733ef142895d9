#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

#if canImport(Android)
public import Android
#elseif canImport(Musl)
public import Musl
#elseif canImport(Glibc)
public import Glibc
#endif

/// The failure to read or write a file. Callers of Talyn get a `BodyError` in its place.
public enum FileError: Error, Sendable, Hashable {
    /// The URL isn't that of a regular file on this machine, or it isn't a file URL.
    case notAFile(URL)
    /// The file can't be read.
    case cannotRead(URL, POSIXErrorCode)
    /// The file or directory can't be written.
    case cannotWrite(URL, POSIXErrorCode)
    /// The destination exists.
    case destinationExists(URL)
}
