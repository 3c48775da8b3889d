import { readFile, writeFile } from "node:fs/promises";
import type { CompactBook } from "./compact.ts";

const file = new URL("frozen.txt", import.meta.url);

/** What the repository keeps of its frozen books, by name. The file has a line for each heading, indented below the book. */
export async function readFrozen(): Promise<Map<string, CompactBook>> {
  const blocks = (await readFile(file, "utf8")).split(/\n(?=\S)/).filter((block) => block !== "");
  const books = blocks.map((block): CompactBook => {
    const [name = "", ...lines] = block.trimEnd().split("\n");
    return { name, lines: new Map(lines.map(headingAndText)) };
  });
  return new Map(books.map((book) => [book.name, book]));
}

function headingAndText(line: string): [string, string] {
  const at = line.indexOf(": ");
  return [line.slice(2, at), line.slice(at + 2)];
}

export async function writeFrozen(books: readonly CompactBook[]): Promise<void> {
  const sorted = books.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const blocks = sorted.map(({ name, lines }) => {
    const own = [...lines].map(([heading, text]) => `  ${heading.replaceAll(":", "")}: ${text}\n`);
    return `${name}\n${own.join("")}`;
  });
  await writeFile(file, blocks.join(""));
}
