import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Where a transaction may be held up, by the statement that it is about to send. */
const points: Readonly<Record<string, RegExp>> = {
  lock: /\bfor (?:no key )?(?:update|share)\b|pg_try_advisory/,
  write: /^\s*(?:insert|update|delete)\b/,
  commit: /^commit\b/,
};

/** What keeps a scenario safe, so that it can be taken away to prove that the scenario would notice. */
export type Guard = {
  /** In words: "the row lock of the contract". */
  readonly name: string;
  /** The part of a statement that is left out. */
  readonly without: RegExp;
  readonly instead?: string;
  /** What has to be done to the database as well, by its owner. */
  readonly statement?: string;
};

export type Interference = { readonly longestDelay: number; readonly without?: Guard | undefined };

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/**
 * Holds every statement at a named point up for a random moment, so that transactions interleave in other ways each time,
 * and leaves a guard out of it where one is given. It sits between the program and its connections: the program runs as
 * it is. Answers how to stop it.
 */
export function interfere({ longestDelay, without }: Interference): () => void {
  const query = pg.Client.prototype.query as Query;
  // A connection carries its statements out in the order in which they are sent: one that is held up holds up those after it.
  const turns = new WeakMap<pg.Client, Promise<unknown>>();
  const interfering: Query = async function (...args) {
    const [text] = args;
    const statement = textOf(text);
    if (statement === undefined) return query.apply(this, args);
    const isHeld = Object.values(points).some((point) => point.test(statement));
    const turn = (turns.get(this) ?? Promise.resolve()).then(() =>
      isHeld ? sleep(Math.random() * longestDelay) : undefined,
    );
    turns.set(this, turn);
    await turn;
    if (without === undefined) return query.apply(this, args);
    const changed = statement.replace(without.without, without.instead ?? "");
    if (changed === statement) return query.apply(this, args);
    // A prepared statement has a name, which stands for the text that it was given with, and is called back.
    const { values, callback } = text as { readonly values?: unknown; readonly callback?: unknown };
    return query.apply(
      this,
      typeof callback === "function" ? [changed, values, callback] : [changed, ...args.slice(1)],
    );
  };
  const replaced: Query = function (...args) {
    // The job queue calls back and has no part in this.
    return typeof args.at(-1) === "function" ? query.apply(this, args) : interfering.apply(this, args);
  };
  pg.Client.prototype.query = replaced as typeof pg.Client.prototype.query;
  return () => {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
  };
}

/** The text of a statement as it is given to a connection, alone or with the name under which it is prepared. */
function textOf(given: unknown): string | undefined {
  if (typeof given === "string") return given;
  if (typeof given !== "object" || given === null || !("text" in given)) return undefined;
  return typeof given.text === "string" ? given.text : undefined;
}
