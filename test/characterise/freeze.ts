import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startApi } from "../support/api.ts";
import { type BookToPlay, knownBooks, playAll, randomBook } from "./catalogue.ts";
import type { FrozenBook } from "./document.ts";

//   npm run freeze -- COUNT FOLDER [FIRST SEED]
//
// Plays COUNT random books, and every known one, and writes what was seen of each to FOLDER, with a list of hashes and one of
// violated invariants. Books that are there already are left alone, so that what was interrupted goes on.

const folder = process.argv[3] ?? "";
const [count, firstSeed] = [Number(process.argv[2]), Number(process.argv[4] ?? 1)];
const booksPerDatabase = 200;

async function keep(book: FrozenBook): Promise<void> {
  await writeFile(join(folder, `${book.name}.json`), `${JSON.stringify(book, null, 1)}\n`);
}

const kept = async (): Promise<string[]> => (await readdir(folder)).filter((name) => name.endsWith(".json")).toSorted();

async function missing(): Promise<BookToPlay[]> {
  const there = new Set(await kept());
  const random = Array.from({ length: count }, (_, index) => randomBook(firstSeed + index));
  return [...knownBooks, ...random].filter(({ name }) => !there.has(`${name}.json`));
}

async function writeLists(): Promise<void> {
  const [hashes, violations]: [string[], string[]] = [[], []];
  for (const file of await kept()) {
    const text = await readFile(join(folder, file), "utf8");
    const book: FrozenBook = JSON.parse(text);
    hashes.push(`${book.name} ${createHash("sha256").update(text).digest("hex").slice(0, 16)}\n`);
    violations.push(...book.violations.map((violation) => `${book.name} ${violation}\n`));
  }
  await writeFile(join(folder, "hashes.txt"), hashes.join(""));
  await writeFile(join(folder, "violations.txt"), violations.join(""));
}

await mkdir(folder, { recursive: true });
const begun = performance.now();
const books = await missing();
for (let first = 0; first < books.length; first += booksPerDatabase) {
  const api = await startApi();
  try {
    await playAll(api, books.slice(first, first + booksPerDatabase), keep);
  } finally {
    await api.close();
  }
  await writeLists();
  const played = Math.min(first + booksPerDatabase, books.length);
  const seconds = (performance.now() - begun) / 1000;
  process.stdout.write(`${played} books, ${(seconds / played).toFixed(2)} s each\n`);
}
