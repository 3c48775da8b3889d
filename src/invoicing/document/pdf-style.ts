import type { Content, ContentText, CustomTableLayout } from "pdfmake/interfaces.d.ts";

/** Names of the fonts that the renderer must provide (`pdf-worker.ts`). */
export const fontNames = { embedded: "Embedded", other: "Other" } as const;

export const colors = { ink: "#1b1f24", grey: "#5c6470", rule: "#c9ced6", background: "#f3f5f7" } as const;

/** Turns a text of the document into content of the page. */
export type Write = (text: string) => Content;

/** @param hasOtherFont true if there is a font for scripts other than Latin, Greek and Cyrillic (rules 10) */
export function writer(hasOtherFont: boolean): Write {
  return hasOtherFont ? (text) => ({ text: runs(printable(text)) }) : (text) => ({ text: printable(text) });
}

/** A figure, or the head of its column: right-aligned, on one line. */
export function figure(text: string): ContentText {
  return { text, alignment: "right", noWrap: true };
}

/** A table layout with thin rules below the given rows, and none between columns. */
export function ruledBelow(rows: ReadonlySet<number>, width: number): CustomTableLayout {
  return {
    hLineWidth: (line) => (line > 0 && rows.has(line - 1) ? width : 0),
    vLineWidth: () => 0,
    hLineColor: () => colors.rule,
    paddingLeft: (column) => (column === 0 ? 0 : 8),
    paddingRight: () => 0,
    paddingTop: () => 2,
    paddingBottom: () => 2,
  };
}

// The characters of the embedded font: its scripts, punctuation, currency signs, and others that belong to no script.
const embedded = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\u0020-\u036f\u2000-\u22ff]/u;
const fullWidth = /[\uff00-\uffef]/;

/** The text in parts of one font each. */
function runs(text: string): { text: string; font: string }[] {
  const parts: { text: string; font: string }[] = [];
  for (const character of text) {
    const isEmbedded = embedded.test(character) && !fullWidth.test(character);
    const font = isEmbedded ? fontNames.embedded : fontNames.other;
    const last = parts.at(-1);
    if (last?.font === font) last.text += character;
    else parts.push({ text: character, font });
  }
  return parts;
}

/**
 * Composed letters, which the font has a glyph for; no control characters; and a place to break in words that are longer
 * than a column may be wide.
 */
export function printable(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, " ")
    .replaceAll(/\S{25,}/gu, (word) => word.replaceAll(/\S{12}(?=\S)/gu, "$&\u200b"));
}
