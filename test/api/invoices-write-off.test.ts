import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, rejection } from "../support/client.ts";
import { invoiceOf } from "../support/receivable-client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// Rules 8, 9: an invoice of 300.00 for the first quarter of 2026 that is given up, paid after all, or owed again.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const act = (client: Client, id: string, body: object) => client.send("POST", `/v3/invoices/${id}/actions`, body);

test("a write-off is dated in an open month", async () => {
  const client = clientOf(api, await api.newMerchant("2026-02-15T12:00:00Z"));
  const invoice = await invoiceOf(api, client);
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  const closed = await act(client, invoice.id, { action: "MARK_UNCOLLECTIBLE", date: "2026-01-31" });
  assert.deepEqual(rejection(closed), [400, "PERIOD_CLOSED", "/date PERIOD_CLOSED"]);
  const open = await act(client, invoice.id, { action: "MARK_UNCOLLECTIBLE", date: "2026-02-01" });
  assert.equal(open.status, 200);
});
