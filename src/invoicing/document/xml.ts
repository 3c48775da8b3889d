/** An element: its name, attributes, and either text or elements. Elements that are absent are left out by the caller. */
export type Element = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: string | readonly Element[];
};

/** What may stand among elements: undefined is left out. */
export type MaybeElement = Element | undefined;

export function element(name: string, content: string | readonly MaybeElement[], attributes = {}): Element {
  return {
    name,
    attributes,
    content: typeof content === "string" ? content : content.filter((each) => each !== undefined),
  };
}

/** An element with a text, or nothing where there is none. */
export function optional(name: string, text: string | null | undefined, attributes = {}): MaybeElement {
  return text == null || text.trim() === "" ? undefined : element(name, text, attributes);
}

/** A parent of elements, or nothing where it would have none. */
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

/** Escaped, without the characters that XML 1.0 has no way to write (section 2.2). */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);
}
