import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { shareOf } from "../support/case-counts.ts";
import { unknownId, words } from "../support/client.ts";
import { digestOf } from "../support/digest.ts";
import { type BodyField, isIdName, type Operation, readOperations, withValueAt } from "./operations.ts";
import { type Book, createBook, kindInPath, kindOf, pathWith } from "./records.ts";
import { ask, validBody, validRequest } from "./requests.ts";

// The column "ids": what a request names. Another merchant's record and one that does not exist are never
// distinguished, wherever an id can stand.

/** Operations whose row in the specification lists 400, so that a malformed id is 400 INVALID_ID and not 404 (rules 1). */
const malformedIs400 = new Set([
  "GET /v3/contracts/{id}",
  "PATCH /v3/contracts/{id}/metadata",
  "POST /v3/contracts/{id}/actions",
  "GET /v3/contracts/{id}/opening",
  "POST /v3/contracts/{id}/opening",
  "DELETE /v3/contracts/{id}/file",
  "POST /v3/credit-memos/{id}/applications",
  "POST /v3/contracts/{id}/obligations",
  "DELETE /v3/contracts/{id}/obligations/{obligationId}",
  "DELETE /v3/events/types/{eventTypeId}",
  "POST /v3/contracts/{id}/obligation/{obligationId}/custom-revenue",
  "POST /v3/contracts/{id}/billing-terms",
  "GET /v3/contracts/{id}/billing-term-groups",
  "DELETE /v3/contracts/{id}/billing-term-groups/{groupId}",
  "PATCH /v3/contracts/{id}/billing-term-groups/{groupId}/event-type",
  "GET /v3/contracts/{id}/performance-obligations",
  "POST /v3/contracts/{id}/performance-obligations",
  "PATCH /v3/contracts/{id}/performance-obligations/{pobId}",
  "POST /v3/performance-obligations/{pobId}/recognized",
  "PATCH /v3/contracts/{id}/billing-terms/{billingTermId}",
  "PATCH /v3/contracts/{id}/billing-terms/{billingTermId}/terminate",
  "POST /v3/contracts/{id}/billing-terms/{billingTermId}/milestone",
  "POST /v3/contracts/{id}/billing-terms/{billingTermId}/seat-amendment",
  "GET /v3/contracts/{id}/billing-terms/{billingTermId}/seat-amendments",
  "DELETE /v3/contracts/{id}/billing-terms/{billingTermId}/seat-amendments/{seatAmendmentId}",
  "GET /v3/contracts/{id}/billing-terms/{billingTermId}/amendments",
  "POST /v3/contracts/{id}/billing-terms/{billingTermId}/amendments",
  "POST /v3/contracts/{id}/billing-terms/{billingTermId}/swap",
  "POST /v3/contracts/{id}/commitments",
  "POST /v3/contracts/{id}/commitments/{commitmentId}/terminate",
  "POST /v3/contracts/{id}/commitments/{commitmentId}/schedules",
  "PATCH /v3/contracts/{id}/commitments/{commitmentId}/schedules/{scheduleId}",
  "DELETE /v3/contracts/{id}/commitments/{commitmentId}/schedules/{scheduleId}",
  "POST /v3/contracts/{id}/commitments/{commitmentId}/steps",
  "PATCH /v3/contracts/{id}/commitments/{commitmentId}/steps/{stepId}",
  "DELETE /v3/contracts/{id}/commitments/{commitmentId}/steps/{stepId}",
  "PATCH /v3/commitments/{commitmentId}",
  "GET /v3/contracts/{id}/modifications",
  "PATCH /v3/contracts/{id}/modifications/{modificationId}",
  "GET /v3/contracts/{id}/discount-allocations",
  "POST /v3/contracts/{id}/discount-allocations",
  "DELETE /v3/contracts/{id}/discount-allocations/{discountAllocationId}",
  "GET /v3/products/{id}/standalone-selling-prices",
  "POST /v3/products/{id}/standalone-selling-prices",
  "DELETE /v3/products/{id}/standalone-selling-prices",
]);

/** Ids in a path whose row has 400 for a record that is not there. */
const missingIs400 = new Set(["DELETE /v3/contracts/{id}/obligations/{obligationId} obligationId"]);

