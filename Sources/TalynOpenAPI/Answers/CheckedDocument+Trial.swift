import TalynStubs

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension CheckedDocument {
    /// The result of making each answer once.
    public struct Trial: Sendable {
        public var answerCount = 0
        /// The answers that the document doesn't allow, and the first reason of each.
        public var failures: [String] = []
        /// The examples that their schemas don't allow. The server doesn't use them.
        public var invalidExamples: [String] = []
        public var exampleCount = 0
        /// The answers in JSON, with the pointers of their schemas, for a check by another validator.
        public var answers: [(pointer: String, body: Data)] = []
        /// The answers that can't be made, since they are in no form of text or JSON and have no example.
        public var missingExamples: [String] = []
    }

    /// Makes each answer of the document, in each media type, and checks it by the document.
    public func trial(seed: UInt64) -> Trial {
        var trial = Trial()
        for operation in document.operations {
            for model in operation.responses {
                let contents: [Content?] = model.contents.isEmpty ? [nil] : model.contents.map { $0 }
                for content in contents {
                    let status = model.usualStatus
                    let answer = answer(operation, model, status, content, Preference([:]), seed)
                    let response = CheckedResponse(status: status, headerFields: answer.headerFields, body: answer.body)
                    let place = "\(Operation(operation)), status \(model.status)"
                    if answer.status == 501, status != 501, let content {
                        trial.missingExamples.append("\(place): '\(content.mediaType)' has no example")
                        continue
                    }
                    trial.answerCount += 1
                    // An answer of a default can have the status of another response.
                    trial.failures += faults(of: response, model).prefix(1).map { "\(place): \($0)" }
                    if let content { tryExamples(content, &trial) }
                    if let content, content.isJSON, let schema = content.schema {
                        trial.answers.append((schema.node.pointer, answer.body))
                    }
                }
            }
        }
        return trial
    }

    private func tryExamples(_ content: Content, _ trial: inout Trial) {
        guard let schema = content.schema, content.isJSON else { return }
        for (_, node) in exampleNodes(of: content).sorted(by: { $0.key < $1.key }) {
            trial.exampleCount += 1
            guard let fault = checker.faults(of: exampleValue(node, content), schema, .response).first else { continue }
            let place = fault.pointer.isEmpty ? "the example" : "the example at \(fault.pointer)"
            trial.invalidExamples.append("\(node.file.name):\(node.line): \(place) \(fault.reason) (\(node.pointer))")
        }
    }
}
