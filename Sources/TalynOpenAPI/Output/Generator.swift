/// Makes the sources of a client from an OpenAPI document.
public struct Generator {
    /// The sources of a document.
    public struct Output: Sendable {
        /// The texts of the files, by their paths in the output folder.
        public var files: [String: String] = [:]
        /// The texts of the models' files, by their paths in their folder.
        public var models: [String: String] = [:]
        /// The parts that are left out, and the notes.
        public var diagnostics: [Diagnostic] = []
        /// The types that decode the JSON of the named schemas, by the names of the schemas.
        public var schemaTypes: [String: String] = [:]
        /// The way to the next page of each GET with pages, or with a parameter of pages: the operation, the kind of the way, and why.
        public var pages: [(operation: String, kind: String, reason: String)] = []
        /// The number of operations that the sources have.
        public var operationCount = 0
        /// The number of types that the sources have, with those in others.
        public var typeCount = 0
        /// The number of operations that the document has.
        public var documentedCount = 0
        /// The number of operations that a selection leaves out.
        public var unselectedCount = 0
        /// The steps of work with the schemas of the document.
        var stepCount = 0

        /// The number of parts that are left out.
        public var skippedCount: Int { count(of: .skipped) }

        /// The number of parts that the sources have less precisely than the document.
        public var noteCount: Int { count(of: .note) }

        private func count(of severity: Diagnostic.Severity) -> Int {
            diagnostics.reduce(0) { $0 + ($1.severity == severity ? $1.count : 0) }
        }
    }

    private let configuration: Configuration
    /// The module of the models, if it is one of its own.
    private let modelsModule: String?
    /// Whether many notes of one kind, such as those of `pattern`, are one with a count.
    public var groupsNotes = true

    /// Creates a generator.
    ///
    /// - Parameters:
    ///   - configuration: Names, conformances and the selection of operations.
    ///   - modelsModule: The name of the module for the models, or of its target; nil for one module.
    public init(_ configuration: Configuration, modelsModule: String? = nil) {
        self.configuration = configuration
        self.modelsModule = modelsModule.map { SwiftName.module(ofTarget: $0) }
    }

    /// Reads a document and makes its sources.
    ///
    /// - Parameters:
    ///   - path: The path of the document.
    ///   - name: The name of the client, if the configuration doesn't name it.
    /// - Throws: ``GenerationError`` for a document that can't be read.
    public func generate(_ path: String, name: String) throws(GenerationError) -> Output {
        try DeepStack.run { () throws(GenerationError) in
            let files = DocumentFiles(Diagnostics(groupsNotes: groupsNotes))
            return try generate(files.read(document: path), files, name)
        }
    }

    func generate(text: String, path: String = "/openapi.yaml", name: String) throws(GenerationError) -> Output {
        try DeepStack.run { () throws(GenerationError) in
            let files = DocumentFiles(Diagnostics(groupsNotes: groupsNotes))
            return try generate(files.read(text: text, path: path), files, name)
        }
    }

