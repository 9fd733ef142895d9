# The application of gunicorn. It writes the query of each request to a file.
import os

log = os.open(os.environ["SERVERS_LOG"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)


def app(environ, start_response):
    os.write(log, environ["QUERY_STRING"].encode() + b"\n")
    path = environ["PATH_INFO"]
    if path == "/upload":
        return answer(start_response, "413 Content Too Large", b"too large")
    while environ["wsgi.input"].read(65536):
        pass
    if path == "/refuse":
        return answer(start_response, "502 Bad Gateway", b"refused")
    if path == "/cut":
        start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "100000")])
        return cut()
    return answer(start_response, "200 OK", b"ok")


def answer(start_response, status, body):
    start_response(status, [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
    return [body]


def cut():
    yield b"x" * 1000
    raise RuntimeError("cut")
