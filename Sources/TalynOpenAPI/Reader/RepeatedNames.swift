/// Gives the second one of two names in a YAML mapping another name, since the parser refuses it.
struct RepeatedNames {
    /// The mark at the start of such a name. It is a character that no document has.
    private static let mark = "\u{F8FF}repeated-"
    private static let maximumCount = 100

    /// The bytes of the lines. All characters of YAML's syntax are ASCII.
    private var lines: [[UInt8]]
    private var count = 0

    init(_ text: String) {
        lines = Array(text.utf8).split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") }.map { Array($0) }
    }

    var text: String { String(decoding: Array(lines.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self) }

    /// The name in the document.
    static func original(_ name: String) -> String {
        guard name.hasPrefix(mark) else { return name }
        return String(name.dropFirst(mark.count).drop { $0 != ":" }.dropFirst())
    }

    /// Renames the second member with a name.
    ///
    /// - Parameters:
    ///   - line: The line in which the mapping starts, counted from 1.
    ///   - column: The column of its first character, counted from 1.
    /// - Returns: Whether it was found.
    mutating func rename(_ name: String, line: Int, column: Int) -> Bool {
        guard count < Self.maximumCount, lines.indices.contains(line - 1), column > 0 else { return false }
        // The parser counts characters.
        let characters = lines[line - 1].indices.filter { lines[line - 1][$0] & 0xC0 != 0x80 }
        let start = (line: line - 1, column: characters.indices.contains(column - 1) ? characters[column - 1] : 0)
        let isFlow = lines[start.line].indices.contains(start.column) && lines[start.line][start.column] == Sign.brace
        let places = isFlow ? flowNames(from: start) : blockNames(from: start)
        guard let place = places.filter({ $0.name == name }).dropFirst().first else { return false }
        count += 1
        let quoted = "\"\(Self.mark)\(count):\(name.swiftLiteral.dropFirst().dropLast())\""
        lines[place.line].replaceSubrange(place.columns, with: quoted.utf8)
        return true
    }

    private enum Sign {
        static let space = UInt8(ascii: " "), tab = UInt8(ascii: "\t"), end = UInt8(ascii: "\r"),
            hash = UInt8(ascii: "#")
        static let brace = UInt8(ascii: "{"), closingBrace = UInt8(ascii: "}"), comma = UInt8(ascii: ",")
        static let bracket = UInt8(ascii: "["), closingBracket = UInt8(ascii: "]"), colon = UInt8(ascii: ":")
        static let quote = UInt8(ascii: "'"), doubleQuote = UInt8(ascii: "\""), backslash = UInt8(ascii: "\\")
    }

    private struct Place {
        var name: String
        var line: Int
        var columns: Range<Int>
    }

    /// The names of a block mapping: those of the lines with its indentation.
    private func blockNames(from start: (line: Int, column: Int)) -> [Place] {
        var places: [Place] = []
        for index in lines.indices.dropFirst(start.line) {
            let indentation = index == start.line ? start.column : lines[index].prefix { $0 == Sign.space }.count
            guard lines[index].count > indentation, ![Sign.hash, Sign.end].contains(lines[index][indentation]) else {
                continue
            }
            if indentation < start.column { break }
            if indentation == start.column, let place = name(at: (index, indentation)) { places.append(place) }
        }
        return places
    }

    /// The names of a flow mapping, which starts with a brace.
    private func flowNames(from start: (line: Int, column: Int)) -> [Place] {
        var places: [Place] = []
        var depth = 0
        var isName = false
        for index in lines.indices.dropFirst(start.line) {
            let line = lines[index]
            var column = index == start.line ? start.column : 0
            while column < line.count {
                let sign = line[column]
                switch sign {
                case Sign.space, Sign.tab, Sign.end: break
                case Sign.hash where column == 0 || line[column - 1] == Sign.space: column = line.count
                case Sign.brace, Sign.bracket:
                    depth += 1
                    isName = depth == 1
                case Sign.closingBrace, Sign.closingBracket:
                    depth -= 1
                    if depth == 0 { return places }
                case Sign.comma: isName = depth == 1
                default:
                    if isName, let place = name(at: (index, column)) {
                        places.append(place)
                        column = place.columns.upperBound - 1
                    } else if sign == Sign.doubleQuote || sign == Sign.quote {
                        column = (quoted(line, column)?.end ?? line.count) - 1
                    }
                    isName = false
                }
                column += 1
            }
        }
        return places
    }

    /// The name at a place: a text with or without quotation marks, before a colon.
    private func name(at place: (line: Int, column: Int)) -> Place? {
        let line = lines[place.line]
        if line[place.column] == Sign.doubleQuote || line[place.column] == Sign.quote {
            return quoted(line, place.column).map {
                Place(name: $0.text, line: place.line, columns: place.column..<$0.end)
            }
        }
        let end = line.indices.dropFirst(place.column).first { index in
            line[index] == Sign.colon
                && (index + 1 == line.count
                    || [Sign.space, Sign.tab, Sign.end, Sign.comma, Sign.closingBrace].contains(line[index + 1]))
        }
        guard var end else { return nil }
        while end > place.column, line[end - 1] == Sign.space { end -= 1 }
        let name = String(decoding: line[place.column..<end], as: UTF8.self)
        return Place(name: name, line: place.line, columns: place.column..<end)
    }

    /// A text with quotation marks in one line, and the column behind it.
    private func quoted(_ line: [UInt8], _ start: Int) -> (text: String, end: Int)? {
        var text: [UInt8] = []
        var column = start + 1
        while column < line.count {
            if line[column] == line[start] {
                guard line[start] == Sign.quote, column + 1 < line.count, line[column + 1] == Sign.quote else {
                    return (String(decoding: text, as: UTF8.self), column + 1)
                }
                column += 1
            } else if line[column] == Sign.backslash, line[start] == Sign.doubleQuote {
                column += 1
            }
            if column < line.count { text.append(line[column]) }
            column += 1
        }
        return nil
    }
}
