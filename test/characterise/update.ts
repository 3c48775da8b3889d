import { frozenBooks } from "./catalogue.ts";
import { compactOf } from "./compact.ts";
import { readFrozen, writeFrozen } from "./frozen-file.ts";
import { playInProcesses } from "./processes.ts";

//   npm run freeze:update -- [NAME ...]
//
// Keeps what the program answers now: of all books, or of those whose names begin with a NAME. Whoever runs it has looked at
// every difference.

const chosen = process.argv.slice(2);
const names = frozenBooks.map(({ name }) => name);
const compacts = await readFrozen();
for (const name of compacts.keys()) if (!names.includes(name)) compacts.delete(name);
const begun = performance.now();
const played = names.filter((name) => chosen.length === 0 || chosen.some((each) => name.startsWith(each)));
await playInProcesses(played, async (book) => {
  compacts.set(book.name, compactOf(book));
  for (const violation of book.violations) process.stdout.write(`${book.name} ${violation}\n`);
});
await writeFrozen([...compacts.values()]);
process.stdout.write(`${played.length} books in ${Math.round((performance.now() - begun) / 1000)} s\n`);
