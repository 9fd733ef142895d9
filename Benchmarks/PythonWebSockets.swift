#if Tools
import Foundation

/// The same echoes by Python's `websockets`, in a process of its own.
enum PythonWebSockets {
    /// A Python with `websockets`: the one that `TALYN_WEBSOCKETS_PYTHON` names, or that of Scripts/ci/weekly/websockets. Nil without one.
    static let python: String? = {
        let named = ProcessInfo.processInfo.environment["TALYN_WEBSOCKETS_PYTHON"]
        let path = named ?? ".build/ci/websockets/bin/python"
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    static func echo(_ work: WebSockets.Work, _ seconds: Double) async throws -> Sample {
        guard let python else { throw UnexpectedAnswer() }
        return try await EchoServer.withServer { port in
            let arguments = ["-c", program, "\(port)", "\(work.length)", "\(work.width)", "\(seconds)"]
            return try JSONDecoder().decode(Sample.self, from: try await Child.output(of: python, arguments))
        }
    }

    private static let program = """
        import asyncio, json, resource, sys, time
        from websockets.asyncio.client import connect

        port, length, width, seconds = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])

        def cpu():
            usage = resource.getrusage(resource.RUSAGE_SELF)
            return usage.ru_utime + usage.ru_stime

        def resident():
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

        async def main():
            async with connect(f"ws://127.0.0.1:{port}/", compression=None, max_size=None) as socket:
                message = b"x" * length
                for _ in range(20):
                    await socket.send(message)
                    await socket.recv()
                operations, start, cpu_at_start, resident_at_start = 0, time.monotonic(), cpu(), resident()
                for _ in range(width - 1):
                    await socket.send(message)
                while time.monotonic() - start < seconds or operations == 0:
                    await socket.send(message)
                    if len(await socket.recv()) != length:
                        sys.exit("The echo is another message.")
                    operations += 1
                elapsed = time.monotonic() - start
                print(json.dumps({
                    "operations": operations, "seconds": elapsed, "cpuSeconds": cpu() - cpu_at_start,
                    "residentMB": resident(), "growthMB": resident() - resident_at_start,
                }))
                for _ in range(width - 1):
                    await socket.recv()

        asyncio.run(main())
        """
}
#endif