/** Fields of bodies whose row lists 404: a missing record is 404, everywhere else 400 (rules 1). */
const missingInBodyIs404 = new Set([
  "POST /v3/credit-memos/{id}/applications /invoiceId",
  "POST /v3/payments/{id}/applications /invoiceId",
  "POST /v3/consolidated-invoices/{id}/payment-applications /paymentId",
  "POST /v3/consolidated-invoices/{id}/credit-memo-applications /creditMemoId",
  "PATCH /v3/contracts/{id} /customerId",
  "PATCH /v3/customers/{id} /parentCustomerId",
  "PATCH /v3/customers/{id} /customFields/0/id",
  "POST /v3/customers/{id}/sub-customers /customFields/0/id",
  "PUT /v3/customers/{id}/custom-field /id",
  "PATCH /v3/products/{id} /itemId",
  "PATCH /v3/products/{id} /integrationItemId",
  "PATCH /v3/products/{id} /erpClassId",
  "PATCH /v3/products/{id} /categoryId",
  ...["productId", "itemId", "classId", "eventTypeId", "billingTermGroupId"].map(
    (field) => `POST /v3/contracts/{id}/billing-terms /${field}`,
  ),
  ...["productId", "itemId", "classId", "eventTypeId", "billingTermGroupId"].map(
    (field) => `POST /v3/contracts/{id}/billing-terms/{billingTermId}/swap /newTerm/${field}`,
  ),
  "POST /v3/contracts/{id}/performance-obligations /billingTermGroupId",
  "POST /v3/contracts/{id}/performance-obligations /toUpdate/0/id",
  // Event types of the batch belong to another pattern than the example's, so more is wrong with it.
  ...["toCreate", "toUpdate"].flatMap((list) =>
    ["productId", "itemId", "erpClassId", "classId", "categoryId"].map(
      (field) => `POST /v3/contracts/{id}/performance-obligations /${list}/0/${field}`,
    ),
  ),
  "DELETE /v3/events/bulk /eventIds/0",
  ...[
    "POST /v3/contracts/{id}/commitments /commitments/0/schedules/0",
    "POST /v3/commitments /commitments/0",
    "POST /v3/contracts/{id}/commitments/{commitmentId}/schedules ",
    "PATCH /v3/contracts/{id}/commitments/{commitmentId}/schedules/{scheduleId} ",
  ].flatMap((place) =>
    ["billingTermId", "eventTypeId", "overageIntegrationItemId"].map((field) => `${place}/overageConfigs/0/${field}`),
  ),
  "POST /v3/contracts/{id}/commitments /commitments/0/schedules/0/steps/0/billingTermIds/0",
  "POST /v3/commitments /contractId",
  "POST /v3/commitments /commitments/0/billingTermIds/0",
  "POST /v3/contracts/{id}/commitments/{commitmentId}/schedules /steps/0/billingTermIds/0",
  "POST /v3/contracts/{id}/commitments/{commitmentId}/steps /scheduleId",
  "POST /v3/contracts/{id}/commitments/{commitmentId}/steps /billingTermIds/0",
  "PATCH /v3/contracts/{id}/commitments/{commitmentId}/steps/{stepId} /billingTermIds/0",
  "PATCH /v3/contracts/{id}/billing-term-groups/{groupId}/event-type /toEventTypeId",
  ...["productId", "itemId", "erpClassId", "classId", "categoryId", "eventTypeId"].map(
    (field) => `PATCH /v3/contracts/{id}/performance-obligations/{pobId} /${field}`,
  ),
  ...["productId", "itemId", "classId"].map(
    (field) => `PATCH /v3/contracts/{id}/billing-terms/{billingTermId} /${field}`,
  ),
  ...["v3", "v3.1"].flatMap((version) =>
    ["productId", "itemId", "classId", "categoryId", "eventTypeId"].map(
      (field) => `PATCH /${version}/contracts/{id}/obligation/{obligationId} /${field}`,
    ),
  ),
]);

/** The answer to a batch, which tells of each entry by itself. */
const missingInBodyIsReported: ReadonlyMap<string, number> = new Map([
  ["POST /v3/payment-accounts/bulk-link /items/0/customerId", 202],
  ["POST /v3/events/bulk /events/0/customerId", 200],
  ["POST /v3/events/bulk /events/0/eventTypeId", 200],
]);

let api: TestApi;
let operations: readonly Operation[];
let a: Book;
let b: Book;
before(async () => {
  api = await startApi();
  operations = await readOperations(api.url);
  a = await createBook(api, api.merchants.A, "Matrix A");
  b = await createBook(api, api.merchants.B, "Matrix B");
});
after(() => api.close());

/** Runs what must change nothing, of anybody. */
async function withoutEffect(work: () => Promise<void>): Promise<void> {
  const untouched = await digestOf(api.connectionString);
  await work();
  assert.equal(await digestOf(api.connectionString), untouched, "nothing changed");
}

