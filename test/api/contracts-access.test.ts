import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import {
  api,
  create,
  errorOf,
  inMerchant,
  type Page,
  payloadOf,
  rejection,
  send,
  unknownId,
  useContractRecords,
  withoutRequestId,
} from "../support/contract-records.ts";

useContractRecords();

test("ISO-1, UID-1: a foreign id gets the answer of an unknown one; a malformed one the status of the endpoint", async () => {
  const foreign = await create({ name: "Foreign" }, "B");
  const rows = [
    ["GET", "", undefined, "INVALID_ID"],
    ["PATCH", "", { name: "Mine" }, "CONTRACT_NOT_FOUND"],
    ["POST", "/actions", { action: "APPROVE" }, "INVALID_ID"],
    ["GET", "/metadata", undefined, "CONTRACT_NOT_FOUND"],
    ["PATCH", "/metadata", { metadata: { mine: 1 } }, "INVALID_ID"],
    ["DELETE", "/metadata", undefined, "CONTRACT_NOT_FOUND"],
  ] as const;
  for (const [method, path, body, malformed] of rows) {
    const ask = async (id: string) => withoutRequestId(await send(method, `/v3/contracts/${id}${path}`, body));
    const unknown = await ask(unknownId);
    assert.equal(unknown.status, 404, `${method} ${path}`);
    assert.deepEqual(await ask(foreign.id), unknown);
    for (const id of ["abc", `${unknownId}0`, `{${unknownId}}`, "null"]) {
      const answer = await send(method, `/v3/contracts/${id}${path}`, body);
      assert.equal(errorOf(answer).code, malformed, `${method} ${path} ${id}`);
      assert.equal(answer.status, malformed === "INVALID_ID" ? 400 : 404);
      if (malformed !== "INVALID_ID") assert.deepEqual(withoutRequestId(answer), unknown);
    }
    if (method === "GET") continue;
    const key = api.merchants.A.readKey;
    assert.equal((await api.request(method, `/v3/contracts/${foreign.id}${path}`, { key })).status, 403);
  }
  assert.deepEqual(payloadOf(await send("GET", `/v3/contracts/${foreign.id}`, undefined, "B")), foreign);
});

test("ISO-11: a deleted contract is 400 CONTRACT_DELETED where the endpoint lists 400, else 404", async () => {
  const { id } = await create({ name: "Deleted" });
  await inMerchant((tx) =>
    tx
      .updateTable("contract")
      .set({ deleted_at: "2026-01-15T12:00:00Z" })
      .where("merchant_id", "=", sql<string>`current_merchant()`)
      .where("id", "=", id)
      .execute(),
  );
  for (const [method, path, body, status, code] of [
    ["GET", "", undefined, 400, "CONTRACT_DELETED"],
    ["PATCH", "", { name: "A" }, 404, "CONTRACT_NOT_FOUND"],
    ["POST", "/actions", { action: "APPROVE" }, 400, "CONTRACT_DELETED"],
    ["GET", "/metadata", undefined, 404, "CONTRACT_NOT_FOUND"],
    ["PATCH", "/metadata", { metadata: {} }, 400, "CONTRACT_DELETED"],
    ["DELETE", "/metadata", undefined, 404, "CONTRACT_NOT_FOUND"],
  ] as const) {
    const answer = await send(method, `/v3/contracts/${id}${path}`, body);
    assert.deepEqual(rejection(answer), [status, code], `${method} ${path}`);
    assert.equal((await send(method, `/v3/contracts/${id}${path}`, body, "B")).status, 404);
  }
  const { data } = payloadOf<Page>(await send("GET", "/v3/contracts?limit=1000"));
  assert.ok(data.every((contract) => contract.id !== id));
});
