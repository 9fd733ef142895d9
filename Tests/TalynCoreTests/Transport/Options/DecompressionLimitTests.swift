import Testing

@testable import TalynCore
@testable import TalynURLSession

struct DecompressionLimitTests {
    @Test(
        arguments: [
            (.none, nil, nil), (.none, 5, nil), (.ratio(200), 5, 1000), (.ratio(200), 0, 0), (.ratio(200), nil, nil),
            (.ratio(200), -1, nil), (.ratio(2), .max, nil), (.size(7), nil, 7), (.size(7), 1_000, 7),
        ] as [(DecompressionLimit, Int64?, Int64?)]
    )
    func maximumIsThatOfTheLength(limit: DecompressionLimit, length: Int64?, maximum: Int64?) {
        #expect(limit.maximum(of: length) == maximum)
    }

    @Test(arguments: [.ratio(0), .ratio(-1), .size(0), .size(.min)] as [DecompressionLimit])
    func limitBelowOneIsRefused(limit: DecompressionLimit) {
        var options = TransportOptions()
        options.decompressionLimit = limit
        #expect(throws: TransportOptionsError.invalid(option: "decompressionLimit", problem: "is less than one")) {
            try options.check()
        }
    }

    @Test func limitIsTwoHundredfoldAtFirst() throws {
        try TransportOptions().check()
        #expect(TransportOptions().decompressionLimit == .ratio(200))
    }
}
