import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, startApi } from "../support/api.ts";
import { clientOf, priced } from "../support/client.ts";
import { termBody } from "../support/term-client.ts";

test("the count of invoices up to a day is right for every day and beside other filters", async () => {
  const api = await startApi();
  try {
    const client = clientOf(api, await api.newMerchant("2026-01-05T00:00:00Z"));
    for (const parts of [{}, { startDate: "2026-03-01" }, { invoiceDateStrategy: "LAST_OF_PERIOD" }]) {
      const contractId = await client.contract();
      const term = termBody({ interval: "MONTH", ...priced("100.00"), ...parts });
      await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, term);
      await client.approve(contractId);
    }
    await client.advance("2026-06-20T00:00:00Z");
    await client.drainOutbox();
    const all: readonly Json[] = (await client.ok("GET", "/v3/invoices?limit=100")).data;
    assert.ok(all.some(({ status }) => status === "DRAFT") && all.length > 12);
    const counted = async (filter: string): Promise<number> =>
      (await client.ok("GET", `/v3/invoices?limit=1&filter=${encodeURIComponent(filter)}`)).totalItems;
    for (const field of ["issueDate", "dueDate"]) {
      for (const day of ["2025-12-31", "2026-03-01", "2026-06-01", "2026-06-20", "2027-12-31"]) {
        const upTo = all.filter((invoice) => invoice[field] <= day);
        const before = all.filter((invoice) => invoice[field] < day);
        assert.equal(await counted(`${field}:lte:${day}`), upTo.length, `${field} up to ${day}`);
        assert.equal(await counted(`${field}:lt:${day}`), before.length, `${field} before ${day}`);
        assert.equal(await counted(`${field}:gte:${day}`), all.length - before.length, `${field} from ${day}`);
        const drafts = upTo.filter(({ status }) => status === "DRAFT");
        assert.equal(await counted(`${field}:lte:${day},status:eq:DRAFT`), drafts.length, `drafts up to ${day}`);
      }
    }
    const { customerId } = all[0];
    const own = all.filter((invoice) => invoice.customerId === customerId && invoice.issueDate <= "2026-03-01");
    const { totalItems } = await client.ok(
      "GET",
      `/v3/customers/${customerId}/invoices?limit=1&filter=issueDate:lte:2026-03-01`,
    );
    assert.equal(totalItems, own.length);
  } finally {
    await api.close();
  }
});
