#if Macros
import Foundation
import Testing

struct SnapshotTests {
    @Test func everySnapshotBelongsToATest() throws {
        let tests = Snapshot.folder.deletingLastPathComponent()
        let sources =
            FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
        let (snapshots, suites) = sources.reduce(into: ([URL](), [String: URL]())) { found, file in
            if file.path.hasPrefix(Snapshot.folder.path) {
                found.0.append(file)
            } else {
                found.1[file.deletingPathExtension().lastPathComponent] = file
            }
        }
        for snapshot in snapshots {
            let suite = snapshot.deletingLastPathComponent().lastPathComponent
            let test = snapshot.lastPathComponent.prefix { $0 != "." }
            let source = try suites[suite].map { try String(contentsOf: $0, encoding: .utf8) } ?? ""
            #expect(
                source.contains("func \(test)("),
                "Delete \(suite)/\(snapshot.lastPathComponent): no test compares with it"
            )
        }
        #expect(snapshots.count > 100)
    }
}
#endif
