import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { rejection, words } from "../support/client.ts";
import { digestOf } from "../support/digest.ts";
import { type BodyField, type Operation, readOperations, withValueAt } from "./operations.ts";
import { type Book, createBook, pathWith } from "./records.ts";
import { ask } from "./requests.ts";

// The column "bodies": what a request sends. Everything that is wrong is named, and nothing of it is carried out.

/** Fields that programs keep for themselves, and a typo (behaviour ISO-8). */
const neverSent = [
  "createdAt",
  "createdBy",
  "deletedAt",
  "endDat",
  "id",
  "isLocked",
  "lastUpdatedAt",
  "merchantId",
  "metadata",
  "status",
  "syncStatus",
];

let api: TestApi;
let operations: readonly Operation[];
let book: Book;
before(async () => {
  api = await startApi();
  operations = await readOperations(api.url);
  book = await createBook(api, api.merchants.A, "Matrix");
});
after(() => api.close());

type Wrong = { readonly operation: Operation; readonly body: unknown; readonly issues: readonly string[] };

/** Sends bodies that must be rejected with these issues, by path and maybe code, and looks that none had an effect. */
async function rejectAll(bodies: Iterable<Wrong>): Promise<number> {
  const untouched = await digestOf(api.connectionString);
  let count = 0;
  for (const { operation, body, issues } of bodies) {
    const answer = await ask(api, operation, book, { body });
    const [status, , ...found] = rejection(answer).map(String);
    assert.equal(status, "400", `${operation.name} ${JSON.stringify(body)}: ${words(answer)}`);
    for (const issue of issues) {
      const isNamed = found.some((each) => each === issue || each.startsWith(`${issue} `));
      assert.ok(isNamed, `${operation.name} ${JSON.stringify(body)}: ${issue} not in ${words(answer)}`);
      count += 1;
    }
  }
  assert.equal(await digestOf(api.connectionString), untouched, "nothing changed");
  return count;
}

const withBody = () => operations.filter(({ body }) => body !== undefined);

test("ISO-8: unknown fields are rejected by name, in every object of every body", async () => {
  function* bodies(): Iterable<Wrong> {
    for (const operation of withBody()) {
      const { fields = [], example } = operation.body ?? {};
      for (const { pointer, closed } of fields) {
        const paths = neverSent.filter((name) => closed?.includes(name) === false).map((name) => `${pointer}/${name}`);
        if (paths.length === 0) continue;
        const body = paths.reduce((sent, path) => withValueAt(sent, path, "x", example), example);
        yield { operation, body, issues: paths.map((path) => `${path} UNKNOWN_FIELD`) };
      }
    }
  }
  assert.ok((await rejectAll(bodies())) > 400);
});

test("ISO-8: a write without a body rejects these fields too", async () => {
  function* bodies(): Iterable<Wrong> {
    for (const operation of operations.filter(({ isWrite, takesFile, body }) => isWrite && !takesFile && !body)) {
      const body = Object.fromEntries(neverSent.map((name) => [name, "x"]));
      yield { operation, body, issues: neverSent.map((name) => `/${name} UNKNOWN_FIELD`) };
    }
  }
  assert.ok((await rejectAll(bodies())) > 50);
});

test("BOD-12: a value of any other JSON type is rejected at its path in every field, and nothing is coerced", async () => {
  function* bodies(): Iterable<Wrong> {
    for (const operation of withBody()) {
      const { fields = [], example } = operation.body ?? {};
      for (const [type, value] of Object.entries(valuesOfType)) {
        const wrong = fields.filter(({ types }) => types.length > 0 && !types.includes(type));
        const put = (body: unknown, { pointer }: BodyField) => withValueAt(body, pointer, value, example);
        // Fields that hold no other go into one body, since every issue of a body is told.
        const isLeaf = ({ pointer }: BodyField) => !fields.some((other) => other.pointer.startsWith(`${pointer}/`));
        const leaves = wrong.filter(isLeaf);
        // No more of them at once than an answer shows.
        for (let at = 0; at < leaves.length; at += 100) {
          const some = leaves.slice(at, at + 100);
          yield { operation, body: some.reduce(put, example), issues: some.map(({ pointer }) => pointer) };
        }
        for (const field of wrong.filter((each) => !isLeaf(each))) {
          yield { operation, body: put(example, field), issues: [field.pointer] };
        }
      }
    }
  }
  assert.ok((await rejectAll(bodies())) > 800);
});

const valuesOfType: Readonly<Record<string, unknown>> = {
  array: [],
  boolean: true,
  null: null,
  number: 1.5,
  object: {},
  string: "\u2014",
};

test("an unknown query parameter of a write is rejected, so that a misspelt dryRun never writes", async () => {
  const untouched = await digestOf(api.connectionString);
  for (const operation of operations.filter(({ isWrite }) => isWrite)) {
    const own = pathWith(operation, book.records);
    for (const query of ["dryrun=true", "merchantId=x", ...(operation.takesDryRun ? [] : ["dryRun=true"])]) {
      const path = `${own}${own.includes("?") ? "&" : "?"}${query}`;
      const answer = await ask(api, operation, book, { path });
      const issue = `/query/${query.split("=")[0]} UNKNOWN_QUERY`;
      assert.ok(rejection(answer).includes(issue), `${operation.name} ${query}: ${words(answer)}`);
    }
  }
  assert.equal(await digestOf(api.connectionString), untouched, "nothing changed");
});
