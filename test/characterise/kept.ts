import { readFile, writeFile } from "node:fs/promises";
import type { CompactBook } from "./compact.ts";

const file = new URL("frozen.jsonl", import.meta.url);

/** What the repository keeps of its frozen books, by name. */
export async function keptCompacts(): Promise<Map<string, CompactBook>> {
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  const books: CompactBook[] = lines.map((line) => JSON.parse(line));
  return new Map(books.map((book) => [book.name, book]));
}

export async function keepCompacts(books: readonly CompactBook[]): Promise<void> {
  const sorted = books.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  await writeFile(file, `${sorted.map((book) => JSON.stringify(book)).join("\n")}\n`);
}
