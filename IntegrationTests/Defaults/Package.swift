// swift-tools-version: 6.2

import PackageDescription

// An app that takes the library from a repository, as most do. TALYN_REPOSITORY is the URL of one, whose last part is
// `talyn`; TALYN_MACROS=1 adds the trait Macros.
let traits: Set<Package.Dependency.Trait> =
    Context.environment["TALYN_MACROS"] == "1" ? [.defaults, "Macros"] : [.defaults]

let package = Package(
    name: "defaults",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(url: Context.environment["TALYN_REPOSITORY"] ?? "file:///talyn", branch: "main", traits: traits)
    ],
    targets: [.executableTarget(name: "defaults", dependencies: [.product(name: "Talyn", package: "talyn")])]
)
