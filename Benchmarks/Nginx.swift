#if Tools
import Foundation

/// nginx on a loopback port, serving files from a directory of its own: one of 200 bytes, and some of which it has nothing
/// on the disk, 100 MB, 1 GB and 10 GB long. What is uploaded is read, and forgotten.
struct Nginx {
    struct NotStarted: Error, CustomStringConvertible {
        let description: String
    }

    let url: String

    /// Runs a server for the duration of `body`.
    static func withServer(body: (Nginx) async throws -> Void) async throws {
        let candidates = ["/usr/sbin/nginx", "/usr/bin/nginx", "/opt/homebrew/bin/nginx", "/usr/local/bin/nginx"]
        guard let path = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            throw NotStarted(description: "nginx is not installed; on Debian: apt-get install nginx-light")
        }
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        for name in ["file", "file-cached"] {
            try Data(repeating: UInt8(ascii: "x"), count: 200).write(to: directory.appendingPathComponent(name))
        }
        let sizes: [(String, UInt64)] = [("100mb", 100_000_000), ("1gb", 1_000_000_000), ("10gb", 10_000_000_000)]
        for (name, size) in sizes {
            let file = directory.appendingPathComponent("file-\(name)")
            try Data().write(to: file)
            try FileHandle(forWritingTo: file).truncate(atOffset: size)
        }
        let port = Int.random(in: 20_000..<30_000)
        let configuration = """
            daemon off; pid \(directory.path)/pid; error_log \(directory.path)/error.log; worker_processes 1;
            events { worker_connections 4096; }
            http {
                access_log off; keepalive_requests 1000000000; keepalive_timeout 3600;
                client_body_temp_path \(directory.path)/body; proxy_temp_path \(directory.path)/proxy;
                fastcgi_temp_path \(directory.path)/fastcgi; uwsgi_temp_path \(directory.path)/uwsgi;
                scgi_temp_path \(directory.path)/scgi; sendfile on;
                proxy_cache_path \(directory.path)/cache keys_zone=talyn:1m;
                server {
                    listen 127.0.0.1:\(port) backlog=1024; root \(directory.path); client_max_body_size 0;
                    location /file-upload {
                        proxy_pass http://127.0.0.1:\(port)/file-sink; proxy_pass_request_body off;
                        proxy_set_header Content-Length "";
                    }
                    location /file-cached { expires 1d; }
                    location /file-proxied {
                        proxy_pass http://127.0.0.1:\(port)/file-cached; proxy_cache talyn; proxy_cache_valid 1d;
                    }
                    location /file-sink { return 200; }
                }
            }
            """
        let file = directory.appendingPathComponent("nginx.conf")
        try Data(configuration.utf8).write(to: file)
        let log = directory.appendingPathComponent("error.log")
        try await Child.with(path, ["-c", file.path, "-p", directory.path, "-e", log.path]) { _ in
            let pid = directory.appendingPathComponent("pid").path
            for _ in 0..<3_000 where !FileManager.default.fileExists(atPath: pid) {
                try await Task.sleep(for: .milliseconds(20))
            }
            guard FileManager.default.fileExists(atPath: pid) else {
                let text = try? String(contentsOf: log, encoding: .utf8)
                throw NotStarted(description: "nginx didn't start: \(text ?? "no log")")
            }
            try await body(Nginx(url: "http://127.0.0.1:\(port)/file"))
        }
    }
}
#endif
