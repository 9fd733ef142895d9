#if Tools
import Talyn
import Testing

@testable import TalynCLI

struct ProgressBarTests {
    private func line(_ completed: Int64, of total: Int64?, at throughput: Double = 0, width: Int) -> String {
        let progress = TransferProgress(completed: completed, total: total, throughput: throughput)
        return ProgressBar(name: "video.mp4", progress: progress).line(width: width)
    }

    @Test func lineHasNameBarAndFigures() {
        #expect(
            line(4_200_000, of: 10_000_000, at: 1_450_000, width: 80)
                == "video.mp4  [=======>           ]   42 %  4.2 MB of 10 MB  1.4 MB/s  4s left"
        )
    }

    @Test func barBeginsEmptyAndEndsFull() {
        #expect(line(0, of: 1000, width: 72) == "video.mp4  [>          ]    0 %  0 bytes of 1 kB")
        #expect(line(1000, of: 1000, width: 72) == "video.mp4  [===========]  100 %  1 kB of 1 kB")
    }

    @Test func nameThenBarThenFiguresGiveWay() {
        let lines = [70, 60, 50, 35, 25, 5].map { line(5_000_000, of: 10_000_000, at: 1_000_000, width: $0) }
        #expect(
            lines == [
                "[==========>         ]   50 %  5 MB of 10 MB  1 MB/s  5s left",
                "[=====>    ]   50 %  5 MB of 10 MB  1 MB/s  5s left",
                " 50 %  5 MB of 10 MB  1 MB/s  5s left",
                " 50 %  5 MB of 10 MB  1 MB/s",
                " 50 %  5 MB of 10 MB",
                " 50 %",
            ]
        )
    }

    @Test func withoutATotalThereIsNoBar() {
        #expect(line(5_000_000, of: nil, at: 1_000_000, width: 80) == "5 MB  1 MB/s")
    }

    @Test(arguments: 0...200) func noLineIsWiderThanTheTerminal(width: Int) {
        for completed in [0, 1, 333_333_333, 1_000_000_000] as [Int64] {
            for total in [nil, 1_000_000_000] as [Int64?] {
                #expect(line(completed, of: total, at: 12_345_678, width: width).count <= width)
            }
        }
    }

    @Test func figuresThatCannotBeAreShownAsWell() {
        #expect(line(20, of: 10, at: 1e300, width: 80).contains("100 %"))
        #expect(line(0, of: 0, width: 80).contains("100 %"))
    }
}
#endif
