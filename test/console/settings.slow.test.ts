import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { readPdf } from "../../src/platform/pdf/pdf-text.ts";
import { type ConsoleBrowser, openConsole } from "../support/console-browser.ts";

let console_: ConsoleBrowser;

before(async () => {
  console_ = await openConsole();
});

after(async () => {
  assert.deepEqual(await console_.close(), []);
});

test("the sample invoice shows the typed company data before it is saved", async () => {
  const { api } = console_;
  const merchant = await api.newMerchant();
  const page = await console_.signedIn(merchant);
  const drawn = () => page.waitForResponse((answer) => answer.url().endsWith("/v3/merchant/sample-invoice"));
  const first = drawn();
  await page.goto(`${api.url}/settings`);
  assert.equal((await first).status(), 200);
  const next = drawn();
  await page.getByLabel("Legal name").fill("Harbour Books Limited");
  assert.equal((await next).status(), 200);
  await page.waitForLoadState("networkidle");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const reading = await readPdf(new Uint8Array(await readFile(await (await saved).path())));
  assert.match(reading.readable ? reading.text : reading.problem, /Harbour Books Limited/);
  const recorded = await api.request("GET", "/v3/merchant", { key: merchant.writeKey });
  assert.equal(recorded.body.payload.legalName, null);
});

test("a person who signed in by link sets a password, and signs in with it", async () => {
  const { api } = console_;
  const page = await console_.signedIn(await api.newMerchant());
  const account = page.getByRole("button", { name: /: account$/ });
  const email = ((await account.getAttribute("aria-label")) ?? "").replace(/: account$/, "");
  await account.click();
  await page.getByRole("menuitem", { name: "Set a password" }).click();
  const dialog = page.getByRole("dialog", { name: "Set a password" });
  const set = dialog.getByRole("button", { name: "Set", exact: true });
  await dialog.getByLabel("New password", { exact: true }).fill("correct horse battery");
  await dialog.getByLabel("New password, again").fill("correct horse batterie");
  assert.equal(await set.isDisabled(), true);
  await dialog.getByLabel("New password, again").fill("correct horse battery");
  await set.click();
  await page.getByText("Your password is saved.").waitFor();
  await account.click();
  await page.getByRole("menuitem", { name: "Change your password" }).waitFor();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await account.waitFor();
});

test("a session that has ended leads to the sign-in page, and back to the same page", async () => {
  const { api } = console_;
  const page = await console_.signedIn(await api.newMerchant());
  await page.goto(`${api.url}/contracts`);
  await page.getByRole("heading", { name: "Contracts", exact: true }).waitFor();
  await page.context().clearCookies();
  await page.getByRole("link", { name: "Invoices", exact: true }).click();
  await page.waitForURL(/\/sign-in\?next=%2Finvoices/);
  await page.getByLabel("E-mail").waitFor();
});

test("account numbers and file settings of the ledger are saved separately, and each keeps the other", async () => {
  const { api } = console_;
  const merchant = await api.newMerchant();
  const page = await console_.signedIn(merchant);
  const recorded = async () =>
    (await api.request("GET", "/v3/chart-of-accounts", { key: merchant.writeKey })).body.payload;
  await page.goto(`${api.url}/settings?tab=ledger`);
  const ledger = page.getByRole("region", { name: "General ledger" });
  await ledger.getByRole("button", { name: "Add an account" }).click();
  await ledger.getByRole("textbox", { name: "Number" }).fill("4000");
  await ledger.getByRole("button", { name: "Save", disabled: false }).click();
  await page.getByText("Saved.").first().waitFor();
  const files = page.getByRole("region", { name: "Files of ledgers" });
  const saveFiles = async () => {
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith("/v3/chart-of-accounts") && answer.request().method() !== "GET",
    );
    await files.getByRole("button", { name: "Save", disabled: false }).click();
    assert.equal((await saved).status(), 200);
  };
  await files.getByRole("textbox", { name: "Subsidiary" }).fill("Parent Company");
  await files.getByRole("textbox", { name: "Consultant number (Berater)" }).fill("1001");
  assert.equal(await files.getByRole("button", { name: "Save" }).isDisabled(), true, "a part of DATEV is no DATEV");
  await files.getByRole("textbox", { name: "Client number (Mandant)" }).fill("1");
  await files.getByRole("textbox", { name: "Digits of an account" }).fill("4");
  await files.getByRole("combobox", { name: "Fiscal year begins in" }).click();
  await page.getByRole("option", { name: "April" }).click();
  await files.getByRole("textbox", { name: "Clearing account" }).fill("1590");
  await saveFiles();
  const { accounts, formats } = await recorded();
  assert.deepEqual(
    accounts.map(({ role, number }: { role: string; number: string }) => [role, number]),
    [["REVENUE", "4000"]],
  );
  assert.deepEqual(formats, {
    netSuite: { subsidiary: "Parent Company" },
    datev: {
      ...{ consultantNumber: 1001, clientNumber: 1, accountLength: 4 },
      ...{ fiscalYearStartMonth: 4, clearingAccount: "1590" },
    },
  });
  await files.getByRole("textbox", { name: "Subsidiary" }).fill("");
  await saveFiles();
  assert.deepEqual(Object.keys((await recorded()).formats), ["datev"]);
});
