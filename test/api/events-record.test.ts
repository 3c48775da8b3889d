import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import pg from "pg";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, rejection, unknownId, words } from "../support/client.ts";
import { termBody } from "../support/term-client.ts";

let api: TestApi;
let client: Client;
let customerId: string;
let eventTypeId: string;
let keys = 0;

before(async () => {
  api = await startApi();
  client = clientOf(api, api.merchants.A);
  customerId = (await client.ok("POST", "/v3/customers", { name: "Northwind" })).id;
  eventTypeId = await newEventType("SUM");
});
after(() => api.close());

async function newEventType(aggregation: string, of = client): Promise<string> {
  return (await of.ok("POST", "/v3/events/types", { name: crypto.randomUUID(), aggregation })).id;
}

/** Five units in December 2025; the clock of the merchant stands in January 2026. */
function eventBody(parts: object = {}) {
  keys += 1;
  return {
    idempotencyKey: `key-${keys}`,
    customerId,
    eventTypeId,
    datetime: "2025-12-15T10:00:00Z",
    value: "5",
    ...parts,
  };
}

const without = (body: object, field: string) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));

const record = (parts: object = {}) => client.send("POST", "/v3/events", eventBody(parts));
const bulk = (events: object[], of = client) => of.send("POST", "/v3/events/bulk", { events });
const statuses = ({ results }: Json): string[] => results.map((result: Json) => result.status);

async function listed(filter: string, of = client): Promise<Json[]> {
  return (await of.ok("GET", `/v3/events?limit=1000&filter=${encodeURIComponent(filter)}`)).data;
}

test("an event is recorded as it was sent, and can be read", async () => {
  const body = eventBody({
    datetime: "2025-12-15T12:00:00.5+02:00",
    value: -0.5,
    differentiator: "eu-west",
    invoiceGroup: "research",
    metadata: { host: "a", deep: { list: [1, null] } },
  });
  const { status, body: answer } = await client.send("POST", "/v3/events", body);
  assert.equal(status, 201, JSON.stringify(answer));
  const { id, createdAt, duplicate, ...rest } = answer.payload;
  const { invoiceGroup, ...sent } = body as Json;
  const expected = {
    ...sent,
    invoiceSplitKey: invoiceGroup,
    datetime: "2025-12-15T10:00:00.500Z",
    value: "-0.5",
    status: "RECORDED",
    contractId: null,
    billingTermId: null,
    lastUpdatedAt: createdAt,
    deletedAt: null,
  };
  assert.deepEqual([rest, duplicate], [expected, false]);
  const view = { ...expected, id, createdAt };
  assert.deepEqual(await client.ok("GET", `/v3/events/${id.toUpperCase()}`), view);
  assert.deepEqual((await listed(`differentiator:eq:eu-west`))[0], view);
});

