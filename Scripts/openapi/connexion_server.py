"""Serves Examples/Bookshop/bookshop.yaml with connexion, which validates each request and each response by the document.

usage: connexion_server.py DOCUMENT FILE

FILE gets the base URL of the server. connexion reads OpenAPI 3.0, so the words of 3.1 that the document has are translated. It reads
no deepObject in forms, so the script hands it such a member as JSON.
"""

import asyncio
import contextlib
import json
import socket
import sys
import urllib.parse


def translated(node):
    """The document in the words of OpenAPI 3.0."""
    if isinstance(node, list):
        return [translated(element) for element in node]
    if not isinstance(node, dict):
        return node
    node = {key: translated(value) for key, value in node.items()}
    if isinstance(node.get("type"), list):
        types = [name for name in node["type"] if name != "null"]
        node |= {"type": types[0], "nullable": True}
    if node.get("type") == "null":
        # In 3.0, null needs a type beside it.
        node = {"type": "object", "nullable": True, "enum": [None]}
    if "const" in node:
        node["enum"] = [node.pop("const")]
    if node.pop("x-multi-segment", False):
        node["schema"] = {"type": "string", "format": "path"}
    return node


BOOK = {
    "isbn": "1", "title": "A Book of Tea", "genre": "cooking", "authors": [{"id": 7, "name": "Ada", "born": "1815-12-10"}],
    "published_on": "2024-02-29", "price": 19.5, "discount": {"kind": "amount", "amount": 2.5, "until": "2024-03-01T12:00:00Z"},
    "subtitle": None, "updated_at": "2024-03-01T12:00:00.5Z", "ratings": {"ada": 5},
}
ORDER = {"id": 1, "status": "paid", "created": 1700000000, "isbns": ["1"]}
EVENTS = [{"type": "status", "status": "sent"}, {"type": "place", "place": "Bern", "at": "2024-03-01T12:00:00Z"}]
JSON = {"Content-Type": "application/json"}
ANSWERS = {
    "books/list": ([BOOK], 200, JSON),
    "books/add": (BOOK | {"discount": None}, 201, JSON),
    "books/get": (BOOK, 200, JSON),
    "books/update": (BOOK, 200, JSON),
    "books/remove": (None, 204, {}),
    "books/get-cover": (b"JPEG", 200, {"Content-Type": "image/jpeg"}),
    "books/set-cover": (None, 204, {}),
    "shelves/get": ({"name": "a", "shelves": [{"name": "b", "shelves": [], "books": [BOOK]}]}, 200, JSON),
    "authors/get": (BOOK["authors"][0] | {"mentor": {"id": 8, "name": "Mary"}}, 200, JSON),
    "orders/list": ({"orders": [ORDER], "next_cursor": None}, 200, JSON),
    "orders/create": (ORDER, 201, JSON),
    "orders/watch": (
        "".join(f"data: {json.dumps(event)}\n\n" for event in EVENTS), 200, {"Content-Type": "text/event-stream"}
    ),
    "orders/export": (f"{json.dumps(ORDER)}\n" * 2, 200, {"Content-Type": "application/jsonl"}),
}
called = set()


def token_info(token):
    """The owner of a token; connexion refuses a request without one."""
    return {"sub": "customer"} if token == "s3cr3t" else None


class BracketsToJSON:
    """Replaces `address[city]=Bern` in a form by `address={"city": "Bern"}`."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        fields = dict(scope.get("headers", []))
        if fields.get(b"content-type", b"").startswith(b"application/x-www-form-urlencoded"):
            body, is_open = b"", True
            while is_open:
                message = await receive()
                body, is_open = body + message.get("body", b""), message.get("more_body", False)
            pairs, objects = [], {}
            for name, value in urllib.parse.parse_qsl(body.decode(), strict_parsing=True):
                root, bracket, member = name.partition("[")
                if bracket:
                    objects.setdefault(root, {})[member.removesuffix("]")] = value
                else:
                    pairs.append((name, value))
            pairs += [(name, json.dumps(members)) for name, members in objects.items()]
            body = urllib.parse.urlencode(pairs).encode()
            fields[b"content-length"] = str(len(body)).encode()
            scope = scope | {"headers": list(fields.items())}
            parts = iter([{"type": "http.request", "body": body, "more_body": False}])
            original = receive

            async def receive():
                return next(parts, None) or await original()

        await self.app(scope, receive, send)


def handler(operation):
    def answer(**arguments):
        called.add(operation)
        return ANSWERS[operation]

    return answer


def main():
    import connexion
    import uvicorn
    import yaml
    from connexion.resolver import Resolver

    with open(sys.argv[1], encoding="utf-8") as file:
        document = translated(yaml.safe_load(file))
    document["openapi"] = "3.0.3"
    document["servers"] = [{"url": "/v1"}]
    # connexion needs the media type of a member that is JSON, also where it is the default.
    cover = document["paths"]["/books/{isbn}/cover"]["put"]["requestBody"]["content"]["multipart/form-data"]
    cover["encoding"]["crop"] = {"contentType": "application/json"}
    order = document["paths"]["/orders"]["post"]["requestBody"]["content"]["application/x-www-form-urlencoded"]
    order["encoding"]["address"] = {"contentType": "application/json"}
    document["components"]["securitySchemes"]["token"]["x-bearerInfoFunc"] = "connexion_server.token_info"
    app = connexion.AsyncApp(__name__)
    app.add_api(
        document, resolver=Resolver(handler), validate_responses=True, strict_validation=True, pythonic_params=False
    )
    listener = socket.create_server(("127.0.0.1", 0))
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(f"http://127.0.0.1:{listener.getsockname()[1]}/v1")
    server = uvicorn.Server(uvicorn.Config(BracketsToJSON(app), log_level="info", timeout_graceful_shutdown=1))
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(server.serve(sockets=[listener]))
    missing = sorted(set(ANSWERS) - called)
    print(f"{len(called)} of {len(ANSWERS)} operations called", *missing)


if __name__ == "__main__":
    main()
