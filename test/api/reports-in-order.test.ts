import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { clientOf, obligationBody } from "../support/client.ts";

// Rows by contract come from what is kept, in the order of the database; as of today they are computed, and ordered by the program.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const today = "2026-04-10";

test("reports by contract, customer, category and product are the same from stored and computed revenue, in the same order", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-05T12:00:00Z"));
  // In the order of code points. The last but one is one unit of text, and the last one two, the first of which is the lesser.
  const names = ["Alpha", "alpha", "Äpfel", "\uff21lpha", "\u{1d400}lpha"];
  const contractIds: string[] = [];
  for (const name of names.toReversed()) {
    const id = await client.contract({ name });
    await client.add(id, obligationBody());
    await client.add(id, obligationBody({ recognitionPattern: "RECOGNIZE_AS_BILLED" }));
    await client.approve(id);
    contractIds.push(id);
  }
  await client.advance(`${today}T12:00:00Z`);
  await client.drainOutbox();
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
  // Stands beside what schedules say.
  const contractId = contractIds[1];
  await client.ok("POST", "/v3/adjustments", {
    ...{ date: today, currency: "USD", reason: "Accepted early" },
    lines: [
      { role: "CONTRACT_LIABILITY", debit: "50.00", contractId },
      { role: "REVENUE", credit: "50.00", contractId },
    ],
  });
  for (const report of ["waterfall", "remaining-performance-obligations"]) {
    for (const groupBy of ["contract", "customer", "category", "product"]) {
      const path = `/v3/reports/${report}?month=2026-03&groupBy=${groupBy}`;
      const [kept, computed]: Json[] = [await client.ok("GET", path), await client.ok("GET", `${path}&asOf=${today}`)];
      for (const part of ["rows", "totals", "notes", "columns", "months", "years"]) {
        assert.deepEqual(kept[part], computed[part], `${path}: ${part}`);
      }
      const shown = kept.rows.map(({ name }: Json) => name).filter((name: string) => names.includes(name));
      assert.deepEqual(shown, groupBy === "contract" ? names : [], path);
    }
  }
});

test("a report without rows has its months and totals of zero", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-05T12:00:00Z"));
  const empty = await client.ok("GET", "/v3/reports/waterfall?month=2026-03");
  assert.deepEqual(empty.rows, []);
  assert.equal(empty.totals.total, "0.00");
  assert.equal(empty.months.length, 12);
});