describe("USE-1: idempotency keys of events never expire", () => {
  test("repeating an event returns the first one; order of fields and spelling of values do not matter", async () => {
    const body = eventBody({ metadata: { a: 1, b: { c: 2, d: 3 } } });
    const first = await client.send("POST", "/v3/events", body);
    const again = await client.send("POST", "/v3/events", {
      metadata: { b: { d: 3, c: 2 }, a: 1 },
      ...without(body, "metadata"),
      ...{ value: "5.0", datetime: "2025-12-15T11:00:00+01:00" },
    });
    assert.equal(again.status, 200, JSON.stringify(again.body));
    assert.deepEqual(again.body.payload, { ...first.body.payload, duplicate: true });
  });

  test("another event with the same key is a conflict, whatever differs, and the first one stays", async () => {
    const body = eventBody({ differentiator: "a" });
    const { id } = await client.ok("POST", "/v3/events", body);
    const { id: otherCustomer } = await client.ok("POST", "/v3/customers", { name: "Other" });
    for (const parts of [
      { value: "6" },
      { datetime: "2025-12-15T10:00:00.001Z" },
      { customerId: otherCustomer },
      { eventTypeId: await newEventType("SUM") },
      { differentiator: null },
      { invoiceSplitKey: "x" },
      { metadata: { a: 1 } },
    ]) {
      const answer = await client.send("POST", "/v3/events", { ...body, ...parts });
      assert.deepEqual(rejection(answer), [409, "USAGE_EVENT_CONFLICT"], JSON.stringify(parts));
    }
    assert.equal((await client.ok("GET", `/v3/events/${id}`)).value, "5");
  });

  test("the key of a deleted event stays used; another merchant can use it", async () => {
    const body = eventBody();
    const { id } = await client.ok("POST", "/v3/events", body);
    await client.ok("DELETE", `/v3/events/${id}`);
    const again = await client.send("POST", "/v3/events", body);
    assert.deepEqual([again.status, again.body.payload.id, again.body.payload.status], [200, id, "DELETED"]);

    const other = clientOf(api, api.merchants.B);
    const theirs = { customerId: (await other.ok("POST", "/v3/customers", { name: "B" })).id };
    const answer = await other.send("POST", "/v3/events", {
      ...body,
      ...theirs,
      eventTypeId: await newEventType("SUM", other),
    });
    assert.equal(answer.status, 201);
  });

  test("a retry returns the first event even if it has become too old to be recorded", async () => {
    const aged = clientOf(api, await api.newMerchant());
    const [customer, type] = [
      (await aged.ok("POST", "/v3/customers", { name: "Old" })).id,
      await newEventType("SUM", aged),
    ];
    const body = { ...eventBody(), customerId: customer, eventTypeId: type, datetime: "2021-01-20T00:00:00Z" };
    await aged.ok("POST", "/v3/events", body);
    await aged.advance("2026-03-01T00:00:00Z");
    assert.equal((await aged.send("POST", "/v3/events", body)).status, 200);
    const fresh = await aged.send("POST", "/v3/events", { ...body, idempotencyKey: "new" });
    assert.deepEqual(rejection(fresh), [400, "USAGE_EVENT_INVALID", "/datetime RANGE"]);
  });
});

