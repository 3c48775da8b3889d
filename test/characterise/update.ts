import { keptBooks } from "./catalogue.ts";
import { type CompactBook, compactOf } from "./compact.ts";
import { keepCompacts } from "./kept.ts";
import { playInProcesses } from "./processes.ts";

//   npm run freeze:update
//
// Keeps what the program answers now. Whoever runs it has looked at every difference.

const compacts: CompactBook[] = [];
await playInProcesses(
  keptBooks.map(({ name }) => name),
  async (book) => {
    compacts.push(compactOf(book));
    for (const violation of book.violations) process.stdout.write(`${book.name} ${violation}\n`);
  },
);
await keepCompacts(compacts);
