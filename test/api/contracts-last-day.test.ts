import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

test("a contract that ends on the last day that a request may name is read and listed", async () => {
  const client = clientOf(api, await api.newMerchant());
  const body = { name: "For ever", startDate: "2026-01-01", endDate: "2200-12-31" };
  const { id } = await client.ok("POST", "/v3/contracts", body);
  const { data } = await client.ok("GET", "/v3/contracts");
  assert.deepEqual(
    data.map((each: Json) => [each.id, each.endDate]),
    [[id, "2200-12-31"]],
  );
  assert.equal((await client.ok("GET", `/v3/contracts/${id}`)).endDate, "2200-12-31");
});