describe("what is rejected", () => {
  test("every problem at once", async () => {
    const count = await newEventType("COUNT");
    const many = { customerId: unknownId, datetime: "2031-01-01T00:00:00Z", metadata: { a: "x".repeat(4_096) } };
    assert.deepEqual(rejection(await record({ ...many, eventTypeId: count })), [
      400,
      "USAGE_EVENT_INVALID",
      "/customerId CUSTOMER_NOT_FOUND",
      "/datetime RANGE",
      "/value RANGE",
      "/metadata METADATA_TOO_LARGE",
    ]);
    assert.deepEqual(rejection(await record({ ...many, eventTypeId: unknownId })).slice(2, 4), [
      "/customerId CUSTOMER_NOT_FOUND",
      "/eventTypeId EVENT_TYPE_NOT_FOUND",
    ]);
  });

  test("foreign records are answered like unknown ones", async () => {
    const other = clientOf(api, api.merchants.B);
    const theirs = (await other.ok("POST", "/v3/customers", { name: "B" })).id;
    const type = await newEventType("SUM", other);
    assert.equal(words(await record({ customerId: theirs })), words(await record({ customerId: unknownId })));
    assert.equal(words(await record({ eventTypeId: type })), words(await record({ eventTypeId: unknownId })));
    const deleted = (await client.ok("POST", "/v3/customers", { name: "Gone" })).id;
    await client.ok("DELETE", `/v3/customers/${deleted}`);
    assert.equal(words(await record({ customerId: deleted })), words(await record({ customerId: unknownId })));
  });

  for (const [what, aggregation, value, expected] of [
    ["a sum needs a value", "SUM", null, "/value REQUIRED"],
    ["a maximum needs a value", "MAX", undefined, "/value REQUIRED"],
    ["a last value needs one", "LAST", undefined, "/value REQUIRED"],
    ["a counted event is one", "COUNT", "2", "/value RANGE"],
    ["a counted event needs no value", "COUNT", undefined, "1"],
    ["a counted event may say so", "COUNT", "1.00", "1"],
    ["values may be negative", "LAST", "-12.5", "-12.5"],
    ["values have 12 decimals", "MAX", "0.000000000001", "0.000000000001"],
  ] as const) {
    test(what, async () => {
      const answer = await record({ eventTypeId: await newEventType(aggregation), value });
      if (answer.status === 201) assert.equal(answer.body.payload.value, expected);
      else assert.deepEqual(rejection(answer), [400, "USAGE_EVENT_INVALID", expected]);
    });
  }

  test("an event time more than an hour ahead or five years back, to the millisecond", async () => {
    const { now } = await client.ok("GET", "/v3/test-clock");
    const at = Temporal.Instant.from(now);
    const edges = [at.add({ hours: 1 }), at.toZonedDateTimeISO("UTC").subtract({ years: 5 }).toInstant()];
    for (const edge of edges) assert.equal((await record({ datetime: edge.toString() })).status, 201);
    for (const [edge, milliseconds] of [
      [edges[0], 1],
      [edges[1], -1],
    ] as const) {
      const answer = await record({ datetime: edge?.add({ milliseconds }).toString() });
      assert.deepEqual(rejection(answer), [400, "USAGE_EVENT_INVALID", "/datetime RANGE"]);
    }
  });

  test("more than 4,096 bytes of metadata; two spellings of the split key that disagree", async () => {
    const filled = (bytes: number) => ({ metadata: { a: "é".repeat((bytes - 8) / 2) } });
    assert.equal((await record(filled(4_096))).status, 201);
    assert.deepEqual(rejection(await record(filled(4_098))), [
      400,
      "USAGE_EVENT_INVALID",
      "/metadata METADATA_TOO_LARGE",
    ]);
    assert.equal((await record({ invoiceSplitKey: "a", invoiceGroup: "a" })).body.payload.invoiceSplitKey, "a");
    const both = await record({ invoiceSplitKey: "a", invoiceGroup: "b" });
    assert.deepEqual(rejection(both), [400, "VALIDATION_FAILED", "/invoiceGroup CONFLICT"]);
    let deep: Json = 1;
    for (let level = 0; level < 33; level += 1) deep = { deep };
    assert.deepEqual(rejection(await record({ metadata: deep })), [400, "JSON_TOO_DEEP", "/metadata JSON_TOO_DEEP"]);
  });
});

