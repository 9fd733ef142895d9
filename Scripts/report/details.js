const section = (title, ...children) => [element("h2", {}, title), ...children];

/// The words for what an exchange is within its call.
function labels(exchange) {
  const retry = exchange.attempt ? "attempt " + exchange.attempt : "retry";
  const titles = { first: "attempt 1", retry: retry + (exchange.reason ? ": " + exchange.reason : "") };
  return exchange.roles.map(role => ({ role, title: titles[role] || role }));
}

function connection(exchange) {
  const reused = (exchange.entry._talyn || {}).reused;
  const use = reused === true ? "reused" : reused === false ? "new" : "";
  const name = text(exchange.entry.connection);
  return [use, /^\d+$/.test(name) ? "port " + name : name].filter(part => part).join(", ");
}

function facts(exchange) {
  const response = exchange.entry.response || {}, own = exchange.entry._talyn || {};
  const resends = { redirect: "after a redirect", challenge: "to answer a challenge", repetition: "after a lost connection" };
  const pairs = [
    ["URL", exchange.url], ["Method", exchange.method],
    ["Status", exchange.status ? exchange.status + " " + text(response.statusText) : ""], ["Failure", exchange.failure],
    ["Target", exchange.target], ["Attempt", exchange.attempt || ""], ["Reason", exchange.reason],
    ["Sent again", exchange.roles.map(role => resends[role]).find(title => title) || ""], ["Cache", exchange.cache],
    ["Started", text(exchange.entry.startedDateTime)], ["Server", text(exchange.entry.serverIPAddress)],
    ["Connection", connection(exchange)], ["Protocol", text(response.httpVersion)],
    ["Redirects to", text(response.redirectURL)], ["Truncated", own.truncated ? "there was more than the recorded part" : ""],
  ];
  return table(pairs.filter(pair => pair[1] !== "" && pair[1] !== "unknown"));
}

/// Buttons for all exchanges of the call. The button of a new selection keeps the focus.
function exchangesOfCall(selected) {
  const members = selected.call.exchanges;
  const rows = members.slice(0, MOST).map(member => {
    const button = element("button", { type: "button", "aria-label": "Show exchange " + (member.index + 1), onclick: () => {
      reveal(member);
      $("details").querySelector("[aria-current]").focus();
    } }, "#" + (member.index + 1));
    if (member === selected) button.setAttribute("aria-current", "true");
    const titles = labels(member).map(label => label.title).join(", ");
    const status = element("span", { className: statusClass(member) }, text(member.status || member.failure || "failed"));
    return element("tr", {}, element("td", {}, button), element("td", {}, status), element("td", {}, titles),
      element("td", { className: "number" }, milliseconds(member.time)));
  });
  const more = members.length > MOST ? element("p", {}, "… " + (members.length - MOST) + " more") : null;
  return section("Exchanges of the call: " + members.length + ", " + milliseconds(selected.call.time),
    bars(members, axisOf([selected.call])), element("table", { className: "exchanges" }, ...rows), more);
}

function requestBody(exchange) {
  const sent = (exchange.entry.request || {}).postData || {};
  if (sent.text) return section("Body of the request", body(sent.text, sent.mimeType, encodingOf(sent)));
  return list(sent.params).length ? section("Body of the request", table(fields(sent.params))) : [];
}
const fields = value => list(value).map(field => [field.name, field.value]);

/// The title of a bar's part, with its colour.
const phase = part => element("span", {}, element("i", { className: part.name }), part.title);

function showDetails(exchange) {
  const panel = $("details");
  panel.hidden = !exchange;
  if (!exchange) { panel.replaceChildren(); return; }
  const request = exchange.entry.request || {}, response = exchange.entry.response || {}, content = response.content || {};
  const button = element("button", { type: "button", onclick: () => copy(curl(exchange), button) }, "Copy as cURL");
  const close = element("button", { type: "button", onclick: () => { select(undefined, false); $("scroller").focus(); } }, "Close");
  const children = [
    element("p", {}, button, " ", close),
    ...(isGroup(exchange.call) ? exchangesOfCall(exchange) : []),
    ...section(isGroup(exchange.call) ? "Exchange #" + (exchange.index + 1) : "Call", facts(exchange)),
    ...section("Time: " + milliseconds(exchange.time), bars([exchange], axisOf([exchange])),
      table(exchange.phases.map(part => [phase(part), milliseconds(part.length)]))),
    ...conversation(exchange),
    ...section("Header fields of the request", table(fields(request.headers))),
    ...requestBody(exchange),
    ...section("Header fields of the response", table(fields(response.headers))),
    ...(isSocket(exchange.entry) && exchange.status === 101 ? [] :
      section("Body of the response, " + bytes(exchange.size), body(content.text, content.mimeType, encodingOf(content)))),
  ];
  panel.replaceChildren(...children.filter(child => child));
  panel.scrollTop = 0;
}

function statistics(title, noun, property, members) {
  const groups = new Map();
  for (const member of members.filter(member => member[property])) {
    if (!groups.has(member[property])) groups.set(member[property], []);
    groups.get(member[property]).push(member);
  }
  if (!groups.size) return null;
  const names = [title, noun, "failures", "received", "median", "95 %", "99 %", "longest"];
  const percentile = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  const rows = [...groups].sort((one, other) => other[1].length - one[1].length).slice(0, MOST).map(([name, group]) => {
    const times = group.map(member => member.time).sort((a, b) => a - b);
    const size = received(group.flatMap(member => member.exchanges || member));
    const cells = [group.length, group.filter(isFailure).length, bytes(size),
      ...[0.5, 0.95, 0.99].map(share => milliseconds(percentile(times, share))), milliseconds(times[times.length - 1])];
    return element("tr", {}, element("th", { scope: "row" }, name),
      ...cells.map((cell, place) => element("td", { "data-title": names[place + 1] }, text(cell))));
  });
  const head = element("tr", {}, ...names.map(name => element("th", { scope: "col" }, name)));
  return element("table", { className: "totals" }, head, ...rows);
}

function showStatistics() {
  const tables = [statistics("Host", grouped.length ? "exchanges" : "calls", "host", exchanges),
    statistics("Target", "calls", "target", calls)];
  $("statistics").append(element("div", {}, ...tables));
}
