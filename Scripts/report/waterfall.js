const MOST_BARS = 100;

/// A lane for each exchange, so that exchanges at the same time stand one below the other.
function lanes(members) {
  const ends = [];
  const places = members.map(member => {
    const free = ends.findIndex(finish => finish <= member.start + TOLERANCE);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = end(member);
    return lane;
  });
  return { places, count: ends.length };
}

function bar(part, offset, axis) {
  const node = element("i", { className: part.name, title: part.title + " " + milliseconds(part.length) });
  node.style.left = "min(" + 100 * (offset - axis.start) / axis.length + "%, 100% - 2px)";
  node.style.width = 100 * part.length / axis.length + "%";
  return node;
}

function cacheMark(exchange, offset, axis) {
  const node = element("b", { title: "answered by a cache: " + exchange.cache });
  node.style.left = "min(" + 100 * (offset - axis.start) / axis.length + "%, 100% - 10px)";
  return node;
}

/// The bars of one exchange. A cache answers without a server, so its answer has a mark.
function exchangeBars(exchange, axis) {
  const whole = { name: "wait", title: PHASES.wait, length: exchange.time };
  const parts = exchange.phases.length || exchange.cache ? exchange.phases : [whole];
  const nodes = [];
  let offset = exchange.start;
  for (const part of parts) {
    nodes.push(bar(part, offset, axis));
    offset += part.length;
  }
  if (exchange.cache) nodes.push(cacheMark(exchange, offset, axis));
  return nodes;
}

function bars(members, axis) {
  const node = element("div", { className: "bars" });
  if (members.length > MOST_BARS) {
    const whole = members[0].call;
    node.append(bar({ name: "wait", title: members.length + " exchanges", length: whole.time }, whole.start, axis));
    return node;
  }
  const { places, count } = lanes(members);
  members.forEach((member, index) => {
    for (const part of exchangeBars(member, axis)) {
      if (count > 1) {
        part.style.top = 100 * places[index] / count + "%";
        part.style.height = 100 / count + "%";
      }
      node.append(part);
    }
  });
  return node;
}

function axisOf(calls) {
  let start = Infinity, finish = -Infinity;
  for (const call of calls) { start = Math.min(start, call.start); finish = Math.max(finish, end(call)); }
  return { start, length: Math.max(finish - start, 1) };
}

/// The colours that the recording uses. The steps of connecting share one.
function showLegend() {
  const titles = new Set(exchanges.flatMap(exchange => exchange.phases.map(part => part.title)));
  const entries = [["blocked", PHASES.plugins], ["blocked", PHASES.blocked], ["connect", PHASES.connect, PHASES.dns, PHASES.ssl],
    ["send", PHASES.send], ["wait", PHASES.wait], ["receive", PHASES.receive], ["receive", PHASES.open]];
  const nodes = entries.filter(([, ...names]) => names.some(name => titles.has(name)))
    .map(([name, title]) => element("span", {}, element("i", { className: name }), title));
  if (exchanges.some(exchange => exchange.cache)) nodes.push(element("span", {}, element("b"), "answered by a cache"));
  $("legend").append(...nodes);
  $("legend").hidden = !nodes.length;
}