describe("bulk", () => {
  test("one result for each event, in order; created, duplicates and failed sum to what was sent", async () => {
    const known = eventBody();
    const { id } = await client.ok("POST", "/v3/events", known);
    const fresh = eventBody();
    const bad = eventBody({ customerId: unknownId });
    const events = [
      fresh,
      known,
      bad,
      fresh,
      { ...fresh, value: "6" },
      { ...known, value: "6" },
      { ...bad, customerId },
      { ...bad, customerId, value: "7" },
    ];
    const { status, body } = await bulk(events);
    assert.equal(status, 200, JSON.stringify(body));
    const { results, batchId: _, ...counts } = body.payload;
    assert.deepEqual(statuses(body.payload), [
      "CREATED",
      "DUPLICATE",
      "FAILED",
      "DUPLICATE",
      "FAILED",
      "FAILED",
      "CREATED",
      "FAILED",
    ]);
    assert.deepEqual(counts, { created: 2, duplicates: 2, failed: 4 });
    assert.deepEqual([results[1].id, results[3].id], [id, results[0].id]);
    assert.deepEqual(
      results.flatMap(({ error }: Json) => error?.errorCode ?? []),
      ["USAGE_EVENT_INVALID", "USAGE_EVENT_CONFLICT", "USAGE_EVENT_CONFLICT", "USAGE_EVENT_CONFLICT"],
    );
    assert.deepEqual(results[2].error.issues[0].path, "/customerId");
    assert.equal((await client.ok("GET", `/v3/events/${results[0].id}`)).idempotencyKey, fresh.idempotencyKey);
  });

  test("CRA-4: a repeated batch of 1,000 adds nothing; 1,001 events and none are rejected", async () => {
    const type = await newEventType("COUNT");
    const events = Array.from({ length: 1_001 }, () => eventBody({ eventTypeId: type, value: undefined }));
    const batch = events.slice(0, 1_000);
    const { payload: first } = (await bulk(batch)).body;
    assert.deepEqual([first.created, first.results.length], [1_000, 1_000]);
    const { payload: again } = (await bulk(batch.toReversed())).body;
    assert.deepEqual([again.created, again.duplicates], [0, 1_000]);
    assert.deepEqual(
      again.results.map(({ id }: Json) => id),
      first.results.map(({ id }: Json) => id).toReversed(),
    );
    assert.equal((await client.ok("GET", `/v3/events?filter=eventTypeId:eq:${type}`)).totalItems, 1_000);
    const rowsOf = async ({ batchId }: Json) =>
      (await client.ok("GET", `/v3/audit-log?filter=entityId:eq:${batchId}`)).data.map((row: Json) => row.changes);
    const counted = [
      { path: "created", from: null, to: 1_000 },
      { path: "duplicates", from: null, to: 0 },
      { path: "failed", from: null, to: 0 },
    ];
    assert.deepEqual([await rowsOf(first), await rowsOf(again)], [[counted], []], "a retry leaves no row");
    assert.deepEqual(rejection(await bulk(events)), [400, "TOO_MANY_ITEMS", "/events TOO_MANY_ITEMS"]);
    assert.equal((await bulk([])).status, 400);
  });

  test("BOD-13, BOD-5: bulk bodies may have 8 MiB, one event 1 MiB; a wrong shape rejects the request, naming the event", async () => {
    const large = Array.from({ length: 400 }, () => eventBody({ metadata: { a: "x".repeat(4_000) } }));
    assert.equal((await bulk(large)).body.payload.created, 400);
    const tooLarge = eventBody({ metadata: { a: "x".repeat(1_100_000) } });
    assert.deepEqual(rejection(await client.send("POST", "/v3/events", tooLarge)), [413, "BODY_TOO_LARGE"]);
    assert.deepEqual(rejection(await bulk([eventBody(), { ...eventBody(), value: "1e5" }])).slice(2), [
      "/events/1/value AMOUNT_INVALID",
    ]);
    const misspelt = await bulk([{ ...eventBody(), customer: customerId }]);
    assert.deepEqual(rejection(misspelt).slice(1), ["VALIDATION_FAILED", "/events/0/customer UNKNOWN_FIELD"]);
  });

  test("eight batches with the same events at once record each of them once", async () => {
    const type = await newEventType("SUM");
    const months = ["2024-03", "2024-05", "2025-07"];
    const events = Array.from({ length: 90 }, (_, index) =>
      eventBody({ eventTypeId: type, datetime: `${months[index % 3]}-10T00:00:00Z` }),
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => bulk(index % 2 === 0 ? events : events.toReversed())),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(8).fill(200),
      JSON.stringify(answers.map(({ body }) => body.error)),
    );
    const created = answers.reduce((sum, { body }) => sum + body.payload.created, 0);
    const duplicates = answers.reduce((sum, { body }) => sum + body.payload.duplicates, 0);
    assert.deepEqual([created, duplicates], [90, 630]);
    assert.equal((await listed(`eventTypeId:eq:${type}`)).length, 90);
  });
});

