// swift-tools-version: 6.2

import PackageDescription

/// Whether the Rx layer takes part. It needs RxSwift, which not every app has: MOYAAPP_RXSWIFT=1 swift test
let hasRx = Context.environment["MOYAAPP_RXSWIFT"] != nil
let traits: Set<Package.Dependency.Trait> = hasRx ? [.defaults, "RxSwift"] : [.defaults]

// An app that moves from Moya changes this line, which named Moya's repository, and the package's name below it:
// .package(url: "https://github.com/Moya/Moya.git", from: "15.0.3")
let repository = Package.Dependency.package(name: "talyn", path: "../..", traits: traits)
let packageName = "talyn"

let moya = Target.Dependency.product(name: "Moya", package: packageName)
let rxMoya = Target.Dependency.product(name: "RxMoya", package: packageName)

let package = Package(
    name: "MoyaApp",
    platforms: [.macOS(.v14)],
    dependencies: [repository],
    targets: [
        .target(name: "MoyaAppCore", dependencies: [moya]),
        .target(name: "MoyaAppCatalog", dependencies: ["MoyaAppCore", moya], resources: [.copy("Stubs")]),
        .target(name: "MoyaAppShop", dependencies: ["MoyaAppCore", moya]),
        .executableTarget(name: "MoyaAppMain", dependencies: ["MoyaAppCatalog", "MoyaAppCore", "MoyaAppShop", moya]),
        .testTarget(name: "MoyaAppTests", dependencies: ["MoyaAppCatalog", "MoyaAppCore", "MoyaAppShop", moya]),
    ],
    swiftLanguageModes: [.v5]
)

if hasRx {
    let rxSwift = Target.Dependency.product(name: "RxSwift", package: "RxSwift")
    package.dependencies.append(.package(url: "https://github.com/ReactiveX/RxSwift.git", from: "6.5.0"))
    package.targets += [
        .target(name: "RxLayer", dependencies: ["MoyaAppCatalog", "MoyaAppCore", moya, rxMoya, rxSwift]),
        .testTarget(
            name: "RxLayerTests",
            dependencies: ["MoyaAppCatalog", "MoyaAppCore", "RxLayer", moya, rxMoya, rxSwift]
        ),
    ]
}
