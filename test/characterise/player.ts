import { startApi } from "../support/api.ts";
import { bookNamed, playAll } from "./catalogue.ts";
import type { FrozenBook } from "./document.ts";

// A process of `playInProcesses`: gets names of books, and answers with the books. It is killed when all have arrived.

/** Tables without statistics get slow when they are long. */
const booksPerDatabase = 100;

process.once("message", async (names: readonly string[]) => {
  for (let first = 0; first < names.length; first += booksPerDatabase) {
    const api = await startApi();
    try {
      await playAll(api, names.slice(first, first + booksPerDatabase).map(bookNamed), sent);
    } finally {
      await api.close();
    }
  }
});

function sent(book: FrozenBook): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(book, (error: Error | null) => (error === null ? resolve() : reject(error)));
  });
}