describe("deleting events", () => {
  test("an event is deleted once and can still be read", async () => {
    const { body } = await record();
    const { id, duplicate, ...event } = body.payload;
    const deleted = await client.ok("DELETE", `/v3/events/${id}`);
    const { deletedAt } = deleted;
    assert.deepEqual(deleted, { ...event, id, status: "DELETED", deletedAt, lastUpdatedAt: deletedAt });
    assert.deepEqual(await client.ok("GET", `/v3/events/${id}`), deleted);
    assert.deepEqual(rejection(await client.send("DELETE", `/v3/events/${id}`)), [404, "USAGE_EVENT_NOT_FOUND"]);
  });

  test("several events are deleted all or none", async () => {
    const { results } = (await bulk([eventBody(), eventBody(), eventBody()])).body.payload;
    const eventIds: string[] = results.map(({ id }: Json) => id);
    const remove = (ids: (string | undefined)[]) => client.send("DELETE", "/v3/events/bulk", { eventIds: ids });
    const [first, second, third] = eventIds;
    assert.deepEqual(rejection(await remove([first, unknownId])), [404, "USAGE_EVENT_NOT_FOUND"]);
    assert.equal((await client.ok("GET", `/v3/events/${first}`)).status, "RECORDED");
    const { payload } = (await remove([first, second, first])).body;
    assert.deepEqual(new Set(payload.deleted.map(({ id }: Json) => id)), new Set([first, second]));
    assert.deepEqual(rejection(await remove([third, second])), [404, "USAGE_EVENT_NOT_FOUND"]);
    assert.equal((await client.ok("GET", `/v3/events/${third}`)).status, "RECORDED");
  });

  test("of eight concurrent deletions one succeeds", async () => {
    const { id } = (await record()).body.payload;
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.send("DELETE", `/v3/events/${id}`)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(7).fill(404)]);
  });
});

test("an event type with events cannot be deleted, also when both happen at once", async () => {
  const used = await newEventType("SUM");
  const { id } = (await record({ eventTypeId: used })).body.payload;
  await client.ok("DELETE", `/v3/events/${id}`);
  assert.deepEqual(rejection(await client.send("DELETE", `/v3/events/types/${used}`)), [400, "EVENT_TYPE_IN_USE"]);
  for (let round = 0; round < 5; round += 1) {
    const type = await newEventType("SUM");
    const [recorded, deleted] = await Promise.all([
      record({ eventTypeId: type }),
      client.send("DELETE", `/v3/events/types/${type}`),
    ]);
    assert.deepEqual(
      [recorded.status === 201, deleted.status === 200].toSorted(),
      [false, true],
      JSON.stringify([recorded.body, deleted.body]),
    );
  }
});

describe("matching", () => {
  test("events wait for a usage term, and match by calendar day in the merchant's time zone, in any order", async () => {
    const merchant = await api.newMerchant();
    await inNewYork(merchant.merchantId);
    const metered = clientOf(api, merchant);
    const type = await newEventType("SUM", metered);
    const contractId = await metered.contract();
    const customer = (await metered.ok("GET", `/v3/contracts/${contractId}`)).customerId;
    const send = async (datetime: string, parts: object = {}) =>
      (
        await metered.ok(
          "POST",
          "/v3/events",
          eventBody({ customerId: customer, eventTypeId: type, datetime, ...parts }),
        )
      ).id as string;
    // 05:00 UTC is midnight in New York.
    const before = await send("2026-01-01T04:59:59.999Z");
    const first = await send("2026-01-01T05:00:00Z");
    const { id: otherCustomer } = await metered.ok("POST", "/v3/customers", { name: "Other" });
    const others = await send("2026-01-01T05:00:00Z", { customerId: otherCustomer });
    const term = await metered.ok("POST", `/v3/contracts/${contractId}/billing-terms`, {
      ...usageTerm(type),
      endDate: "2026-01-31",
    });
    const matchedIds = async () => (await listed("matched:eq:true", metered)).map(({ id }) => id);
    assert.deepEqual(await matchedIds(), [], "a draft bills nothing");
    await metered.approve(contractId);
    await metered.advance("2026-03-01T00:00:00Z");
    const last = await send("2026-02-01T04:59:59.999Z");
    const after = await send("2026-02-01T05:00:00Z");
    assert.deepEqual(await matchedIds(), [last, first]);
    assert.deepEqual(
      (await listed("matched:eq:false", metered)).map(({ id }) => id),
      [after, others, before],
    );
    for (const { id, status, billingTermId, contractId: of } of await listed("datetime:gt:2020-01-01", metered)) {
      // What came after its month was invoiced waits for a line of its own.
      const known = id === first ? "INVOICED" : id === last ? "MATCHED" : undefined;
      const expected = known === undefined ? ["RECORDED", null, null] : [known, term.id, contractId];
      assert.deepEqual([status, billingTermId, of], expected);
    }
    await metered.ok("DELETE", `/v3/events/${last}`);
    assert.deepEqual(await matchedIds(), [first]);
  });
});

