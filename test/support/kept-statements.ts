import pg from "pg";
import { isFull } from "./runs.ts";

// A statement with parameters is parsed and planned anew each time it runs, which is half of what the database computes while
// tests run the same few hundred statements on books of a few rows. Here each connection keeps what it has parsed and planned:
// the statement and what it answers are the same. Longer ones are lists of rows of one length, seldom seen again.
// The full runs do without, as the program does.

const longestKept = 8_000;
const names = new Map<string, string>();

const query = pg.Client.prototype.query;

function keepingQuery(this: pg.Client, text: unknown, values: unknown, ...rest: unknown[]): unknown {
  const isKept = typeof text === "string" && text.length <= longestKept && Array.isArray(values) && values.length > 0;
  return Reflect.apply(query, this, [isKept ? { name: nameOf(text), text } : text, values, ...rest]);
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `kept_${names.size}`;
  names.set(text, name);
  return name;
}

if (!isFull) Object.assign(pg.Client.prototype, { query: keepingQuery });
