import { createHash } from "node:crypto";
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startApi, type TestApi } from "../support/api.ts";
import { hundredths } from "./amount.ts";
import type { FrozenBook } from "./document.ts";
import { playBook } from "./play.ts";

//   npm run freeze -- COUNT FOLDER [FIRST SEED]
//
// Plays COUNT random books and writes what was seen of each to FOLDER, with `hashes.txt` and `violations.txt`.

const [count = 20, folder = "", firstSeed = 1] = [
  Number(process.argv[2] ?? 20),
  process.argv[3],
  Number(process.argv[4] ?? 1),
];
const booksPerDatabase = 200;
const sideBySide = 3;

const textOf = (book: FrozenBook): string => `${JSON.stringify(book, null, 1)}\n`;

async function keep(book: FrozenBook): Promise<void> {
  const text = textOf(book);
  await writeFile(join(folder, `${book.name}.json`), text);
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
  await appendFile(join(folder, "hashes.txt"), `${book.name} ${hash}\n`);
  for (const violation of book.violations)
    await appendFile(join(folder, "violations.txt"), `${book.name} ${violation}\n`);
}

await mkdir(folder, { recursive: true });
const begun = performance.now();
let played = 0;

/** Plays books of one database side by side: while one waits for the database, another works. */
async function playSome(api: TestApi, seeds: Iterator<number>): Promise<void> {
  for (let next = seeds.next(); !next.done; next = seeds.next()) {
    await keep(await playBook(api, next.value));
    played += 1;
    if (played % 20 > 0) continue;
    const seconds = (performance.now() - begun) / 1000;
    process.stdout.write(`${played} books, ${hundredths((seconds / played) * 100)} s each\n`);
  }
}

for (let first = firstSeed; first < firstSeed + count; first += booksPerDatabase) {
  const many = Math.min(booksPerDatabase, firstSeed + count - first);
  const seeds = Array.from({ length: many }, (_, index) => first + index).values();
  const api = await startApi();
  try {
    await Promise.all(Array.from({ length: sideBySide }, () => playSome(api, seeds)));
  } finally {
    await api.close();
  }
}