describe("OVERLAPPING_USAGE_TERMS", () => {
  const contractOf = async (customer: string, ...bodies: object[]): Promise<{ id: string; terms: string[] }> => {
    const { id } = await client.ok("POST", "/v3/contracts", { name: "Metered", customerId: customer });
    const terms: string[] = [];
    for (const body of bodies) terms.push((await client.ok("POST", `/v3/contracts/${id}/billing-terms`, body)).id);
    return { id, terms };
  };
  const act = (id: string, action = "APPROVE") => client.send("POST", `/v3/contracts/${id}/actions`, { action });
  const codesOf = (contract: Json): string[] => contract.blockReasons.map(({ code }: Json) => code);
  const newCustomer = async (): Promise<string> => (await client.ok("POST", "/v3/customers", { name: "Metered" })).id;

  test("a contract whose usage is billed by an approved one on the same days cannot be approved until one of them ends", async () => {
    const [customer, type] = [await newCustomer(), await newEventType("SUM")];
    const second = await contractOf(customer, { ...usageTerm(type), startDate: "2026-07-01" });
    const first = await contractOf(customer, usageTerm(type));
    assert.equal((await act(first.id)).status, 200);
    const rejected = await act(second.id);
    assert.equal(rejected.body.error.errorCode, "INVALID_CONTRACT_STATE");
    assert.deepEqual(codesOf(rejected.body.error.details), ["OVERLAPPING_USAGE_TERMS"]);
    const third = await contractOf(customer, usageTerm(type));
    assert.deepEqual(codesOf(await client.ok("GET", `/v3/contracts/${third.id}`)), ["OVERLAPPING_USAGE_TERMS"]);

    const end = { endDate: "2026-06-30" };
    await client.ok("PATCH", `/v3/contracts/${first.id}/billing-terms/${first.terms[0]}/terminate`, end);
    assert.equal((await act(second.id)).status, 200);
  });

  test("other customers, event types, days and terms of commitments do not overlap; unapproved contracts may", async () => {
    const [customer, type] = [await newCustomer(), await newEventType("SUM")];
    const free = [
      await contractOf(customer, { ...usageTerm(type), endDate: "2026-06-30" }),
      await contractOf(customer, { ...usageTerm(type), startDate: "2026-07-01" }),
      await contractOf(customer, { ...usageTerm(type), usageScope: "COMMITMENT" }),
      await contractOf(customer, usageTerm(await newEventType("SUM"))),
      await contractOf(await newCustomer(), usageTerm(type)),
    ];
    for (const { id } of free) assert.equal((await act(id)).status, 200);
  });

  test("terms of one contract overlap as well, and an approved contract rejects such a change", async () => {
    const [customer, type] = [await newCustomer(), await newEventType("SUM")];
    const twice = await contractOf(customer, usageTerm(type), { ...usageTerm(type), startDate: "2026-12-31" });
    assert.deepEqual(codesOf(await client.ok("GET", `/v3/contracts/${twice.id}`)), ["OVERLAPPING_USAGE_TERMS"]);
    const [path, last] = [`/v3/contracts/${twice.id}/billing-terms`, twice.terms[1]];
    await client.ok("DELETE", `${path}/${last}`);
    assert.equal((await act(twice.id)).status, 200);
    const more = await client.send("POST", path, usageTerm(type));
    assert.deepEqual(rejection(more), [400, "VALIDATION_FAILED", "/eventTypeId OVERLAPPING_USAGE_TERMS"]);
    assert.equal(
      (await client.send("POST", path, { ...usageTerm(type), startDate: "2027-01-01", endDate: null })).status,
      201,
    );
  });

  test("of eight concurrent approvals of overlapping contracts one succeeds", async () => {
    const [customer, type] = [await newCustomer(), await newEventType("SUM")];
    const contracts = await Promise.all(Array.from({ length: 8 }, () => contractOf(customer, usageTerm(type))));
    const answers = await Promise.all(contracts.map(({ id }) => act(id)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(7).fill(400)]);
  });
});

