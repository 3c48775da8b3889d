import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { clientOf, close, obligationBody } from "../support/client.ts";
import { creditMemoBody, invoiceOf } from "../support/receivable-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

test("each line names its document number, or the category and month of its revenue", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
  const invoice = await invoiceOf(api, client);
  await client.ok("POST", "/v3/credit-memos", creditMemoBody(invoice, "30.00"));
  await client.ok("POST", `/v3/invoices/${invoice.id}/payments`, {
    amount: "70.00",
    reference: "wire 2",
    receivedAt: "2026-01-12",
  });
  const { id: categoryId } = await client.ok("POST", "/v3/categories", { name: "Support" });
  const contractId = await client.contract();
  await client.add(contractId, obligationBody({ categoryId }));
  await client.approve(contractId);
  await client.advance("2026-02-01T12:00:00Z");
  await close(client, "2026-01");

  const { data } = await client.ok("GET", "/v3/journal-entries?limit=1000");
  const memos = new Set(data.flatMap(({ lines }: Json) => lines.map(({ memo }: Json) => memo)));
  assert.deepEqual([...memos].toSorted(), [
    "Credit memo CM-000001",
    "Invoice INV-000001",
    "Invoice INV-000002",
    "Payment of 2026-01-12, wire 2",
    "Revenue 2026-01",
    "Revenue 2026-01, Support",
  ]);
  const [newest] = data;
  assert.deepEqual(await client.ok("GET", `/v3/journal-entries/${newest.id}`), newest);
});
