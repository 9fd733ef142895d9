#if Macros
// Nearly every file builds on all of these. Files of this module see them and don't import them again.
@_exported public import SwiftDiagnostics
@_exported public import SwiftParser
@_exported public import SwiftSyntax
@_exported public import SwiftSyntaxBuilder
@_exported public import SwiftSyntaxMacros
#endif
