import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import type { Json } from "../support/api.ts";
import { type ChangingBook, changingBook } from "../support/changing-book.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";
import { cellOf, tableOf } from "../support/console-numbers.ts";

// Seats of a signed contract from a spreadsheet, and every amendment of seats and prices with its treatment.

let console_: ConsoleBrowser;

before(async () => {
  console_ = await openConsole();
});

after(async () => {
  assert.deepEqual(await console_.close(), []);
});

const confirm = (page: Page, verb: string) => page.getByRole("button", { name: verb, disabled: false });

/** Pastes what a spreadsheet copies into the field of a label. */
async function paste(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).evaluate((field, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", copied);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

async function seatsOf({ client, contractId, term }: ChangingBook): Promise<string[]> {
  const { id } = await term("Seats");
  const { data } = await client.ok("GET", `/v3/contracts/${contractId}/billing-terms/${id}/seat-amendments`);
  return data.map(({ effectiveDate, resultingQuantity }: Json) => `${effectiveDate} ${resultingQuantity}`);
}

async function changingSeats(book: ChangingBook): Promise<Page> {
  const page = await console_.signedIn(book.merchant);
  const { id } = await book.term("Seats");
  await page.goto(`${console_.api.url}/contracts/${book.contractId}/change?part=${id}&kind=seats`);
  return page;
}

test("seat changes are pasted from a spreadsheet, previewed together, and carried out together", async () => {
  const book = await changingBook(console_);
  const page = await changingSeats(book);
  await paste(page, "Seats from then on", "From\tSeats\tNote\n16 Jun 2026\t14\tHiring\n1.10.2026\t20\n1 Aug 2026\t12");
  assert.equal(await page.getByLabel("Change 2, from").inputValue(), "1 Oct 2026");
  assert.equal(await page.getByLabel("Change 1, note").inputValue(), "Hiring");
  await confirm(page, "Change the seats").waitFor();
  const invoices = page.getByRole("table", { name: "Invoices before and after" });
  // Four more seats of 10.00 for the other half of June.
  await invoices
    .getByRole("row", { name: /16 Jun 2026/ })
    .getByText("20.00", { exact: true })
    .first()
    .waitFor();
  await confirm(page, "Change the seats").click();
  await page.waitForURL(/tab=changes/);
  assert.deepEqual(await seatsOf(book), ["2026-06-16 14", "2026-08-01 12", "2026-10-01 20"]);
});

test("an invalid pasted row is named, and none of the others is carried out", async () => {
  const book = await changingBook(console_);
  const page = await changingSeats(book);
  await paste(page, "Seats from then on", "1 Jul 2026\t14\n1 Feb 2027\t20");
  await page.getByRole("alert").filter({ hasText: "20 seats from 1 Feb 2027" }).waitFor();
  assert(await page.getByRole("button", { name: "Change the seats" }).isDisabled());
  assert.deepEqual(await seatsOf(book), []);
});

test("each amendment shows the count before it, its treatment, and its invoice", async () => {
  const book = await changingBook(console_);
  const { client, contractId } = book;
  const path = `/v3/contracts/${contractId}/billing-terms`;
  const [seats, fee] = [await book.term("Seats"), await book.term("Platform fee")];
  await client.ok("POST", `${path}/${seats.id}/seat-amendment`, { effectiveDate: "2026-06-16", quantity: "14" });
  await client.ok("POST", `${path}/${seats.id}/seat-amendment`, {
    ...{ effectiveDate: "2026-09-01", quantity: "18", note: "Second team" },
  });
  await client.ok("POST", `${path}/${fee.id}/amendments`, {
    ...{ effectiveDate: "2026-07-01", settlement: "CO_TERM", note: "Larger plan" },
    pricing: [{ amount: "160.00", amountType: "TOTAL_INVOICE" }],
  });
  await client.drainOutbox();
  const page = await console_.signedIn(book.merchant);
  await page.goto(`${console_.api.url}/contracts/${contractId}?tab=amendments`);
  const prices = await tableOf(page, "Amendments of Platform fee");
  const of = ["From", "Before", "After", "Difference", "Note"];
  assert.deepEqual(
    of.map((head) => cellOf(prices, prices.rows[0], head)),
    ["1 Jul 2026", "100.00", "160.00", "With the next invoice", "Larger plan"],
  );
  const counts = await tableOf(page, "Amendments of Seats");
  assert.deepEqual(
    counts.rows.map((row) => ["Before", "After"].map((head) => cellOf(counts, row, head))),
    [
      ["10", "14"],
      ["14", "18"],
    ],
  );
  const { data: changes } = await client.ok("GET", `/v3/contracts/${contractId}/modifications`);
  const raised = changes.find(({ kind, effectiveDate }: Json) => kind === "SEATS" && effectiveDate === "2026-06-16");
  assert(cellOf(counts, counts.rows[0], "Treatment")?.includes(raised.paragraph.split(";")[0]));
  assert.match(cellOf(counts, counts.rows[0], "Billed on") ?? "", /^INV-/);
  // What is not billed yet can be taken back, after its consequences were seen.
  await page.getByRole("button", { name: "Withdraw …" }).click();
  const dialog = page.getByRole("dialog", { name: /^Withdraw 18 seats/ });
  await dialog.getByRole("table", { name: "Invoices before and after" }).waitFor();
  await confirm(page, "Withdraw it").click();
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual(await seatsOf(book), ["2026-06-16 14"]);
});

test("a viewer can read amendments and not delete them", async () => {
  const book = await changingBook(console_);
  const { id } = await book.term("Seats");
  await book.client.ok("POST", `/v3/contracts/${book.contractId}/billing-terms/${id}/seat-amendment`, {
    ...{ effectiveDate: "2026-09-01", quantity: "18" },
  });
  const page = await console_.signedIn(book.merchant, "VIEWER");
  await page.goto(`${console_.api.url}/contracts/${book.contractId}?tab=amendments`);
  const counts = await tableOf(page, "Amendments of Seats");
  assert.equal(cellOf(counts, counts.rows[0], "After"), "18");
  assert.equal(await page.getByRole("button", { name: "Withdraw …" }).count(), 0);
});
