#if Tools
import Testing

@testable import TalynOpenAPI

struct SchemaNameTests {
    private func names(_ schemas: [String], title: String = "Shop", _ client: String = "Client") -> [String: String] {
        let rules = SchemaNames(schemas, context: [title, client])
        return Dictionary(uniqueKeysWithValues: schemas.map { ($0, rules.name(of: $0, taken: NameScope())) })
    }

    @Test func qualifiedNameLosesItsPackages() {
        let names = names(["io.k8s.api.core.v1.PodList", "com.example.Foo", "Acme.Models.User", "v2.Job", "a/b/Part"])
        #expect(names.values.sorted() == ["Foo", "Job", "Part", "PodList", "User"])
    }

    @Test func collidingNamesAreAsLongAsNeededInAnyOrder() {
        let schemas = [
            "io.k8s.api.core.v1.Event", "io.k8s.api.events.v1.Event", "io.k8s.api.core.v1.Pod", "v1.Event", "Event",
        ]
        let expected = ["CoreV1Event", "EventsV1Event", "Pod", "V1Event", "Event"]
        for shift in schemas.indices {
            let order = schemas[shift...] + schemas[..<shift]
            let names = names(Array(order))
            #expect(schemas.map { names[$0] } == expected)
            #expect(schemas.reversed().map { names[$0] } == expected.reversed())
        }
    }

    @Test func addedSchemaChangesOnlyNamesThatItHas() {
        let schemas = ["a.v1.Event", "a.v1.Pod", "a.v1.Job"]
        #expect(
            names(schemas + ["b.v1.Pod"])
                == names(schemas).merging(["a.v1.Pod": "AV1Pod", "b.v1.Pod": "BV1Pod"]) { $1 }
        )
    }

    /// Names with a dot that aren't qualified types, as those of Stripe.
    @Test(arguments: ["issuing.card", "Orders.create", "checkout.session", "DDBC.Timer", "a.", ".", "v1.2"])
    func otherNameIsWhole(_ name: String) {
        #expect(names([name]) == [name: SwiftName.type(name)])
    }

    @Test func shortNameHidesNoTypeOfSwiftOrTalyn() {
        let names = names(["acme.v1.Error", "acme.v1.Response", "acme.v1.Type", "acme.v1.2fa", "acme.v1.Self"])
        #expect(names.values.sorted() == ["AcmeV1_2fa", "V1Error", "V1Response", "V1Self", "V1Type"])
    }

    @Test func typeInsideAnotherKeepsItsName() {
        let names = names(["com.example.User", "com.example.User.Address"])
        #expect(names.values.sorted() == ["User", "UserAddress"])
    }

    @Test func genericTypeHasItsArguments() {
        #expect(names(["com.example.Page<User>"]).values.first == "PageUser")
        #expect(names(["Acme.Api.Result[Acme.Api.User]"]).values.first == "ResultAcmeAPIUser")
        #expect(names(["Page«User»"]).values.first == "PageUser")
    }

    @Test func sharedPrefixGoes() {
        #expect(
            names(["GithubApi_User", "GithubApi_Repo", "GithubApi_Error"]).values.sorted() == [
                "GithubAPIError", "Repo", "User",
            ]
        )
        let many = (0..<9).map { "AcmeThing\($0)x" } + ["Problem"]
        #expect(names(many).values.sorted() == ["Problem"] + (0..<9).map { "Thing\($0)x" })
        // Too few, and too different.
        #expect(names(Array(many.prefix(5)))["AcmeThing0x"] == "AcmeThing0x")
        #expect(names(many + ["Other", "Another"])["AcmeThing0x"] == "AcmeThing0x")
    }

    @Test func titleOfTheDocumentIsAPrefixOfThree() {
        let schemas = ["WeatherAlert", "WeatherStation", "WeatherForecast"]
        #expect(names(schemas, title: "Weather API v2").values.sorted() == ["Alert", "Forecast", "Station"])
        #expect(names(schemas, "Weather").values.sorted() == ["Alert", "Forecast", "Station"])
        #expect(names(schemas)["WeatherAlert"] == "WeatherAlert")
    }

    @Test func schemaIsNoPrefixOfOthers() {
        let schemas = ["Order", "OrderItem", "OrderLine"] + (0..<10).map { "OrderPart\($0)x" }
        #expect(names(schemas, title: "Order")["OrderItem"] == "OrderItem")
    }

    @Test func sharedDTOGoes() {
        #expect(names(["UserDto", "OrderDTO", "SetDto"]).values.sorted() == ["Order", "SetDto", "User"])
        #expect(names(["UserDto", "Order", "ItemDto"])["UserDto"] == "UserDto")
    }
}

