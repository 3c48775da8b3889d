import assert from "node:assert/strict";
import { test } from "node:test";
import { type AcceptedRecord, take } from "./ledger.ts";

const empty: ReadonlyMap<string, AcceptedRecord> = new Map();
const customer = (id: string, version = 1, name = "Globex", externalId: string | null = null) => {
  return { entityType: "CUSTOMER", id, version, externalId, record: { id, names: [{ name }] } };
};
const message = (...records: readonly object[]) => ({ type: "sync.records", timestamp: "", data: { records } });

test("each record gets an id and keeps it; a record with an id keeps that", () => {
  const first = take(empty, message(customer("a"), customer("b", 1, "Initech", "C-7"), customer("c")));
  assert.deepEqual(first.answer, {
    status: 200,
    body: {
      results: [
        { entityType: "CUSTOMER", id: "a", status: "SYNCED", externalId: "LEDGER-1" },
        { entityType: "CUSTOMER", id: "b", status: "SYNCED", externalId: "C-7" },
        { entityType: "CUSTOMER", id: "c", status: "SYNCED", externalId: "LEDGER-3" },
      ],
    },
  });
  const again = take(first.taken, message(customer("a", 3)));
  assert.deepEqual(again.taken.get("a"), { entityType: "CUSTOMER", id: "a", version: 3, externalId: "LEDGER-1" });
  assert.deepEqual(take(again.taken, message(customer("a", 2))).taken, again.taken);
  assert.equal(empty.size, 0);
});

test("a record that asks for a rejection is rejected with its reason", () => {
  const asked = message(
    customer("a", 1, "Globex [reject: No such currency]"),
    customer("b", 1, "[reject]"),
    customer("c"),
  );
  const { taken, answer } = take(empty, asked);
  assert.deepEqual([...taken.keys()], ["c"]);
  assert.deepEqual(answer.body, {
    results: [
      { entityType: "CUSTOMER", id: "a", status: "SYNC_FAILED", error: "No such currency" },
      { entityType: "CUSTOMER", id: "b", status: "SYNC_FAILED", error: "Rejected, as the record asks." },
      { entityType: "CUSTOMER", id: "c", status: "SYNCED", externalId: "LEDGER-1" },
    ],
  });
});

test("a message without records is answered, and an invalid one is 400", () => {
  assert.deepEqual(take(empty, { type: "sync.test", data: {} }).answer, { status: 200, body: { results: [] } });
  for (const wrong of [null, [], "text", {}, { type: "x" }, message({}), { type: "x", data: { records: {} } }]) {
    const step = take(empty, wrong);
    assert.equal(step.answer.status, 400, JSON.stringify(wrong));
    assert.equal(step.taken.size, 0);
  }
});
