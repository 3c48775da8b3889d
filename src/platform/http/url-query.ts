/** The decoded query of a URL, with all values of a repeated name in order; undefined if an escape is not valid UTF-8. */
export function parseQuery(url: string): ReadonlyMap<string, readonly string[]> | undefined {
  const start = url.indexOf("?");
  const parameters = new Map<string, string[]>();
  if (start < 0) return parameters;
  for (const part of url.slice(start + 1).split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    const value = decode(equals < 0 ? "" : part.slice(equals + 1));
    if (name === undefined || value === undefined) return undefined;
    const values = parameters.get(name);
    if (values === undefined) parameters.set(name, [value]);
    else values.push(value);
  }
  return parameters;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

const ids = /(?<=\/)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?=\/|$)/gi;

/** The path of a request URL with the ids in it in lower case, as they are stored. */
export function canonicalPathOf(url: string): string {
  return pathOf(url).replaceAll(ids, (id) => id.toLowerCase());
}

/** The path of a request URL, without query. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? url;
}