struct KeptNameTests {
    private func document(_ schemas: [String], _ operations: [String] = []) -> String {
        let paths = operations.enumerated().map {
            "  /p\($0): {get: {tags: [books], operationId: \($1), responses: {}}}\n"
        }
        let types = schemas.map { "    \($0): {type: object, properties: {a: {type: string}}}\n" }
        return
            "openapi: 3.0.0\ninfo: {title: T, version: '1'}\npaths:\n\(paths.joined())components:\n  schemas:\n\(types.joined())"
    }

    private func generate(_ document: String, after earlier: Generated? = nil) throws -> Generated {
        try Generated(document) { $0.keptNames = KeptNames(text: earlier?.output.files["ShopNames.swift"] ?? "") }
    }

    @Test func namesStayWhenTheDocumentAddsOthers() throws {
        let first = try generate(document(["a.v1.Event", "Error"], ["books-list"]))
        #expect(first.has("struct Event:"))
        #expect(first.has("public func list("))
        let second = try generate(
            document(["b.v1.Event", "a.v1.Event", "Error"], ["books-list", "list"]),
            after: first
        )
        #expect(second.has("struct Event:"))
        #expect(second.has("struct BV1Event:"))
        #expect(second.has("struct ShopError:"))
        #expect(second.output.files["ShopNames.swift"]?.contains("// type \"a.v1.Event\": Event\n") == true)
        #expect(second.output.files["ShopNames.swift"]?.contains("// function \"GET /p0\": BooksAPI.list\n") == true)
        #expect(second.has("public func list2("))
        // The first document again gives the first sources again.
        #expect(
            try generate(document(["a.v1.Event", "Error"], ["books-list"]), after: second).output.files
                == first.output.files
        )
        // Without the file, the rules hold.
        let other = try generate(document(["b.v1.Event", "a.v1.Event"]))
        #expect(other.has("struct AV1Event:"))
    }

    @Test func sameDocumentKeepsItsSources() throws {
        let text = document(["a_b", "a-b", "aB", "x.y.Z", "String"], ["books", "list", "list-books", "'a\\\"'"])
        let first = try generate(text)
        #expect(try generate(text, after: first).output.files == first.output.files)
    }

    @Test func choicesComeBeforeKeptNames() throws {
        let first = try generate(document(["a.v1.Event"]))
        let second = try Generated(document(["a.v1.Event"])) {
            $0.keptNames = KeptNames(text: first.output.files["ShopNames.swift"] ?? "")
            $0.types = ["a.v1.Event": "Happening"]
        }
        #expect(second.has("struct Happening:"))
        #expect(!second.has("struct Event:"))
    }

    @Test func oddNamesAreReadAgain() {
        var names = KeptNames()
        for name in ["a\"b\\", "\n// type \"x\": Y", "\u{301}", "\"\u{301}", "\u{85}\u{202E}", "größe", ": ", ""] {
            names.types[name] = "A"
        }
        names.functions["GET /{a}"] = "BooksAPI.list"
        #expect(KeptNames(text: names.lines.joined(separator: "\n")) == names)
    }

    @Test func brokenLinesAreIgnored() {
        let lines = [
            "// type", "// type \"a", "// type \"a\"", "// type \"a\": ", "// type \"a\": B { }",
            "// type \"\\u{D800}\": A",
        ]
        for line in lines { #expect(KeptNames(text: line) == KeptNames(), "\(line)") }
    }
}
#endif
