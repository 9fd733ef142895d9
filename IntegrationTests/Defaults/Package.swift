// swift-tools-version: 6.2

import PackageDescription

// An app that takes the library from a repository, with default traits, by the README's lines. Scripts/ci/weekly/consumer-defaults puts
// them into a copy of this file.
let package = Package(
    name: "defaults",
    platforms: [.macOS(.v14)],
    dependencies: [
        // the README's package
    ],
    targets: [
        .executableTarget(
            name: "defaults",
            dependencies: [
                // the README's product
            ]
        )
    ]
)