/** The words of an answer, whichever of the ids it was asked with. */
const wordsWithout = (answer: Parameters<typeof words>[0], id: string) => words(answer).replaceAll(id, "<id>");

describe("ids in paths", () => {
  const statusOfMissing = (operation: Operation, pathId: string) =>
    missingIs400.has(`${operation.name} ${pathId}`) ? 400 : 404;

  test("ISO-1, ISO-2: another merchant's record and an unknown one get the same answer, at every position", () =>
    withoutEffect(async () => {
      for (const operation of operations) {
        for (const pathId of operation.pathIds) {
          const name = `${operation.name} ${pathId}`;
          const asked = async (id: string) => {
            const path = pathWith(operation, a.records, { [pathId]: id });
            return ask(api, operation, a, { ...(await validRequest(operation, a)), path });
          };
          const foreignId = b.records[kindInPath(operation, pathId)];
          const [foreign, unknown] = [await asked(foreignId), await asked(unknownId)];
          assert.equal(foreign.status, statusOfMissing(operation, pathId), `${name}: ${words(foreign)}`);
          assert.equal(wordsWithout(foreign, foreignId), wordsWithout(unknown, unknownId), name);
        }
      }
    }));

  test("ISO-2: several ids of another merchant in one path get that answer too", () =>
    withoutEffect(async () => {
      for (const operation of operations.filter(({ pathIds }) => pathIds.length > 0)) {
        const [first = ""] = operation.pathIds;
        const answer = await ask(api, operation, a, {
          ...(await validRequest(operation, a)),
          path: pathWith(operation, b.records),
        });
        assert.equal(answer.status, statusOfMissing(operation, first), `${operation.name}: ${words(answer)}`);
      }
    }));

  test("ISO-2: an own record under another parent is answered like an unknown one", () =>
    withoutEffect(async () => {
      const nested = operations.filter(({ pathIds }) => pathIds.length > 1);
      assert.ok(nested.length >= 4);
      for (const operation of nested) {
        for (const [index, pathId] of operation.pathIds.entries()) {
          if (index === 0) continue;
          const asked = async (id: string) => {
            const path = pathWith(operation, a.others, { [pathId]: id });
            return ask(api, operation, a, { ...(await validRequest(operation, a)), path });
          };
          const ownId = a.records[kindInPath(operation, pathId)];
          const [own, unknown] = [await asked(ownId), await asked(unknownId)];
          assert.equal(own.status, statusOfMissing(operation, pathId), `${operation.name}: ${words(own)}`);
          assert.equal(wordsWithout(own, ownId), wordsWithout(unknown, unknownId), operation.name);
        }
      }
    }));

  test("UID-1: a malformed id is 400 where the endpoint lists 400, else it is answered like an unknown one", () =>
    withoutEffect(async () => {
      for (const [place, operation] of operations.entries()) {
        for (const pathId of operation.pathIds) {
          const id = a.records[kindInPath(operation, pathId)];
          const shapes = [
            "abc",
            id.slice(0, -1),
            `${id}0`,
            `{${id}}`,
            id.replaceAll("-", ""),
            `urn:uuid:${id}`,
            `${id}%00`,
            "%00",
            "%2F",
            "..%2Fx",
            "null",
            "undefined",
            "a".repeat(10_000),
          ];
          for (const shape of shareOf(shapes, place)) {
            const path = pathWith(operation, a.records, { [pathId]: shape });
            const answer = await ask(api, operation, a, { ...(await validRequest(operation, a)), path });
            const name = `${operation.name} ${shape.slice(0, 50)}: ${words(answer)}`;
            const expected = malformedIs400.has(operation.name) ? 400 : 404;
            assert.equal(answer.status, expected, name);
            if (expected === 400) assert.equal(answer.body.error.errorCode, "INVALID_ID", name);
          }
        }
      }
    }));

  test("UID-1: an id in capitals is the same id, and the nil id is well-formed and unknown", async () => {
    for (const operation of operations.filter(({ isWrite, pathIds }) => !isWrite && pathIds.length > 0)) {
      // Most contracts have neither.
      if (/\/(file|opening)$/.test(operation.path)) continue;
      const [pathId = ""] = operation.pathIds;
      const id = a.records[kindInPath(operation, pathId)];
      const asked = (value: string) =>
        ask(api, operation, a, { path: pathWith(operation, a.records, { [pathId]: value }) });
      const plain = await asked(id);
      assert.equal(plain.status, 200, operation.name);
      assert.equal(words(await asked(id.toUpperCase())), words(plain), operation.name);
      assert.equal((await asked("00000000-0000-0000-0000-000000000000")).status, 404, operation.name);
    }
  });
});

