import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readPdf } from "../../src/platform/pdf/pdf-text.ts";
import { startApi, type TestApi, type TestMerchant } from "../support/api.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const draw = (key: string, body: object) =>
  fetch(new URL("/v3/merchant/sample-invoice", api.url), {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

async function textOf(merchant: TestMerchant, body: object): Promise<string> {
  const response = await draw(merchant.writeKey, body);
  assert.deepEqual([response.status, response.headers.get("content-type")], [200, "application/pdf"]);
  assert.match(response.headers.get("content-disposition") ?? "", /^inline; filename="sample-invoice.pdf"/);
  const reading = await readPdf(new Uint8Array(await response.arrayBuffer()));
  assert.ok(reading.readable);
  return reading.text;
}

test("the sample invoice shows the submitted settings in place of the stored ones, and nothing is changed", async () => {
  const merchant = await api.newMerchant("2026-02-10T00:00:00Z");
  const recorded = { legalName: "Nordlicht GmbH", vatId: "DE123456789", address: { city: "Hamburg", country: "DE" } };
  const key = merchant.writeKey;
  await api.request("PATCH", "/v3/merchant", { key, body: recorded });
  const before = (await api.request("GET", "/v3/merchant", { key })).body.payload;
  const bankAccount = { iban: "de89 3704 0044 0532 0130 00" };
  const text = await textOf(merchant, { legalName: "Südlicht GmbH", vatId: null, bankAccount, invoicePrefix: "SL-" });
  for (const said of ["SAMPLE", "Südlicht GmbH", "Hamburg", "DE89 3704 0044 0532 0130 00", "SL-000123"]) {
    assert.ok(text.includes(said), `${said} in ${text}`);
  }
  assert.match(text, /10 Feb 2026[\s\S]*12 Mar 2026|Feb 10, 2026[\s\S]*Mar 12, 2026/);
  assert.match(text, /Users[\s\S]*25[\s\S]*48[\s\S]*1,200\.00/);
  assert.match(text, /13,200\.00/);
  assert.doesNotMatch(text, /Nordlicht|DE123456789|Taxable|null/);
  assert.deepEqual((await api.request("GET", "/v3/merchant", { key })).body.payload, before);
});

test("a new merchant with a read-only key gets a sample invoice in its own currency", async () => {
  const { readKey } = await api.newMerchant();
  const response = await draw(readKey, {});
  assert.equal(response.status, 200);
});

test("every invalid field is listed at once", async () => {
  const response = await draw(api.merchants.A.writeKey, {
    bankAccount: { iban: "DE00 0000 0000 0000 0000 00", bic: "NO" },
    logo: Buffer.from("no image").toString("base64"),
  });
  assert.equal(response.status, 400);
  const { error } = (await response.json()) as { error: { details: { issues: { path: string }[] } } };
  const paths = error.details.issues.map(({ path }) => path);
  assert.deepEqual(paths.toSorted(), ["/bankAccount/bic", "/bankAccount/iban", "/logo"]);
});

test("a field that is no part of an invoice is rejected", async () => {
  const response = await draw(api.merchants.A.writeKey, { usageGraceDays: 3 });
  const { error } = (await response.json()) as { error: { errorCode: string } };
  assert.deepEqual([response.status, error.errorCode], [400, "VALIDATION_FAILED"]);
});
