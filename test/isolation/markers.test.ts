import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Operation, readOperations } from "../matrix/operations.ts";
import { type Book, createBook, pathWith } from "../matrix/records.ts";
import { validRequest } from "../matrix/requests.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { patiently } from "../support/retry-when-busy.ts";

// ISO-10: two merchants work at the same time, every string of each carries its marker, and no byte of the other's is
// ever answered. `ACCORD_MARKER_COUNT=100000` runs as many requests as the specification asks for.
const count = Number(process.env.ACCORD_MARKER_COUNT ?? 300);
const clientsOfEach = 8;

let api: TestApi;
let operations: readonly Operation[];
let a: Book;
let b: Book;
before(async () => {
  api = await startApi();
  // The first two hold all writes of their merchant for a while; after the last, every answer would be that the key is not valid.
  const endsTheWalk = /month-end-close|test-clock\/advance|api-keys\/\{id\}\/revoke/;
  operations = (await readOperations(api.url)).filter(({ path }) => !endsTheWalk.test(path));
  a = await createBook(api, api.merchants.A, `AAA${crypto.randomUUID().slice(0, 8)}`);
  b = await createBook(api, api.merchants.B, `BBB${crypto.randomUUID().slice(0, 8)}`);
  for (const { client, label } of [a, b]) await client.ok("PATCH", "/v3/merchant", { legalName: label });
});
after(() => api.close());

/** Everything a client is sent: status, headers and body, as one text. */
async function bytesAnswered(operation: Operation, own: Book, named: Book): Promise<{ status: number; text: string }> {
  const { body, headers = {} } = await validRequest(operation, own);
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const send = () =>
    fetch(`${api.url}${pathWith(operation, named.records)}`, {
      method: operation.method,
      headers: { authorization: own.client.merchant.writeKey, ...type, ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  // A cluster changes keys and members of all merchants one after the other, and some of many at once are 503 (ADR 0095).
  const answer = await patiently(send);
  const bytes = Buffer.from(await answer.arrayBuffer()).toString("latin1");
  return { status: answer.status, text: JSON.stringify([...answer.headers]) + bytes };
}

test(`ISO-10: ${count} concurrent requests of two merchants show neither anything of the other`, async () => {
  let next = 0;
  let successes = 0;
  let ownMarkers = 0;
  const work = async (own: Book, other: Book) => {
    while (next < count) {
      const index = next;
      next += 1;
      const operation = operations[Math.floor(index / 4) % operations.length];
      assert.ok(operation !== undefined);
      const { status, text } = await bytesAnswered(operation, own, index % 4 === 3 ? other : own);
      const isMissingFile = status === 500 && operation.path.endsWith("/file");
      assert.ok(status < 500 || isMissingFile, `${operation.name}: ${text}`);
      assert.ok(!text.includes(other.label), `${operation.name} of ${own.label}: ${text}`);
      if (status < 300) successes += 1;
      if (text.includes(own.label)) ownMarkers += 1;
    }
  };
  await Promise.all(Array.from({ length: clientsOfEach }, () => [work(a, b), work(b, a)]).flat());
  assert.ok(successes > count / 3, `${successes} of ${count} succeeded`);
  assert.ok(ownMarkers > count / 5, `${ownMarkers} of ${count} answers held the own marker`);
});
