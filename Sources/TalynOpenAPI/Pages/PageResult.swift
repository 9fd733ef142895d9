/// The parts of a result that can tell a position, the end or the items of a page.
struct PageResult {
    struct Leaf {
        var path: PropertyPath
        /// The words of the name in one.
        var key: String
        /// The keys of the properties around it.
        var containers: [String]

        var property: Property? { path.steps.last?.property }
        var type: TypeUse { path.type }
        /// Whether the document names the value as one that isn't always there.
        var canBeMissing: Bool { path.steps.contains { !$0.property.isRequired || $0.property.isNullable } }
    }

    let type: TypeUse
    /// The scalars, outer ones first, in the order of the document.
    private(set) var leaves: [Leaf] = []
    private var arrays: [Leaf] = []

    init(_ type: TypeUse) {
        self.type = type
        collect(PropertyPath(type), [])
        leaves = (0...4).flatMap { depth in leaves.filter { $0.containers.count == depth } }
    }

    var isArray: Bool { type.unwrapped.element != nil }

    private mutating func collect(_ path: PropertyPath, _ containers: [String]) {
        guard case .named(let declaration) = path.type, case .object(let object) = declaration.kind else { return }
        for property in object.properties where !property.isWriteOnly {
            let key = Words(property.wireName).list.joined()
            let leaf = Leaf(path: path.appending(property, of: declaration), key: key, containers: containers)
            switch leaf.type {
            case .string, .int, .int64, .uint64, .double, .bool: leaves.append(leaf)
            case .array: arrays.append(leaf)
            case .named(let inner):
                guard case .object = inner.kind, containers.count < 3 else { break }
                if PageNames.containers.contains(key) || key == "embedded" { collect(leaf.path, containers + [key]) }
            default: break
            }
        }
    }

    func leaves(_ key: String) -> [Leaf] { leaves.filter { $0.key == key } }

    // MARK: Items

    /// The array of the page; nil for an ambiguous one. The segments of the operation's path can name it.
    func items(_ path: String) -> PropertyPath? {
        if isArray { return PropertyPath(type) }
        let candidates = arrays.filter { leaf in
            !PageNames.otherArrays.contains(leaf.key)
                && leaf.containers.allSatisfy { PageNames.envelopes.contains($0) } && leaf.containers.count <= 2
        }
        let outer = candidates.filter(\.containers.isEmpty)
        let level = outer.isEmpty ? candidates : outer
        if level.count <= 1 { return level.first?.path }
        let known = level.filter { PageNames.items.contains($0.key) }
        if known.count == 1 { return known[0].path }
        for segment in path.split(separator: "/").reversed() where !segment.contains("{") {
            let name = Words(String(segment)).list.joined().singular
            let named = level.filter { $0.key.singular == name }
            if named.count == 1 { return named[0].path }
        }
        return nil
    }

    // MARK: The end

    var more: PropertyPath? { first(of: PageNames.more, where: \.isBoolean) }

    var last: PropertyPath? { first(of: PageNames.last, where: \.isBoolean) }

    var pageCount: PropertyPath? { first(of: PageNames.pageCounts, where: \.isNumber) }

    private func first(of names: Set<String>, where fits: (TypeUse) -> Bool) -> PropertyPath? {
        leaves.first { names.contains($0.key) && fits($0.type) }?.path
    }

    var total: PropertyPath? {
        leaves.first { leaf in
            // The `total` of `page` or `pages` could be that of pages.
            let isOfPages = leaf.key == "total" && leaf.containers.last == "pages"
            // OData 4.01 leaves out its prefix (JSON format, section 4.6.4).
            let isKnown = PageNames.totals.contains(leaf.key) || leaf.property?.wireName == "@count"
            return isKnown && leaf.type.isNumber && !isOfPages
        }?.path
    }

    var link: PropertyPath? {
        leaves.first { leaf in
            guard leaf.type.isText, leaf.canBeMissing || PageNames.nextLinks.contains(leaf.key) else { return false }
            if ["href", "url", "uri"].contains(leaf.key) {
                return ["next", "nextpage", "nextlink"].contains(leaf.containers.last ?? "")
            }
            guard PageNames.nextLinks.contains(leaf.key) else { return false }
            return leaf.property?.isURL == true || leaf.containers.contains("links")
                || ["url", "uri", "link", "href"].contains { leaf.key.hasSuffix($0) }
        }?.path
    }

    /// A value `next` that is there until the last page, whether it is a URL or a cursor.
    var next: PropertyPath? {
        link
            ?? leaves.first { leaf in
                leaf.type.isPosition && leaf.canBeMissing
                    && (PageNames.nextLinks.contains(leaf.key) || PageNames.nextCursors.contains(leaf.key))
            }?.path
    }

    // MARK: The next position

    /// The property with the next value of a query parameter that takes a cursor.
    func cursor(for parameter: PageParameter) -> PropertyPath? {
        let key = parameter.key
        let core = key.hasPrefix("page") && parameter.isInPage ? String(key.dropFirst(4)) : key
        let isCursor = PageNames.cursors.contains(key) || PageNames.afters.contains(key)
        var names = ["next\(key)", "\(key)next", "next\(core)"]
        if key.hasPrefix("next"), key != "next" { names.append(key) }
        let isKnown = isCursor || ["page", "offset"].contains(key)
        if isKnown { names += PageNames.nextCursors }
        for name in names {
            if let leaf = leaves(name).first(where: { fits($0, parameter) }) { return leaf.path }
        }
        if isCursor || key == "offset" || key == "position" {
            let inside = leaves(core).first {
                PageNames.nextContainers.contains($0.containers.last ?? "") && fits($0, parameter)
            }
            if let inside { return inside.path }
        }
        guard isKnown else { return nil }
        for name in PageNames.weakNextCursors {
            // The name speaks of a page, and the parameter of an element.
            if name == "nextpage", PageNames.afters.contains(key) { continue }
            if key == "page" || key == "offset", !name.hasPrefix("next") { continue }
            for leaf in leaves(name) where fits(leaf, parameter) && !isEcho(leaf, of: parameter) { return leaf.path }
        }
        return isCursor ? leaves(key).first { fits($0, parameter) && !isEcho($0, of: parameter) }?.path : nil
    }

    /// The property with the next number of a query parameter that counts.
    func number(for parameter: PageParameter) -> PropertyPath? {
        for name in ["next\(parameter.key)", "nextpage", "nextoffset", "next"] {
            if name == "nextpage", PageNames.offsets.contains(parameter.key) { continue }
            if name == "nextoffset", PageNames.numbers.contains(parameter.key) { continue }
            let leaf = leaves(name).first { $0.type.isNumber && ($0.canBeMissing || more != nil || last != nil) }
            if let leaf { return leaf.path }
        }
        return nil
    }

    private func fits(_ leaf: Leaf, _ parameter: PageParameter) -> Bool {
        guard leaf.type.isPosition, leaf.property?.isURL != true, !leaf.containers.contains("links") else {
            return false
        }
        // A URL in a container, such as `next.url`, isn't a cursor, and a text isn't a number.
        return !parameter.isNumber || leaf.type.isNumber
    }

    /// Whether a property repeats what the request asked for, since others beside it do so.
    private func isEcho(_ leaf: Leaf, of parameter: PageParameter) -> Bool {
        leaf.key == parameter.key
            && leaves.contains {
                PageNames.sizes.contains($0.key) && $0.key != "count" && $0.containers == leaf.containers
            }
    }
}
