#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros
import TalynMacroExpansion

/// What the compiler asks for the macros of `TalynMacros`.
@main
struct TalynMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        APIMacro.self,
        AttributeMacro.self,
        ClientCallMacro.self,
        ClientMacro.self,
    ]
}

// The compiler looks for types of this module. What they do is in one that tests can import: a test of a macro's own module
// would have SwiftPM build everything a second time.
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
