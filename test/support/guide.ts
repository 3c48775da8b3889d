import assert from "node:assert/strict";

/** One block of shell lines of a guide, and the statuses of its requests, from the line below it. */
export type GuideBlock = { readonly lines: readonly string[]; readonly statuses: readonly number[] };

/** The `sh` blocks of a Markdown text, each with its line `→ 200, 404: …` if it has one. */
export function guideBlocks(markdown: string): GuideBlock[] {
  const blocks = markdown.matchAll(/^```sh\n([\s\S]*?)^```\n(?:\n→ ([\d, ]+):)?/gm);
  return [...blocks].map(([, text = "", statuses = ""]) => ({
    lines: shellLines(text),
    statuses: statuses
      .split(", ")
      .filter((status) => status !== "")
      .map(Number),
  }));
}

/** Lines of a shell text without comments. A line that ends in a backslash or inside single quotes continues. */
function shellLines(text: string): string[] {
  const lines: string[] = [];
  let begun = "";
  for (const written of text.split("\n")) {
    const line = begun === "" ? withoutComment(written) : written;
    const isOpen = (begun + line).split("'").length % 2 === 0;
    if (isOpen) begun += `${line}\n`;
    else if (line.endsWith("\\")) begun += `${line.slice(0, -1)} `;
    else {
      if (begun + line !== "") lines.push(begun + line);
      begun = "";
    }
  }
  assert.equal(begun, "", "a line goes on behind the end");
  return lines;
}

/** A comment begins with `#` at the beginning of a word, outside quotes. */
function withoutComment(line: string): string {
  const [before = ""] = /^(?:'[^']*(?:'|$)|"(?:[^"\\]|\\.)*(?:"|$)|(?<=\S)#|[^'"#])*/.exec(line) ?? [];
  return before.length === line.length ? line : before.trimEnd();
}

export type Variables = Map<string, string>;

/** The words of a shell line: plain or quoted, also concatenated, with `$NAME` replaced like in a shell. */
export function shellWords(line: string, variables: Variables): string[] {
  const words: string[] = [];
  let word: string | undefined;
  const parts = /\s+|'([^']*)'|"((?:[^"\\]|\\.)*)"|([^\s'"]+)/gy;
  let end = 0;
  for (const part of line.matchAll(parts)) {
    end = part.index + part[0].length;
    const [, single, double, plain] = part;
    if (single === undefined && double === undefined && plain === undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    const open = double?.replaceAll(/\\(["\\$`])/g, "$1") ?? plain ?? "";
    word = (word ?? "") + (single ?? filledIn(open, variables));
  }
  assert.equal(end, line.length, `a quote is not closed: ${line}`);
  return word === undefined ? words : [...words, word];
}

function filledIn(text: string, variables: Variables): string {
  return text.replaceAll(/\$([A-Za-z_][A-Za-z0-9_]*)/g, (_, name: string) => {
    const value = variables.get(name);
    assert.ok(value !== undefined, `$${name} has a value`);
    return value;
  });
}

export type CurlRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
  /** `part=@path` of an upload. */
  readonly form: string | undefined;
};

/** The request of a curl line, from its words; supports only the flags `-sS`, `-i`, `-X`, `-H`, `-d` and `-F`. */
export function curlRequest([program, ...words]: readonly string[]): CurlRequest {
  assert.equal(program, "curl");
  const headers: [string, string][] = [];
  const given = new Map<string, string>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "-sS" || word === "-i") continue;
    const isFlag = word.startsWith("-");
    const [flag, value] = isFlag ? [word, words[++at] ?? ""] : ["url", word];
    assert.ok(["-X", "-H", "-d", "-F", "url"].includes(flag), `a flag that is known: ${word}`);
    if (flag === "-H") {
      const colon = value.indexOf(":");
      headers.push([value.slice(0, colon), value.slice(colon + 1).trim()]);
      continue;
    }
    assert.ok(!given.has(flag), `${flag} once`);
    given.set(flag, value);
  }
  const url = given.get("url");
  assert.ok(url !== undefined, "a curl line has an address");
  return { method: given.get("-X") ?? "GET", url, headers, body: given.get("-d"), form: given.get("-F") };
}
