"""nginx on loopback, and a server that never answers."""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.request

LARGE = 100_000_000

# `/upload` reads a whole body into memory before it answers. `/status` counts connections.
CONFIGURATION = """
daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 4096; }}
http {{
    access_log off; sendfile on; keepalive_requests 1000000000; keepalive_timeout 3600;
    client_max_body_size 0; client_body_buffer_size {buffer}; client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port} backlog=1024; root {folder}/files;
        location = /orders {{ default_type application/json; return 200 '{{"id":42,"total":"59.70"}}'; }}
        location = /upload {{
            proxy_pass http://127.0.0.1:{port}/empty; proxy_pass_request_body off; proxy_set_header Content-Length "";
        }}
        location = /empty {{ return 200; }}
        location = /status {{ stub_status; }}
    }}
}}
"""


def executable():
    """The path of nginx, or None."""
    places = ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin", "/usr/local/bin"]
    return shutil.which("nginx", path=os.pathsep.join([os.environ.get("PATH", ""), *places]))


def version():
    result = subprocess.run([executable(), "-v"], stderr=subprocess.PIPE, text=True, check=True)
    return result.stderr.strip().rpartition("/")[2]


class Nginx:
    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="compare-clients-")
        folder = pathlib.Path(self.folder.name)
        (folder / "files").mkdir()
        (folder / "files" / "file").write_bytes(b"x" * 200)
        with open(folder / "files" / "large", "wb") as large:
            large.truncate(LARGE)
        # A worker that gets the rights of another user has to read the files.
        for place in [folder, folder / "files"]:
            place.chmod(0o755)
        port = free_port()
        configuration = folder / "nginx.conf"
        configuration.write_text(CONFIGURATION.format(folder=folder, port=port, buffer=LARGE + 1))
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen([executable(), "-c", configuration, "-p", folder, "-e", folder / "error.log"])
        for _ in range(100):
            try:
                self.connections()
                return self
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.05)
        self.__exit__()
        raise SystemExit("nginx did not start. Its messages are above.")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()

    @contextlib.contextmanager
    def reloading(self):
        """Reloads the configuration twice a second, and lists the reloads. Each ends the worker's idle connections."""
        end = threading.Event()
        reloads = []

        def reload():
            while not end.wait(0.5):
                self.process.send_signal(signal.SIGHUP)
                reloads.append(time.monotonic())

        thread = threading.Thread(target=reload)
        thread.start()
        try:
            yield reloads
        finally:
            end.set()
            thread.join()

    def connections(self):
        """The number of connections that were opened so far, with the one of this question."""
        with urllib.request.urlopen(f"{self.url}/status", timeout=10) as response:
            return int(re.search(r"^\s*(\d+) \d+ \d+", response.read().decode(), re.MULTILINE)[1])


class SilentServer:
    """Accepts connections, and answers nothing."""

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.accepted = []
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def accept(self):
        while True:
            try:
                self.accepted.append(self.listener.accept()[0])
            except OSError:
                return

    def __exit__(self, *_):
        self.listener.close()
        for connection in self.accepted:
            connection.close()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]