async function inNewYork(merchantId: string): Promise<void> {
  const owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
  await owner.query("update merchant set time_zone = 'America/New_York' where id = $1", [merchantId]);
  await owner.end();
}

const usageTerm = (type: string) =>
  termBody({
    interval: "MONTH",
    billingType: "UNIT",
    quantity: undefined,
    eventTypeId: type,
    invoiceDateStrategy: "ARREARS",
    pricing: [{ amount: "0.10", amountType: "PER_ITEM", tierMinimum: "0" }],
  });

test("ISO-1, UID-1: foreign, unknown and malformed ids answer the same 404; a read-only key may not write", async () => {
  const other = clientOf(api, api.merchants.B);
  const { id } = (await record()).body.payload;
  for (const method of ["GET", "DELETE"]) {
    const unknown = words(await other.send(method, `/v3/events/${unknownId}`));
    for (const named of [id, "abc", `{${unknownId}}`]) {
      assert.equal(words(await other.send(method, `/v3/events/${named}`)), unknown);
    }
  }
  assert.deepEqual(rejection(await other.send("DELETE", "/v3/events/bulk", { eventIds: [id] })), [
    404,
    "USAGE_EVENT_NOT_FOUND",
  ]);
  const key = api.merchants.A.readKey;
  for (const [method, path] of [
    ["POST", "/v3/events"],
    ["POST", "/v3/events/bulk"],
    ["DELETE", `/v3/events/${id}`],
    ["DELETE", "/v3/events/bulk"],
  ] as const) {
    assert.deepEqual(rejection(await api.request(method, path, { key, body: {} })), [403, "KEY_READ_ONLY"]);
  }
});

test("concurrent events are recorded in one batch: each has its own answer, audit row and request id", async () => {
  const same = eventBody();
  const sent = [
    eventBody({ value: "7" }),
    same,
    { ...same },
    { ...same, value: "6" },
    eventBody({ customerId: unknownId }),
    eventBody({ metadata: { note: "beside it" } }),
  ];
  const answers = await Promise.all(
    sent.map((body, index) => client.send("POST", "/v3/events", body, { "x-request-id": `together-${index}` })),
  );
  const [seven, ...others] = answers;
  const ofKey = others.slice(0, 3);
  assert.equal(seven?.status, 201);
  assert.equal(seven?.body.payload.value, "7");
  // Of several under one key the first that arrives counts: one event, its retry, and another one under its key.
  assert.deepEqual(
    ofKey.map(({ status }) => status).toSorted(),
    ofKey[2]?.status === 201 ? [201, 409, 409] : [200, 201, 409],
  );
  assert.deepEqual(
    others.slice(3).map((answer) => [answer.status, answer.body.error?.errorCode]),
    [
      [400, "USAGE_EVENT_INVALID"],
      [201, undefined],
    ],
  );
  const created = answers.flatMap((answer, index) =>
    answer.status === 201 ? [[answer.body.payload.id, index] as const] : [],
  );
  for (const [id, index] of created) {
    const { data } = await client.ok("GET", `/v3/audit-log?filter=entityId:eq:${id}`);
    assert.deepEqual(
      data.map((row: Json) => [row.action, row.requestId]),
      [["usage-event.record", `together-${index}`]],
    );
  }
});
