/// The score of a run.
struct SuiteReport {
    private let cases: [SuiteCase]
    private let results: [String: SuiteResult]

    init(_ cases: [SuiteCase], _ results: [String: SuiteResult]) {
        self.cases = cases.filter { results[$0.id] != nil }
        self.results = results
    }

    /// Whether a test passed, and all tests that it depends on.
    func isPassed(_ id: String) -> Bool {
        guard results[id] == .passed else { return false }
        let dependencies = cases.first { $0.id == id }?.dependencies ?? []
        return dependencies.allSatisfy { results[$0] == nil || isPassed($0) }
    }

    func score(_ kind: SuiteCase.Kind) -> (passed: Int, of: Int) {
        let ofKind = cases.filter { $0.kind ?? .required == kind }
        return (ofKind.count { isPassed($0.id) }, ofKind.count)
    }

    var text: String {
        var lines: [String] = []
        for kind in [SuiteCase.Kind.required, .optimal, .check] {
            let score = score(kind)
            lines.append("\(kind.rawValue): \(score.passed) of \(score.of)")
        }
        for test in cases where !isPassed(test.id) && test.kind != .check {
            lines.append("\((test.kind ?? .required).rawValue) \(test.id): \(results[test.id].map { "\($0)" } ?? "")")
        }
        return lines.joined(separator: "\n")
    }
}
