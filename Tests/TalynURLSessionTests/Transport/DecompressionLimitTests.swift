import TalynCore
import Testing

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
}
