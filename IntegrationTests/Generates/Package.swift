// swift-tools-version: 6.2

import PackageDescription

// A package that generates its client by the plugin. Scripts/ci/weekly/consumer-generates runs it as an app's developer does.
let package = Package(
    name: "generates",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "talyn", path: "../..", traits: ["Generator"])],
    targets: [
        .target(
            name: "Shop",
            dependencies: [
                .product(name: "Talyn", package: "talyn"),
                .product(name: "TalynOpenAPIRuntime", package: "talyn"),
            ],
            exclude: ["openapi.yaml"]
        ),
        .testTarget(
            name: "ShopTests",
            dependencies: ["Shop", .product(name: "TalynTesting", package: "talyn")]
        ),
    ]
)
