function table(pairs) {
  return element("table", {}, ...pairs.map(([name, value]) =>
    element("tr", {}, element("th", {}, name instanceof Node ? name : text(name)), element("td", {}, text(value)))));
}

const LONGEST = 200000, MOST = 500;
const quiet = value => element("span", { className: "quiet" }, value);

function plain(value) {
  const shown = value.length > LONGEST ? value.slice(0, LONGEST) : value;
  const node = element("pre", {}, shown);
  if (shown.length < value.length) node.append(quiet("\n… " + (value.length - shown.length) + " more characters"));
  return node;
}

function tree(value, name, depth) {
  const label = name === undefined ? "" : name + ": ";
  if (value === null || typeof value !== "object") return element("div", {}, quiet(label), JSON.stringify(value));
  const entries = Object.entries(value);
  const brackets = Array.isArray(value) ? "[" + entries.length + "]" : "{" + entries.length + "}";
  const node = element("details", { open: depth < 2 && entries.length <= 50 }, element("summary", {}, quiet(label + brackets)));
  let isFilled = false;
  const fill = () => {
    if (isFilled || !node.open) return;
    isFilled = true;
    for (const [key, child] of entries.slice(0, MOST)) node.append(tree(child, key, depth + 1));
    if (entries.length > MOST) node.append(element("div", { className: "quiet" }, "… " + (entries.length - MOST) + " more"));
  };
  node.addEventListener("toggle", fill);
  fill();
  return node;
}

function events(value) {
  const pairs = value.split(/\r?\n\r?\n/).filter(event => event.trim()).slice(0, MOST).map((event, index) => {
    const fields = event.split(/\r?\n/).map(line => line.match(/^([^:]*):? ?(.*)$/s) || ["", "", ""]);
    const named = name => fields.filter(field => field[1] === name).map(field => field[2]);
    return [named("id").pop() || index + 1, (named("event").pop() || "message") + "  " + named("data").join("\n")];
  });
  return table(pairs);
}

function image(mimeType, data) {
  return element("img", { alt: "the content", src: "data:" + text(mimeType).split(";")[0] + data });
}

function body(content, mimeType, encoding) {
  const value = text(content);
  if (!value) return element("p", {}, "no content");
  if (encoding === "base64") {
    if (kind(mimeType) === "image") return image(mimeType, ";base64," + value);
    return element("p", {}, "binary, " + bytes(Math.floor(value.length * 3 / 4)));
  }
  if (kind(mimeType) === "json") {
    try { return element("div", { className: "tree" }, tree(JSON.parse(value), undefined, 0)); } catch { return plain(value); }
  }
  if (kind(mimeType) === "events") return events(value);
  if (kind(mimeType) === "image") return image(mimeType, "," + encodeURIComponent(value));
  return plain(value);
}

const quoted = value => "'" + value.replace(/'/g, "'\\''") + "'";
const encodingOf = content => text(content.encoding || content._encoding).toLowerCase();
function curl(exchange) {
  const request = exchange.entry.request || {}, sent = request.postData || {};
  const words = ["curl", "--globoff", "--request", quoted(exchange.method), "--url", quoted(exchange.url)];
  for (const field of list(request.headers)) {
    const name = text(field.name), value = text(field.value);
    // curl doesn't know the pseudo-header fields of HTTP/2, and computes the length of the body itself.
    if (name.startsWith(":") || name.toLowerCase() === "content-length") continue;
    words.push("--header", quoted(value ? name + ": " + value : name + ";"));
  }
  const body = text(sent.text);
  if (!body) return words.join(" ");
  if (encodingOf(sent) !== "base64") return words.concat("--data-raw", quoted(body)).join(" ");
  return "printf %s " + quoted(body) + " | base64 --decode | " + words.concat("--data-binary", "@-").join(" ");
}

async function copy(value, button) {
  try {
    await navigator.clipboard.writeText(value);
  } catch {
    const area = element("textarea", { value });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  button.textContent = "Copied";
}
