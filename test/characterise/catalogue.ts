import type { TestApi } from "../support/api.ts";
import type { FrozenBook } from "./document.ts";
import { playGenerated } from "./generated.ts";
import { goldens, playGolden, playOracle } from "./goldens.ts";
import { oracles } from "./oracles.ts";
import { playBook } from "./play.ts";

/** A book by name, and how it is played. */
export type BookToPlay = { readonly name: string; readonly play: (api: TestApi) => Promise<FrozenBook> };

export const randomBook = (seed: number): BookToPlay => ({
  name: `book-${seed}`,
  play: (api) => playBook(api, seed),
});

export const goldenBooks: readonly BookToPlay[] = goldens.map(({ name, scenario }) => ({
  name,
  play: (api) => playGolden(api, name, scenario),
}));

export const oracleBooks: readonly BookToPlay[] = oracles.map((oracle) => ({
  name: `oracle-${oracle.id}`,
  play: (api) => playOracle(api, oracle),
}));

/** Books that are no random ones: worked out by hand, published, or generated to figures of plain arithmetic. */
export const knownBooks: readonly BookToPlay[] = [
  ...goldenBooks,
  ...oracleBooks,
  { name: "generated-book", play: playGenerated },
];

/** Seeds of the books that the repository keeps: together they contain every kind of operation that is ever accepted. */
export const keptSeeds: readonly number[] = [1, 2, 3];

export const keptBooks: readonly BookToPlay[] = [...goldenBooks, ...oracleBooks, ...keptSeeds.map(randomBook)];

/** Plays books side by side: while one waits for the database, another works. */
export async function playAll(
  api: TestApi,
  books: readonly BookToPlay[],
  keep: (book: FrozenBook) => Promise<void>,
): Promise<void> {
  const left = books.values();
  const playSome = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await keep(await next.value.play(api));
  };
  await Promise.all(Array.from({ length: sideBySide }, playSome));
}

export const sideBySide = 3;
