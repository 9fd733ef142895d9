#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros
import TalynMacroExpansion

/// The compiler plugin with the macros of `TalynMacros`.
@main
struct TalynMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        APIMacro.self,
        AttributeMacro.self,
        ClientCallMacro.self,
        ClientMacro.self,
    ]
}

// The compiler looks for types in this module. The expansions are in another module, which tests import: if a test imported
// a macro's own module, SwiftPM would build everything twice.
struct APIMacro: APIExpansion {}
struct AttributeMacro: AttributeExpansion {}
struct ClientCallMacro: ClientCallExpansion {}
struct ClientMacro: ClientExpansion {}
#else
@main
struct TalynMacrosPlugin {
    static func main() {}
}
#endif
