import Testing

@testable import TalynTransportOptions

struct DecompressionLimitTests {
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
