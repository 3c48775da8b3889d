import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced } from "../support/client.ts";
import { dryThenReal } from "../support/dry-run.ts";
import { seatBody, termBody, termOn } from "../support/term-client.ts";
import { meteringOn } from "../support/usage-client.ts";

// Rules 2: `plan.invoices.corrected` lists issued invoices that stay as they are and are corrected by other documents.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const newClient = async (clock: string): Promise<Client> => clientOf(api, await api.newMerchant(clock));
const correctedBy = ({ plan }: Json): string[] => {
  assert.equal(plan.totals.invoicesCorrected, plan.invoices.corrected.length);
  return plan.invoices.corrected.map(({ invoice, amount }: Json) => `${invoice.issueDate} ${invoice.total} ${amount}`);
};

test("seats: a true-up and a credit name the invoices of their days, an invoice of a later period names none", async () => {
  const client = await newClient("2026-02-10T12:00:00Z");
  const seats = seatBody({ interval: "MONTH", ...priced("28", "PER_ITEM") }, { creditOnDecrease: "PRORATED" });
  const { contractId, path } = await termOn(client, seats);
  const amend = (body: object) =>
    dryThenReal(api, client, { contractId, method: "POST", path: `${path}/seat-amendment`, body });
  assert.deepEqual(correctedBy(await amend({ effectiveDate: "2026-02-15", delta: "2" })), ["2026-02-01 280.00 28.00"]);
  // 4 × 14 days; the next invoice has fewer seats and was not issued.
  const fewer = await amend({ effectiveDate: "2026-02-15", delta: "-4" });
  assert.deepEqual(correctedBy(fewer), ["2026-02-01 280.00 -56.00"]);
  assert.deepEqual(correctedBy(await amend({ effectiveDate: "2026-06-01", delta: "1" })), []);
});

test("a termination with creditUnused, a manual credit memo and its void name the invoices that they correct", async () => {
  const client = await newClient("2026-02-10T12:00:00Z");
  const { contractId, path } = await termOn(client, termBody({ interval: "MONTH", ...priced("28") }));
  const [invoice] = (await client.ok("GET", "/v3/invoices?filter=issueDate:eq:2026-02-01")).data;
  const body = {
    ...{ customerId: invoice.customerId, issueDate: "2026-02-10", reason: "Outage" },
    items: [{ invoiceLineItemId: invoice.lineItems[0].id, amount: "3.00" }],
  };
  const memo = await dryThenReal(api, client, { contractId, method: "POST", path: "/v3/credit-memos", body });
  assert.deepEqual(correctedBy(memo), ["2026-02-01 28.00 -3.00"]);
  const [{ id }] = (await client.ok("GET", "/v3/credit-memos")).data;
  const reason = { reason: "No outage" };
  const voiding = { contractId, method: "POST", path: `/v3/credit-memos/${id}/void`, body: reason };
  assert.deepEqual(correctedBy(await dryThenReal(api, client, voiding)), ["2026-02-01 28.00 3.00"]);
  const end = { endDate: "2026-02-14", creditUnused: true };
  const ending = { contractId, method: "PATCH", path: `${path}/terminate`, body: end };
  assert.deepEqual(correctedBy(await dryThenReal(api, client, ending)), ["2026-02-01 28.00 -14.00"]);
});

test("a credit memo for invoices of several contracts names each", async () => {
  const client = await newClient("2026-02-10T12:00:00Z");
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind" });
  for (const amount of ["10", "20"]) {
    const { id } = await client.ok("POST", "/v3/contracts", { name: "Plan", customerId });
    await client.ok("POST", `/v3/contracts/${id}/billing-terms`, termBody(priced(amount)));
    await client.approve(id);
  }
  const { data } = await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED");
  const items = data.map(({ lineItems }: Json) => ({ invoiceLineItemId: lineItems[0].id, amount: "1.00" }));
  const body = { customerId, issueDate: "2026-02-10", reason: "Outage", items };
  const preview = await client.ok("POST", "/v3/credit-memos?dryRun=true", body);
  assert.deepEqual(correctedBy(preview).toSorted(), ["2026-01-01 10.00 -1.00", "2026-01-01 20.00 -1.00"]);
});

test("usage after the new end of its term names the invoice that billed it", async () => {
  const client = await newClient("2026-01-20T12:00:00Z");
  const { addTerm, approve, contractId, use } = await meteringOn(client);
  const { id } = await addTerm("1");
  await approve();
  await use(["2026-01-05", "2"], ["2026-01-15", "40"]);
  await client.advance("2026-02-20T12:00:00Z");
  const path = `/v3/contracts/${contractId}/billing-terms/${id}/terminate`;
  const body = { endDate: "2026-01-10", creditUnused: true };
  const ended = await dryThenReal(api, client, { contractId, method: "PATCH", path, body });
  assert.deepEqual(correctedBy(ended), ["2026-02-01 42.00 -40.00"]);
});