describe("ids in bodies", () => {
  const idFields = (operation: Operation): BodyField[] =>
    (operation.body?.fields ?? []).filter(
      ({ name, pointer, types }) =>
        isIdName(name) && !types.includes("array") && kindOf(operation, name, pointer) !== undefined,
    );

  test("ISO-3: another merchant's record and an unknown one get the same answer, in every field", () =>
    withoutEffect(async () => {
      let fields = 0;
      for (const operation of operations) {
        for (const { name, pointer } of idFields(operation)) {
          fields += 1;
          const kind = kindOf(operation, name, pointer);
          assert.ok(kind !== undefined);
          const asked = (id: string) =>
            ask(api, operation, a, {
              body: withValueAt(validBody(operation, a), pointer, id, operation.body?.example),
            });
          const [foreign, unknown] = [await asked(b.records[kind]), await asked(unknownId)];
          const place = `${operation.name} ${pointer}`;
          assert.equal(foreign.status, statusInBody(place), `${place}: ${words(foreign)}`);
          assert.equal(wordsWithout(foreign, b.records[kind]), wordsWithout(unknown, unknownId), place);
          assert.ok(!words(foreign).includes("Matrix B"), place);
        }
      }
      assert.ok(fields >= 15, `${fields} fields`);
    }));

  function statusInBody(place: string): number {
    return missingInBodyIsReported.get(place) ?? (missingInBodyIs404.has(place) ? 404 : 400);
  }
});

describe("ids in queries and filters", () => {
  test("ISO-4: a list filtered by another merchant's id equals one filtered by an unknown id, and has own rows only", async () => {
    const foreignIds = new Set<string>(Object.values(b.records));
    let filters = 0;
    for (const operation of operations) {
      for (const { field, rules } of operation.filters) {
        const kind = isIdName(field) ? kindOf(operation, field) : undefined;
        if (kind === undefined) continue;
        const own = a.records[kind];
        const asked = (filter: string) =>
          ask(api, operation, a, { path: `${pathWith(operation, a.records)}?limit=1000&filter=${filter}` });
        const everything = await ask(api, operation, a, { path: `${pathWith(operation, a.records)}?limit=1000` });
        for (const rule of rules) {
          if (rule.startsWith("is")) continue;
          filters += 1;
          const name = `${operation.name} ${field}:${rule}`;
          const foreignId: string = b.records[kind];
          const foreign = await asked(`${field}:${rule}:${foreignId}`);
          const unknown = await asked(`${field}:${rule}:${unknownId}`);
          assert.equal(foreign.status, 200, `${name}: ${words(foreign)}`);
          assert.equal(words(foreign), words(unknown), name);
          const isNegative = rule.startsWith("n");
          assert.equal(foreign.body.payload.totalItems, isNegative ? everything.body.payload.totalItems : 0, name);
          if (rule !== "in" && rule !== "nin") continue;
          const mixed = await asked(`${field}:${rule}:${own};${foreignId}`);
          assert.equal(words(mixed), words(await asked(`${field}:${rule}:${own}`)), name);
          for (const id of foreignIds) assert.ok(!words(mixed).includes(id), name);
        }
        for (const rule of rules.filter((each) => each === "neq" || each === "isnull" || each === "isnotnull")) {
          const answer = await asked(rule === "neq" ? `${field}:neq:${own}` : `${field}:${rule}`);
          assert.equal(answer.status, 200);
          for (const id of foreignIds) assert.ok(!words(answer).includes(id), `${operation.name} ${field}:${rule}`);
        }
      }
    }
    assert.ok(filters >= 40, `${filters} filters`);
  });

  test("ISO-4: an id in a query parameter answers the same for another merchant's record and an unknown one", async () => {
    for (const operation of operations) {
      for (const queryId of operation.queryIds) {
        const kind = kindOf(operation, queryId);
        assert.ok(kind !== undefined);
        const asked = (id: string) =>
          ask(api, operation, a, { path: `${pathWith(operation, a.records)}?${queryId}=${id}` });
        const [foreign, unknown] = [await asked(b.records[kind]), await asked(unknownId)];
        assert.equal(
          wordsWithout(foreign, b.records[kind]),
          wordsWithout(unknown, unknownId),
          `${operation.name} ${queryId}`,
        );
      }
    }
  });
});
