import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { inTransaction } from "../../src/platform/db/pool.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { meteringOn } from "../support/usage-client.ts";

// Usage below zero is credited at the end of its term, by a memo that names the line below zero (ADR 0046). Where the invoice of that line is void,
// there is no such line until its draft is issued.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

test("after a void, negative usage waits with its draft, and is credited once when the draft is issued", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-01T09:00:00Z"));
  const { merchantId } = client.merchant;
  await client.ok("PATCH", "/v3/merchant", { usageGraceDays: 0 });
  const metering = await meteringOn(client);
  await metering.addTerm("10", { endDate: "2026-02-28" });
  await metering.approve();
  await metering.use(["2026-01-01T08:00:00Z", "-5"]);
  const state = async () => {
    const { data: memos } = await client.ok("GET", "/v3/credit-memos");
    const [term] = await inTransaction(api.platform.db, merchantId, (tx) =>
      tx.selectFrom("billing_term").select("carried_credit_due").where("merchant_id", "=", merchantId).execute(),
    );
    return [memos.map(({ total }: { total: string }) => total), term?.carried_credit_due];
  };
  const act = async (status: string, action: string) => {
    const { data } = await client.ok("GET", `/v3/invoices?filter=status:eq:${status}`);
    await client.ok("POST", `/v3/invoices/${data[0].id}/actions`, { action });
    await client.drainOutbox();
  };

  await client.advance("2026-02-03T09:00:00Z");
  await act("PAID", "VOID");
  for (const day of ["2026-03-05", "2026-03-06"]) {
    await client.advance(`${day}T09:00:00Z`);
    assert.deepEqual(await state(), [[], "2026-03-01"], day);
    assert.deepEqual(await runDoctor(api.platform.db, { merchantId, full: true }), []);
  }
  await act("DRAFT", "ISSUE");
  await client.advance("2026-03-07T09:00:00Z");
  assert.deepEqual(await state(), [["50.00"], null]);
});
