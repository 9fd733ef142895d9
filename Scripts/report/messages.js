/// The time since the request; NaN without a time.
const messageTime = (exchange, message) => typeof message.time === "number" ? message.time * 1000 - exchange.start : NaN;
const direction = message => message.type === "send" ? "sent" : "received";

/// The messages as marks on the time of the exchange: the sent ones above the received ones.
function track(exchange, rows) {
  const node = element("div", { className: "track" });
  const length = Math.max(exchange.time, ...rows.map(row => row.time).filter(time => time > 0), 1);
  for (const { message, time, row } of rows) {
    if (Number.isNaN(time)) continue;
    const mark = element("i", { className: direction(message), onclick: () => row.scrollIntoView({ block: "nearest" }),
      title: direction(message) + " after " + milliseconds(Math.max(0, time)) + ", " + bytes(messageLength(message)) });
    mark.style.left = "min(" + 100 * Math.max(0, time) / length + "%, 100% - 3px)";
    node.append(mark);
  }
  return node;
}

function messageContent(message) {
  const data = text(message.data), isCut = positive(message._length) ? quiet(" … of " + bytes(message._length)) : null;
  if (isBinary(message)) return element("td", {}, "binary, " + bytes(messageLength(message)), isCut);
  const isJSON = /^\s*[[{]/.test(data);
  if (data.length <= 80 && !data.includes("\n")) return element("td", {}, element("code", {}, data), isCut);
  const node = element("details", {}, element("summary", {}, element("code", {}, data.slice(0, 80) + "…")));
  node.addEventListener("toggle", () => {
    if (node.open && node.childNodes.length === 1) node.append(body(data, isJSON ? "application/json" : "text/plain"));
  });
  return element("td", {}, node, isCut);
}

/// The end of the connection in words.
function ending(exchange) {
  const own = exchange.entry._talyn || {}, close = own.close || {};
  if (own.truncated && own.messages) return "The recording has the first " + exchange.messages.length + " of " + own.messages + " messages.";
  if (close.error) return "The server violated the protocol: " + text(close.error);
  if (close.code) return "Closed by the " + text(close.by) + ", " + text(close.code) + (close.reason ? ": " + text(close.reason) : "");
  return exchange.failure ? "The connection ended: " + exchange.failure : "";
}

/// The messages of a WebSocket on a time line, and one below the other.
function conversation(exchange) {
  if (!isSocket(exchange.entry)) return [];
  const all = exchange.messages;
  const rows = all.slice(0, MOST).map(message => {
    const time = messageTime(exchange, message);
    const row = element("tr", {}, element("td", { className: "number" }, Number.isNaN(time) ? "" : milliseconds(Math.max(0, time))),
      element("td", { className: direction(message) }, (message.type === "send" ? "↑ " : "↓ ") + direction(message)), messageContent(message));
    return { message, time, row };
  });
  const more = all.length > MOST ? element("p", {}, "… " + (all.length - MOST) + " more") : null;
  const last = ending(exchange);
  return section("Messages: " + all.length, track(exchange, rows),
    element("table", { className: "messages" }, ...rows.map(row => row.row)), more, last ? element("p", {}, last) : null);
}
