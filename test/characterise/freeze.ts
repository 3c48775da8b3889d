import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { knownBooks, randomBook } from "./catalogue.ts";
import { playInProcesses } from "./processes.ts";

//   npm run freeze -- COUNT FOLDER [FIRST SEED]
//
// Plays every known book and COUNT random ones, and writes what was seen of each to FOLDER. Books that are there already are
// left alone, so that what was interrupted goes on.

const folder = process.argv[3] ?? "";
const [count, firstSeed] = [Number(process.argv[2]), Number(process.argv[4] ?? 1)];

await mkdir(folder, { recursive: true });
const there = new Set(await readdir(folder));
const random = Array.from({ length: count }, (_, index) => randomBook(firstSeed + index));
const missing = [...knownBooks, ...random].map(({ name }) => name).filter((name) => !there.has(`${name}.json`));
const begun = performance.now();
await playInProcesses(missing, async (book) => {
  await writeFile(join(folder, `${book.name}.json`), `${JSON.stringify(book, null, 1)}\n`);
  for (const violation of book.violations) process.stdout.write(`${book.name} ${violation}\n`);
});
process.stdout.write(`${missing.length} books in ${Math.round((performance.now() - begun) / 1000)} s\n`);