    private func generate(_ file: SourceFile, _ files: DocumentFiles, _ name: String) throws(GenerationError) -> Output
    {
        guard let root = file.root else { throw GenerationError(file.name, "The file is empty.") }
        let reader = DocumentReader(root, files)
        defer { reader.schemas.removeAll() }
        var document = try reader.document()
        var output = Output()
        output.documentedCount = document.operations.count
        checkChoices(document, files.diagnostics)
        let selection = Selection(only: configuration.only, except: configuration.except)
        document.operations = document.operations.filter { selection.includes($0) }
        if selection.isPartial { document.webhooks = [] }
        output.unselectedCount = output.documentedCount - document.operations.count
        let clientName = SwiftName.type(configuration.name ?? name)
        let types = TypePlanner(document, clientName: clientName, configuration, files.diagnostics)
        let planner = OperationPlanner(document, types, configuration, files.diagnostics)
        let plans = planner.plans()
        let incoming = planner.incomingTypes().flatMap(\.declarations)
        // A selection of operations needs their types alone.
        if !selection.isPartial {
            for node in document.references { node.use() }
            for (name, schema) in document.schemas {
                let type = types.type(of: schema, at: TypePlanner.Place(name: SwiftName.type(name)))
                output.schemaTypes[name] = type.coded() ?? type.swift()
            }
        }
        types.names.reportOthers(files.diagnostics, isPartial: selection.isPartial)
        Indirection.mark(types.topLevel)
        Directions.mark(plans, incoming)
        Deprecations.mark(types.topLevel, plans)
        var writer = FileWriter(clientName: clientName, modelsModule: modelsModule, source: file.name)
        writer.writeModels(types.topLevel, configuration.conformance, to: &output)
        let names = Set(types.topLevel.map(\.name))
        writer.writeOperations(plans, planner.tags, document, modelNames: names, to: &output)
        writer.writeNames(KeptNames(types.schemaNames, plans), to: &output)
        output.operationCount = plans.count
        var ledger = Ledger(document, reader.schemas, types, plans, isPartial: selection.isPartial)
        ledger.report()
        output.typeCount = types.topLevel.reduce(0) { $0 + $1.withNested.count }
        output.pages = planner.pages
        output.diagnostics = files.diagnostics.all
        output.stepCount = reader.schemas.stepCount
        return output
    }

    /// Reports pages and ends of operations that the document doesn't have.
    private func checkChoices(_ document: APIDocument, _ diagnostics: Diagnostics) {
        let known = Set(document.operations.flatMap { [$0.id ?? "", $0.methodAndPath] })
        for (id, choice) in configuration.pages.sorted(by: { $0.key < $1.key }) where !known.contains(id) {
            diagnostics.skip(
                choice.file,
                choice.line,
                "The pages of '\(id)' are left out. The document has no such operation."
            )
        }
        for (id, choice) in configuration.ends.sorted(by: { $0.key < $1.key }) where !known.contains(id) {
            let problem = "The end of the events of '\(id)' is left out. The document has no such operation."
            diagnostics.skip(choice.file, choice.line, problem)
        }
    }
}

/// Marks the types that requests send and responses bring.
enum Directions {
    static func mark(_ plans: [OperationPlan], _ incoming: [Declaration]) {
        spread(
            plans.flatMap { $0.bodies.flatMap(\.declarations) + $0.arguments.flatMap(\.type.declarations) },
            \.isSent
        )
        spread(plans.flatMap(\.received) + incoming, \.isReceived)
    }

    /// Marks types and those that they consist of.
    private static func spread(_ roots: [Declaration], _ mark: ReferenceWritableKeyPath<Declaration, Bool>) {
        var stack = roots
        while let declaration = stack.popLast() {
            guard !declaration[keyPath: mark] else { continue }
            declaration[keyPath: mark] = true
            stack += declaration.used
        }
    }
}

/// The operations that a user asks for.
struct Selection {
    let only: [String]
    let except: [String]

    var isPartial: Bool { !only.isEmpty || !except.isEmpty }

    func includes(_ operation: OperationModel) -> Bool {
        (only.isEmpty || only.contains { matches($0, operation) }) && !except.contains { matches($0, operation) }
    }

    private func matches(_ selector: String, _ operation: OperationModel) -> Bool {
        let parts = selector.split(separator: ":", maxSplits: 1).map { String($0) }
        guard parts.count == 2 else { return false }
        return switch parts[0] {
        // As in the client, tags that differ in their case are one.
        case "tag":
            ([operation.tag ?? ""] + operation.otherTags).contains { TagPlan.key(of: $0) == TagPlan.key(of: parts[1]) }
        case "path":
            parts[1].hasSuffix("*") ? operation.path.hasPrefix(parts[1].dropLast()) : operation.path == parts[1]
        case "operation": [operation.id, operation.methodAndPath].contains(parts[1])
        default: false
        }
    }
}
