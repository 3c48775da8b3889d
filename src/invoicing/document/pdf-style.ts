import type { Content, ContentText, CustomTableLayout } from "pdfmake/interfaces.d.ts";

/** Names of the fonts that the one who draws has to bring. */
export const fontNames = { embedded: "Embedded", other: "Other" } as const;

export const colors = { ink: "#1b1f24", grey: "#5c6470", rule: "#c9ced6", background: "#f3f5f7" } as const;

/** Turns a text of the document into content of the page. */
export type Write = (text: string) => Content;

/** @param hasOtherFont true if there is a font for scripts other than Latin, Greek and Cyrillic (rules 10) */
export function writer(hasOtherFont: boolean): Write {
  return hasOtherFont ? (text) => ({ text: runs(printable(text)) }) : (text) => ({ text: printable(text) });
}

/** A figure, or the head of its column: to the right and never broken. */
export function figure(text: string): ContentText {
  return { text, alignment: "right", noWrap: true };
}

/** Thin rules below the rows that are named, nothing between columns. */
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

// What the embedded font draws: the scripts it has, punctuation, currency signs, and what else belongs to no script.
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
