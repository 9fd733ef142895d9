// Linux links FoundationEssentials: Foundation with its tables of ICU adds 44 MB to a static program. Apple platforms have Foundation
// alone. All modules import this one, so that the choice stands in one place.
#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif
