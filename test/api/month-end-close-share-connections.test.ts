import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { closeMonth } from "../../src/close/service.ts";
import { monthFrom } from "../../src/kernel/day.ts";
import { openPool } from "../../src/platform/db/pool.ts";
import { systemWrite } from "../../src/platform/due-work.ts";
import { write } from "../../src/platform/write.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody } from "../support/client.ts";

// The first month of a close is read on a connection beside the one that posts it, where one is free; later months, and all of
// them where none is, on the one that posts. What is posted is the same.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api?.close());

const months = ["2026-01", "2026-02", "2026-03"];

async function approved(): Promise<Client> {
  const client = clientOf(api, await api.newMerchant("2026-04-10T00:00:00Z"));
  for (let count = 0; count < 3; count++) {
    const id = await client.contract();
    await client.add(id, obligationBody());
    await client.approve(id);
  }
  return client;
}

/** The journal of the months as an accountant reads it, without ids. */
async function journalOf(client: Client): Promise<unknown[]> {
  const { data } = await client.ok("GET", "/v3/journal-entries?limit=100");
  return data
    .toReversed()
    .map(({ number, date, type, lines }: Json) => [
      ...[number, date, type],
      ...lines.map(({ account, debit, credit }: Json) => `${account} ${debit} ${credit}`),
    ]);
}

const closesOf = (client: Client, connections: number) => {
  const { merchantId } = client.merchant;
  const db = openPool({ connectionString: api.connectionString, size: connections });
  const platform = { ...api.platform, db };
  return write(platform, systemWrite(merchantId), (ctx) => closeMonth(ctx, monthFrom(2026, 3))).finally(() =>
    db.destroy(),
  );
};

test("months closed together, with two connections or one, post the same as months closed one by one", async () => {
  const [alone, two, one] = [await approved(), await approved(), await approved()];
  for (const month of months) await alone.ok("POST", `/v3/month-end-close/close-period?month=${month}`);
  const { entriesPosted } = await closesOf(two, 2);
  assert.equal((await closesOf(one, 1)).entriesPosted, entriesPosted);
  const journal = await journalOf(alone);
  assert.ok(entriesPosted >= 9 && journal.length >= entriesPosted, `${entriesPosted} of ${journal.length}`);
  assert.deepEqual(await journalOf(two), journal);
  assert.deepEqual(await journalOf(one), journal);
});
