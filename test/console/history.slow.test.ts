import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clientOf } from "../support/client.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";
import { tableOf, visit } from "../support/console-numbers.ts";

// Who changed what: before and after of each field, in words.

let console_: ConsoleBrowser;

before(async () => {
  console_ = await openConsole();
});

after(async () => {
  assert.deepEqual(await console_.close(), []);
});

/** A customer whose terms of payment, address and parent were changed. */
async function changedCustomer() {
  const merchant = await console_.api.newMerchant("2026-03-10T09:00:00Z");
  const client = clientOf(console_.api, merchant);
  const { id: parentCustomerId } = await client.ok("POST", "/v3/customers", { name: "Harbour Group" });
  const billingAddress = { line1: "2 Quay Street", city: "Galway", country: "IE" };
  const { id } = await client.ok("POST", "/v3/customers", { name: "Harbour", netPaymentTerms: 30, billingAddress });
  await client.ok("PATCH", `/v3/customers/${id}`, {
    netPaymentTerms: 14,
    parentCustomerId,
    billingAddress: { ...billingAddress, line1: "9 Long Walk" },
  });
  return { id, page: await console_.signedIn(merchant), url: console_.api.url };
}

const told = [
  ["Part of", "–", "Harbour Group"],
  ["Days until an invoice is due", "30", "14"],
  ["Street and number", "2 Quay Street", "9 Long Walk"],
];

const sorted = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join(": ")).sort();

test("the history of a record shows each changed field before and after, and a parent by its name", async () => {
  const { id, page, url } = await changedCustomer();
  await visit(page, `${url}/customers/${id}?tab=history`);
  await page.getByRole("cell", { name: "Harbour Group" }).waitFor();
  const changes = await tableOf(page, "What changed");
  assert.deepEqual(changes.heads, ["Field", "Before", "After"]);
  assert.deepEqual(sorted(changes.rows), sorted(told));
});

test("the audit log shows a change in its row, and all of it in a dialog", async () => {
  const { page, url } = await changedCustomer();
  await visit(page, `${url}/audit-log?action=customer.update`);
  const line = page.getByRole("row", { name: /Customer changed/ });
  await line.getByText("Harbour", { exact: true }).waitFor();
  await line.getByRole("button", { name: /Days until an invoice is due: 30 → 14/ }).click();
  const dialog = page.getByRole("dialog", { name: "Customer changed" });
  await dialog.getByRole("cell", { name: "Harbour Group" }).waitFor();
  const changes = await tableOf(page, "What changed");
  assert.deepEqual(sorted(changes.rows), sorted(told));
  assert.doesNotMatch(await page.locator("body").innerText(), /[{}]|netPaymentTerms/);
});
