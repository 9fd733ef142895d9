#if Macros
import Foundation
import TalynMacros
import Testing

@Suite struct ComparisonTests {
    /// An endpoint as it is declared and as it is written by hand, with the same values.
    struct Pair: CustomTestStringConvertible, Sendable {
        let declared: any TargetType
        let written: any TargetType

        init(_ declared: any TargetType, _ written: any TargetType) {
            self.declared = declared
            self.written = written
        }

        init(_ declared: DeclaredAPI, _ written: WrittenAPI) {
            self.init(declared as any TargetType, written as any TargetType)
        }

        init(snake declared: DeclaredSnakeAPI, _ written: WrittenSnakeAPI) {
            self.init(declared as any TargetType, written as any TargetType)
        }

        var testDescription: String { "\(declared)" }
    }

    @Test(arguments: pairs)
    func declaredEndpointIsCalledAsTheWrittenOne(_ pair: Pair) async throws {
        let declared = try await Observation(of: pair.declared)
        let written = try await Observation(of: pair.written)
        #expect(declared.request == written.request)
        #expect(declared.body == written.body, "\(declared.body.text) is not \(written.body.text)")
        #expect(declared.stub == written.stub)
        #expect(declared.settings == written.settings)
    }

    @Test(arguments: ["", ".", ".."])
    func valueThatIsNoSegmentFailsTheCall(_ name: String) async throws {
        let transport = CapturingTransport()
        let provider = Provider<DeclaredAPI>(transport: transport)
        await #expect {
            _ = try await provider.request(.user(name: name))
        } throws: { error in
            (error as? TalynError)?.reason == .invalidRequest
        }
        #expect(transport.sent.request.isEmpty)
    }

    @Test func templateNamesTheValues() {
        let target = DeclaredAPI.contents(owner: "a/b", repo: "c", file: "d")
        #expect(target.path.template == "/repos/{owner}/{repo}/contents/{file}")
        #expect(DeclaredAPI.page(page: 1).path.template == "/pages/{number}")
    }

    @Test func everyEndpointIsCompared() throws {
        let names = Set(Self.pairs.map { Self.name(of: $0.declared) })
        let declarations = try ["DeclaredAPI", "DeclaredSnakeAPI"].map { file in
            try Page("Tests/TalynMacrosTests/Behaviour/Comparison/\(file).swift").lines.joined(separator: "\n")
        }
        #expect(names.count == declarations.map { $0.matches(of: /\bcase \w/).count }.reduce(0, +))
        #expect(names.count > 30)
    }

    private static func name(of target: any TargetType) -> String {
        let label = Mirror(reflecting: target).children.first?.label ?? "\(target)"
        return "\(type(of: target)).\(label)"
    }
}

extension Data {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
#endif
