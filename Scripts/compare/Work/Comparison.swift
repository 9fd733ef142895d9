#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The work of one process: MEASUREMENT SERVER SECONDS COUNT. It prints its sample.
enum Comparison<C: Client> {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let seconds = Double(arguments[3]), let count = Int(arguments[4]) else {
            print("usage: \(arguments[0]) get|get-many|post-many|download|upload|wait SERVER SECONDS COUNT")
            exit(2)
        }
        let client = try C(server: arguments[2])
        let sample: Sample? =
            switch arguments[1] {
            case "get": await repeated(1, seconds) { try await get(client) }
            case "get-many": await repeated(count, seconds) { try await get(client) }
            case "post-many": await repeated(count, seconds) { try await post(client) }
            case "download": await repeated(1, seconds, warmUp: 1) { try await download(client, count) }
            case "upload": await upload(client, count, seconds)
            case "wait": await waiting(client, count)
            default: nil
            }
        print(sample?.text ?? "failure=unknown measurement")
        // Waiting calls end with the process.
        fflush(nil)
        exit(sample == nil ? 2 : 0)
    }

    /// Calls one after another in each of `width` tasks.
    private static func repeated(
        _ width: Int,
        _ seconds: Double,
        warmUp: Int = 200,
        _ call: @escaping @Sendable () async throws -> Void
    ) async -> Sample {
        _ = await round(width, .calls(max(1, warmUp / width)), call)
        var sample = Sample()
        let counts = await round(width, .until(.now + .seconds(seconds)), call)
        sample.stop(counts)
        return sample
    }

    private enum End {
        case calls(Int)
        case until(ContinuousClock.Instant)

        func isReached(_ calls: Int) -> Bool {
            switch self {
            case .calls(let count): calls >= count
            case .until(let end): .now >= end
            }
        }
    }

    private static func round(
        _ width: Int,
        _ end: End,
        _ call: @escaping @Sendable () async throws -> Void
    ) async -> Counts {
        await withTaskGroup(of: Counts.self) { group in
            for _ in 0..<width {
                group.addTask {
                    var counts = Counts()
                    repeat {
                        do {
                            try await call()
                            counts.calls += 1
                        } catch {
                            counts.add(error)
                        }
                        // A client that fails each call ends soon.
                    } while !end.isReached(counts.calls + counts.failures) && counts.failures < 100
                    return counts
                }
            }
            return await group.reduce(into: Counts()) { $0 += $1 }
        }
    }

    private static func get(_ client: C) async throws {
        guard try await client.get("file") == 200 else { throw UnexpectedAnswer() }
    }

    private static func post(_ client: C) async throws {
        guard try await client.post(Order()).id == 42 else { throw UnexpectedAnswer() }
    }

    private static func download(_ client: C, _ size: Int) async throws {
        guard try await client.get("large") == size else { throw UnexpectedAnswer() }
    }

    private static func upload(_ client: C, _ size: Int, _ seconds: Double) async -> Sample {
        let payload = C.payload(of: size)
        return await repeated(1, seconds, warmUp: 1) { try await client.upload(payload) }
    }

    /// Starts calls that the server holds, and measures the memory that they take.
    private static func waiting(_ client: C, _ count: Int) async -> Sample {
        let failed = Tally()
        func start(_ count: Int) {
            for _ in 0..<count {
                Task {
                    do { try await get(client) } catch { await failed.add(error) }
                }
            }
        }
        // The first calls set up what all others share.
        start(100)
        await settle()
        let before = Resources.resident
        var sample = Sample()
        start(count)
        await settle()
        var counts = await failed.counts
        counts.calls = count
        sample.stop(counts)
        sample.grown = Resources.resident - before
        return sample
    }

    /// Waits until the memory of the process stays the same for a second, for 20 seconds at most.
    private static func settle() async {
        var last = 0
        var unchanged = 0
        for _ in 0..<200 where unchanged < 10 {
            try? await Task.sleep(for: .milliseconds(100))
            let resident = Resources.resident
            unchanged = resident == last ? unchanged + 1 : 0
            last = resident
        }
    }
}
