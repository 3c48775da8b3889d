/** An element: its name, attributes, and either text or elements. Elements that are absent are left out by the caller. */
export type Element = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: string | readonly Element[];
};

/** An optional element; undefined is left out. */
export type MaybeElement = Element | undefined;

export function element(name: string, content: string | readonly MaybeElement[], attributes = {}): Element {
  return {
    name,
    attributes,
    content: typeof content === "string" ? content : content.filter((each) => each !== undefined),
  };
}

/** An element with a text; undefined if the text is missing or blank. */
export function optional(name: string, text: string | null | undefined, attributes = {}): MaybeElement {
  return text == null || text.trim() === "" ? undefined : element(name, text, attributes);
}

/** A parent of elements; undefined if it would be empty. */
export function group(name: string, children: readonly MaybeElement[]): MaybeElement {
  return children.every((child) => child === undefined) ? undefined : element(name, children);
}

/** The document as UTF-8 text, two spaces a level. */
export function serialize(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, "")}`;
}

function written({ name, attributes, content }: Element, indent: string): string {
  const start = `${indent}<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join("")}>`;
  if (typeof content === "string") return `${start}${escaped(content)}</${name}>\n`;
  return `${start}\n${content.map((child) => written(child, `${indent}  `)).join("")}${indent}</${name}>\n`;
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** The text escaped, without characters that XML 1.0 does not allow (section 2.2). */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);
}
