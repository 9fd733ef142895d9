#if Tools && os(Linux)
import Foundation

#if canImport(Musl)
import Musl
#else
import Glibc
#endif

extension ServerDefinition {
    static let nginx = ServerDefinition(
        name: "nginx",
        program: { _ in ServerTools.first(of: ["/usr/sbin/nginx"]) },
        version: { program, _ in [program, "-v"] },
        installation: "apt-get install nginx-light",
        files: { place in
            let listen = place.isSecure ? "listen \(place.address) ssl http2;" : "listen \(place.address);"
            let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
                .map { "\($0)_temp_path \(place.path($0));" }.joined(separator: " ")
            return [
                "nginx.conf": """
                daemon off; worker_processes 2; pid \(place.path("pid")); error_log stderr crit;
                events { worker_connections 512; }
                http {
                    \(temporary)
                    log_format numbers '$args'; access_log \(place.path("access.log")) numbers;
                    \(place.line(.fewRequests, "keepalive_requests 50;"))
                    \(place.line(.shortIdle, "keepalive_timeout 1s;"))
                    client_max_body_size 1m;
                    server {
                        \(listen)
                        ssl_certificate \(place.path("cert.pem")); ssl_certificate_key \(place.path("key.pem"));
                        location /ok { return 200 "ok"; }
                        location /upload { proxy_pass http://127.0.0.1:\(place.cuttingPort); }
                        location /cut { proxy_pass http://127.0.0.1:\(place.cuttingPort); }
                        location /refuse { proxy_pass http://127.0.0.1:\(place.closedPort); }
                    }
                }
                """
            ]
        },
        arguments: { ["-p", $0.folder.path, "-e", "stderr", "-c", $0.path("nginx.conf")] },
        reload: .signal(SIGHUP),
        stop: SIGQUIT
    )

    static let apache = ServerDefinition(
        name: "Apache httpd",
        program: { _ in ServerTools.first(of: ["/usr/sbin/apache2"]) },
        version: { program, _ in [program, "-v"] },
        installation: "apt-get install apache2-bin",
        files: { place in
            let modules = [
                "mpm_event", "authz_core", "alias", "lua", "proxy", "proxy_http", "ssl", "http2", "socache_shmcb",
            ]
            let loading = modules.map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so" }
                .joined(separator: "\n")
            let tls = """
                SSLEngine on
                SSLCertificateFile \(place.path("cert.pem"))
                SSLCertificateKeyFile \(place.path("key.pem"))
                Protocols h2 http/1.1
                """
            return [
                "ok.lua": """
                function handle(r)
                    if r.uri == "/upload" then return 413 end
                    r.content_type = "text/plain"
                    if r.method ~= "GET" then r:requestbody() end
                    r:write("ok")
                    return apache2.OK
                end
                """,
                "apache.conf": """
                ServerRoot \(place.folder.path)
                ServerName localhost
                DefaultRuntimeDir \(place.folder.path)
                PidFile \(place.path("pid"))
                Listen \(place.address)
                \(loading)
                User www-data
                Group www-data
                ErrorLog \(place.path("error.log"))
                LogLevel crit
                LogFormat "%q" numbers
                CustomLog \(place.path("access.log")) numbers
                \(place.line(.fewRequests, "MaxKeepAliveRequests 50"))
                \(place.line(.shortIdle, "KeepAliveTimeout 1"))
                \(place.isSecure ? tls : "")
                LuaMapHandler /ok \(place.path("ok.lua"))
                LuaMapHandler /upload \(place.path("ok.lua"))
                ProxyPass /cut http://127.0.0.1:\(place.cuttingPort)/ disablereuse=On
                ProxyPass /refuse http://127.0.0.1:\(place.closedPort)/ disablereuse=On
                """,
            ]
        },
        arguments: { ["-d", $0.folder.path, "-f", $0.path("apache.conf"), "-DFOREGROUND", "-k", "start"] },
        reload: .signal(SIGUSR1),
        stop: SIGWINCH
    )

    static let haproxy = ServerDefinition(
        name: "HAProxy",
        program: { _ in ServerTools.first(of: ["/usr/sbin/haproxy"]) },
        version: { program, _ in [program, "-v"] },
        installation: "apt-get install haproxy",
        files: { place in
            let tls = place.isSecure ? " ssl crt \(place.path("both.pem")) alpn h2,http/1.1" : ""
            return [
                "haproxy.cfg": """
                global
                    log stdout format raw local0
                    stats socket \(place.path("socket")) expose-fd listeners
                defaults
                    mode http
                    log global
                    log-format "%HU %B"
                    timeout connect 5s
                    timeout client 50s
                    timeout server 50s
                    \(place.line(.shortIdle, "timeout http-keep-alive 1s"))
                    retries 0
                frontend all
                    bind \(place.address)\(tls)
                    \(place.line(.fewRequests, "http-after-response set-header connection close if { rand(50) eq 0 }"))
                    http-request return status 413 content-type text/plain string "too large" if { path /upload }
                    http-request wait-for-body time 10s if METH_POST or METH_PUT
                    http-request return status 200 content-type text/plain string "ok" if { path /ok }
                    use_backend cut if { path /cut }
                    default_backend refuse
                backend cut
                    server upstream 127.0.0.1:\(place.cuttingPort)
                backend refuse
                    server upstream 127.0.0.1:\(place.closedPort)

                """
            ]
        },
        arguments: { ["-W", "-f", $0.path("haproxy.cfg")] },
        log: "output",
        reload: .signal(SIGUSR2),
        gaps: [
            Gap(scenario: .fewRequests, wire: .http2, reason: "It has no such setting for HTTP/2.")
        ]
    )

    static let caddy = ServerDefinition(
        name: "Caddy",
        program: { _ in ServerTools.first(of: ["/usr/bin/caddy"]) },
        version: { program, _ in [program, "version"] },
        installation: "apt-get install caddy",
        files: { place in
            let site = place.isSecure ? "https://" : "http://"
            let tls = place.isSecure ? "tls \(place.path("cert.pem")) \(place.path("key.pem"))" : ""
            let idle = place.line(.shortIdle, "servers {\n timeouts {\n idle 1s\n }\n }")
            return [
                "Caddyfile": """
                {
                    admin unix/\(place.path("socket"))
                    auto_https off
                    storage file_system \(place.path("storage"))
                    \(idle)
                }
                \(site)\(place.address) {
                    \(tls)
                    log {
                        output file \(place.path("access.log"))
                    }
                    handle /cut {
                        reverse_proxy 127.0.0.1:\(place.cuttingPort)
                    }
                    handle /refuse {
                        reverse_proxy 127.0.0.1:\(place.closedPort)
                    }
                    handle /upload {
                        respond "too large" 413
                    }
                    handle {
                        respond "ok" 200
                    }
                }
                """
            ]
        },
        arguments: { ["run", "--adapter", "caddyfile", "--config", $0.path("Caddyfile")] },
        environment: { place in
            Dictionary(
                uniqueKeysWithValues: ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"].map { ($0, place.folder.path) }
            )
        },
        reload: .command { place in
            [
                "reload", "--force", "--adapter", "caddyfile", "--config", place.path("Caddyfile"), "--address",
                "unix/\(place.path("socket"))",
            ]
        },
        gaps: [Gap(scenario: .fewRequests, reason: "It has no such setting.")],
        // It answers a request before it has the body, and resets the stream. SwiftNIO ends a connection after 200 resets in
        // 30 seconds. AsyncHTTPClient doesn't let a program change that.
        silentEnds: [.one, .four, .many, .cut, .refusal, .reload]
    )
}
#endif
