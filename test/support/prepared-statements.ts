import pg from "pg";
import { isFull } from "./case-counts.ts";

// A statement with parameters is parsed and planned each time it runs. In tests, which run a few hundred statements on small books,
// that is half of the database's work. Here each connection caches parsed and planned statements; the statements and results are the
// same. Longer statements are lists of rows, which seldom recur. Full runs do without, like the program.

const longestText = 8_000;
const names = new Map<string, string>();

const query = pg.Client.prototype.query;

function preparedQuery(this: pg.Client, text: unknown, values: unknown, ...rest: unknown[]): unknown {
  const isStored = typeof text === "string" && text.length <= longestText && Array.isArray(values) && values.length > 0;
  return Reflect.apply(query, this, [isStored ? { name: nameOf(text), text } : text, values, ...rest]);
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `statement_${names.size}`;
  names.set(text, name);
  return name;
}

if (!isFull) Object.assign(pg.Client.prototype, { query: preparedQuery });
