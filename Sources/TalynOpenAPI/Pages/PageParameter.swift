/// A query parameter that can take the position of a page.
struct PageParameter {
    let name: String
    /// The words of the name in one.
    let key: String
    let type: TypeUse
    let description: String
    private let schema: Schema?
    /// Whether the name is that of a part of `page`, as in `page[cursor]`.
    let isInPage: Bool

    /// The number of the first page or element, if the document tells it. Few parameters are asked for it.
    var first: Int? { Self.first(schema, description) }

    var isNumber: Bool { type.isNumber }
    var isText: Bool { type.isText }

    /// The query parameters of an operation, without deprecated ones.
    static func list(of plan: OperationPlan) -> [PageParameter] {
        plan.arguments.filter { $0.parameter.location == .query && !$0.parameter.isDeprecated }.flatMap {
            argument -> [PageParameter] in
            let parameter = argument.parameter
            if parameter.style == .deepObject, case .named(let declaration) = argument.type,
                case .object(let object) = declaration.kind
            {
                return object.properties.map { property in
                    PageParameter(
                        "\(parameter.name)[\(property.wireName)]",
                        property.type,
                        parameter.schema?.properties.first { $0.name == property.wireName }?.schema,
                        property.documentation.joined(separator: " ")
                    )
                }
            }
            return [
                PageParameter(
                    parameter.name,
                    argument.type,
                    parameter.schema,
                    parameter.description ?? parameter.schema?.description
                )
            ]
        }
    }

    private init(_ name: String, _ type: TypeUse, _ schema: Schema?, _ description: String?) {
        self.name = name
        key = Words(name).list.joined()
        self.type = type.unwrapped
        let text = (description ?? "").lowercased()
        self.description = text
        self.schema = schema
        isInPage = name.contains("[") && Words(name).list.first == "page"
    }

    private static func first(_ schema: Schema?, _ description: String) -> Int? {
        let schemas = schema.map { schema in
            // References can lead in a circle.
            sequence(first: schema) { $0.referenced ?? ($0.allOf.count == 1 ? $0.allOf[0] : nil) }.prefix(20)
        }
        if let value = schemas?.lazy.compactMap({ $0.defaultValue?.integer }).first {
            return 0...1 ~= value ? value : nil
        }
        if description.contains(
            #/\b(zero|0)[- ](based|indexed)|\bstart(s|ing)? (at|from|with) (0|zero)\b|\bfirst page is (0|zero)\b/#
        ) {
            return 0
        }
        if description.contains(
            #/\b(one|1)[- ](based|indexed)|\bstart(s|ing)? (at|from|with) (1|one)\b|\bfirst page is (1|one)\b/#
        ) {
            return 1
        }
        return nil
    }
}
