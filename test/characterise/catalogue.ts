import type { TestApi } from "../support/api.ts";
import type { FrozenBook } from "./document.ts";
import { playGenerated } from "./generated.ts";
import { goldens, playGolden, playOracle } from "./goldens.ts";
import { oracles } from "./oracles.ts";
import { playBook, playSimulation, playStorm } from "./play.ts";

/** A book by name, and how it is played. */
export type BookToPlay = { readonly name: string; readonly play: (api: TestApi) => Promise<FrozenBook> };

export const randomBook = (seed: number): BookToPlay => ({
  name: `book-${seed}`,
  play: (api) => playBook(api, seed),
});

const timeZones = ["UTC", "Pacific/Auckland", "America/Los_Angeles"] as const;
const stepsOfStorm = 60;

/** A random book of many steps, for invariants: of 60 where nothing is said, and in a time zone after the other. */
export function storm(seed: number, parts: { readonly steps?: number; readonly timeZone?: string } = {}): BookToPlay {
  const { steps = stepsOfStorm, timeZone = timeZones[seed % timeZones.length] ?? "UTC" } = parts;
  const name = `storm-${seed}-${steps}-${timeZone}`;
  return { name, play: (api) => playStorm(api, name, { seed, steps, timeZone }) };
}

/** Some months of a random business with a close at the end of each, in a time zone after the other. */
export function simulation(seed: number, months: number): BookToPlay {
  const timeZone = timeZones[seed % timeZones.length] ?? "UTC";
  const name = `simulation-${seed}-${months}`;
  return { name, play: (api) => playSimulation(api, name, { seed, months, timeZone }) };
}

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

/** Seeds of the random books that the repository keeps. */
const frozenSeeds: readonly number[] = Array.from({ length: 40 }, (_, index) => index + 1);

export const frozenBooks: readonly BookToPlay[] = [...knownBooks, ...frozenSeeds.map(randomBook)];

/** All that are no random ones, and every fifth of those: for every run of the slow tests. */
export const someBooks: readonly BookToPlay[] = [
  ...knownBooks,
  ...frozenSeeds.filter((seed) => seed % 5 === 0).map(randomBook),
];

/** A few of them, for every run of the tests. */
export const fewBooks: readonly BookToPlay[] = frozenBooks.filter(({ name }) =>
  ["golden-time-1", "golden-modifications-1", "book-10"].includes(name),
);

/** The book of a name. */
export function bookNamed(name: string): BookToPlay {
  const [kind, seed] = [name.slice(0, name.indexOf("-")), Number(name.slice(name.indexOf("-") + 1))];
  if (kind === "book") return randomBook(seed);
  if (kind === "storm") return stormNamed(name);
  if (kind === "simulation") {
    const [, own, months] = name.split("-").map(Number);
    return simulation(own ?? 1, months ?? 1);
  }
  const known = knownBooks.find((book) => book.name === name);
  if (known === undefined) throw new Error(`There is no book ${name}.`);
  return known;
}

function stormNamed(name: string): BookToPlay {
  const [, seed, steps, ...timeZone] = name.split("-");
  return storm(Number(seed), { steps: Number(steps), timeZone: timeZone.join("-") });
}

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
