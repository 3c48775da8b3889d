import assert from "node:assert/strict";
import pg from "pg";
import { type Operation, readOperations } from "../matrix/operations.ts";
import { type Book, createBook, pathWith } from "../matrix/records.ts";
import { preparedRecords, validRequest } from "../matrix/requests.ts";
import { randomFrom } from "../scenarios/generated-book.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { digestOf } from "../support/digest.ts";

// Fails the first statement of a write, then the second, and so on until it is carried out, and compares every row of the database after
// each (behaviour DBF-7):
//
//   node test/faults/statements.ts [WRITES] [SEED]

export type Faults = { readonly writes: number; readonly statements: number; readonly tolerated: number };

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/** Fails one statement of the program: the one that is so many away. The job queue's own and those that call back have no part in it. */
class StatementFault {
  private left = 0;
  hasFired = false;
  private readonly query = pg.Client.prototype.query as Query;

  constructor() {
    const fault = this;
    const failing: Query = function (...args) {
      const isFailed = typeof args.at(-1) !== "function" && fault.left > 0 && --fault.left === 0;
      if (!isFailed) return fault.query.apply(this, args);
      fault.hasFired = true;
      // A prepared statement comes with what is called for its answer.
      const { callback } = args[0] as { readonly callback?: unknown };
      const told = typeof callback === "function" ? [callback] : [];
      return fault.query.apply(this, ["select 1 / 0 as failed_on_purpose", ...told]);
    };
    pg.Client.prototype.query = failing as typeof pg.Client.prototype.query;
  }

  /** The statement `after` from now fails; 0 is none. */
  arm(after: number): void {
    this.left = after;
    this.hasFired = false;
  }

  remove(): void {
    pg.Client.prototype.query = this.query as typeof pg.Client.prototype.query;
  }
}

/**
 * @param writes how many operations, drawn by the seed; more than there are means all
 * @throws AssertionError naming the operation and the statement after which anything but everything, or nothing, was kept
 */
export async function failStatements(options: {
  readonly writes: number;
  readonly seed: number;
  readonly print: (line: string) => void;
}): Promise<Faults> {
  const api = await startApi();
  const fault = new StatementFault();
  try {
    const book = await createBook(api, await api.newMerchant("2026-02-15T12:00:00Z"), "Faults");
    const random = randomFrom(options.seed);
    const all = (await readOperations(api.url)).filter(({ isWrite }) => isWrite);
    const drawn = all
      .map((operation) => ({ operation, place: random() }))
      .toSorted((a, b) => a.place - b.place)
      .slice(0, options.writes);
    let [statements, tolerated] = [0, 0];
    for (const { operation } of drawn) {
      const counts = await failEach(api, fault, book, operation);
      statements += counts.failed + counts.tolerated;
      tolerated += counts.tolerated;
      options.print(`${operation.name}: ${counts.failed} statements failed, nothing kept`);
    }
    return { writes: drawn.length, statements, tolerated };
  } finally {
    fault.remove();
    await api.close();
  }
}

async function failEach(api: TestApi, fault: StatementFault, book: Book, operation: Operation) {
  let [failed, tolerated] = [0, 0];
  let path = pathWith(operation, await preparedRecords(operation, book));
  let { body, headers } = await validRequest(operation, book);
  for (let place = 1; ; place++) {
    const before = await digestOf(api.connectionString);
    fault.arm(place);
    const answer = await send(api, operation, path, book, body, headers);
    const hasFired = fault.hasFired;
    fault.arm(0);
    const where = `${operation.name}, statement ${place}: ${answer.status} ${answer.text.slice(0, 400)}`;
    if (!hasFired) {
      assert.equal(answer.status, operation.successStatus, where);
      assert.ok(failed > 0, where);
      return { failed, tolerated };
    }
    if (answer.status < 300) {
      // What only helps may fail: the write is whole. It is made ready once more for the statements after it.
      tolerated += 1;
      path = pathWith(operation, await preparedRecords(operation, book));
      ({ body, headers } = await validRequest(operation, book));
      continue;
    }
    assert.ok(answer.status >= 500, where);
    assert.match(answer.text, /"success":false/, where);
    assert.equal(await digestOf(api.connectionString), before, `${where}: something was kept`);
    failed += 1;
  }
}

async function send(
  api: TestApi,
  { method }: Operation,
  path: string,
  book: Book,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const answer = await fetch(`${api.url}${path}`, {
    method,
    headers: { authorization: book.client.merchant.writeKey, ...type, ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

if (import.meta.main) {
  const [writes = "1000", seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  print(`seed ${seed}`);
  const begin = performance.now();
  const counts = await failStatements({ writes: Number(writes), seed: Number(seed), print });
  const seconds = Math.round((performance.now() - begin) / 1_000);
  print(
    `${counts.writes} writes, ${counts.statements} statements failed, ${counts.tolerated} of them without effect, in ${seconds} s; seed ${seed}`,
  );
}
