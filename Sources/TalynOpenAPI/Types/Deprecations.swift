/// Finds the deprecated types that the language can mark as such.
///
/// The use of a deprecated declaration is a warning, apart from one in another deprecated declaration. So a type has no mark while a
/// property, a variant or an operation that isn't deprecated uses it.
enum Deprecations {
    static func mark(_ topLevel: [Declaration], _ plans: [OperationPlan]) {
        let all = topLevel.flatMap(\.withNested)
        guard all.contains(where: \.isDeprecated) else { return }
        for declaration in all { declaration.isMarkedDeprecated = declaration.isDeprecated }
        var unmarked = plans.filter { !$0.model.isDeprecated }.flatMap {
            $0.arguments.flatMap(\.type.declarations) + $0.bodies.flatMap(\.declarations) + $0.received
        }
        unmarked += all.filter { !$0.isDeprecated }.flatMap(\.used)
        // A type without a mark can't use marked ones, so that these lose theirs, too.
        while let declaration = unmarked.popLast() {
            guard declaration.isMarkedDeprecated else { continue }
            declaration.isMarkedDeprecated = false
            unmarked += declaration.used
        }
    }
}
