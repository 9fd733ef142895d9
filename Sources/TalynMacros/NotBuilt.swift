#if !Macros
// Stand for the macros in a build without the trait `Macros`, so that what uses them is told what is missing.

@available(*, unavailable, message: "enable the trait of Talyn: .package(…, traits: [.defaults, \"Macros\"])")
@attached(peer)
public macro API(_ baseURL: Any...) = #externalMacro(module: "TalynMacrosPlugin", type: "NotBuilt")

@available(*, unavailable, message: "enable the trait of Talyn: .package(…, traits: [.defaults, \"Macros\"])")
@attached(peer)
public macro Client(_ baseURL: Any...) = #externalMacro(module: "TalynMacrosPlugin", type: "NotBuilt")
#endif
