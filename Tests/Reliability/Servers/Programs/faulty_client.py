"""A client of Autobahn's fuzzing server that can have a fault, to see that the suite finds it. Scripts/autobahn runs it.

Usage: faulty_client.py PORT REPORT, for a client without a fault, one that answers no pings, and one that doesn't check its text. It fails
unless each has the verdicts that belong to its fault.
"""
import base64, json, os, socket, struct, sys

PINGS = ["2.2"]
TEXTS = ["6.3.1"]
OTHERS = ["1.1.2", "6.2.1"]
CLOSE, PING, PONG = 8, 9, 10


class Connection:
    def __init__(self, port, path):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        fields = ["Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", *fields, "", ""]
        self.socket.sendall("\r\n".join(lines).encode())
        self.bytes = b""
        while b"\r\n\r\n" not in self.bytes:
            self.fill()
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        if b" 101 " not in head:
            sys.exit(f"{path} is refused.")

    def fill(self):
        more = self.socket.recv(65536)
        if not more:
            raise EOFError
        self.bytes += more

    def read(self, length):
        while len(self.bytes) < length:
            self.fill()
        part, self.bytes = self.bytes[:length], self.bytes[length:]
        return part

    def frame(self):
        first, length = self.read(2)
        if length == 126:
            length, = struct.unpack("!H", self.read(2))
        elif length == 127:
            length, = struct.unpack("!Q", self.read(8))
        return first & 0x80 != 0, first & 0x0F, self.read(length)

    def send(self, opcode, data):
        length = len(data)
        size = bytes([0x80 | length]) if length < 126 else b"\xfe" + struct.pack("!H", length)
        mask = os.urandom(4)
        self.socket.sendall(bytes([0x80 | opcode]) + size + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))

    def messages(self, fault=None):
        """The opcodes and the contents of the messages, up to the end."""
        opcode, content = 0, b""
        try:
            while True:
                is_final, kind, data = self.frame()
                if kind == CLOSE:
                    return self.send(CLOSE, data)
                if kind == PING and fault != "pings":
                    self.send(PONG, data)
                if kind in (PING, PONG):
                    continue
                opcode, content = kind or opcode, content + data
                if not is_final:
                    continue
                if opcode == 1 and fault != "texts":
                    try:
                        content.decode()
                    except UnicodeDecodeError:
                        return self.send(CLOSE, struct.pack("!H", 1007))
                yield opcode, content
                content = b""
        except (EOFError, ConnectionError):
            return


def ask(port, path):
    return [content for _, content in Connection(port, path).messages()]


def numbers(port, names):
    """The numbers of the cases."""
    found = {}
    for number in range(1, int(ask(port, "/getCaseCount")[0]) + 1):
        name = json.loads(ask(port, f"/getCaseInfo?case={number}")[0])["id"]
        if name in names:
            found[name] = number
        if len(found) == len(names):
            return found
    sys.exit(f"The suite has only the cases {found}.")


def main():
    port, report = int(sys.argv[1]), sys.argv[2]
    cases = numbers(port, PINGS + TEXTS + OTHERS)
    expected = {None: [], "pings": PINGS, "texts": TEXTS}
    for fault in expected:
        agent = f"without-{fault}" if fault else "faultless"
        for number in cases.values():
            connection = Connection(port, f"/runCase?case={number}&agent={agent}")
            for opcode, content in connection.messages(fault):
                connection.send(opcode, content)
            connection.socket.close()
        ask(port, f"/updateReports?agent={agent}")
        with open(report) as file:
            verdicts = json.load(file)[agent]
        failed = sorted(name for name, verdict in verdicts.items() if verdict["behavior"] == "FAILED")
        print(f"{agent}: {', '.join(failed) or 'no case'} of {len(verdicts)} failed")
        if failed != expected[fault] or len(verdicts) != len(cases):
            sys.exit(f"The verdicts of {agent} aren't those of its fault.")


main()
