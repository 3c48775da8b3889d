import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody } from "../support/client.ts";
import { dryThenReal } from "../support/dry-run.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// What other books credited, and usage that they had not billed yet, in the opening of a contract.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const book = async (): Promise<Client> => clientOf(api, await api.newMerchant("2026-06-30T12:00:00Z"));

/**
 * 1,200.00 for 2026, 300.00 a quarter in advance, as of 30 June: two quarters billed. The second is on an open invoice with tax, and 60.00 of
 * June were credited, so that 540.00 were recognized.
 */
async function drafted(client: Client, stated: Json = {}) {
  const contractId = await client.contract();
  const { billingTermId, performanceObligationId } = await client.add(contractId, obligationBody());
  const june = { serviceStartDate: "2026-06-01", serviceEndDate: "2026-06-30" };
  const body = {
    asOf: "2026-06-30",
    billingTerms: [{ billingTermId, invoicedThrough: "2026-06-30", billed: "600.00" }],
    performanceObligations: [{ performanceObligationId, recognized: "540.00" }],
    openInvoices: [
      {
        ...{ invoiceNumber: "R-2", issueDate: "2026-04-01", dueDate: "2026-05-01", total: "357.00", tax: "57.00" },
        balance: "100.00",
      },
    ],
    credits: [{ billingTermId, startDate: "2026-04-01", amount: "60.00", ...june }],
    ...stated,
  };
  return { contractId, billingTermId, performanceObligationId, path: `/v3/contracts/${contractId}`, body };
}

async function balances(client: Client, month: string): Promise<Json> {
  const { currencies } = await client.ok("GET", `/v3/reports/trial-balance?month=${month}`);
  const accounts: Json[] = currencies.flatMap((each: Json) => each.accounts);
  return Object.fromEntries(
    accounts.filter(({ balance }) => balance !== "0.00").map(({ role, balance }) => [role, balance]),
  );
}

describe("credits of an opening", () => {
  test("lower revenue, the liability and the tax, and settle their invoice", async () => {
    const client = await book();
    const { contractId, billingTermId, path, body } = await drafted(client);
    const shown = await client.ok("POST", `${path}/opening/preview`, body);
    assert.ok(JSON.stringify(shown).includes("OPENING-"));
    const opening = await client.ok("POST", `${path}/opening`, body);
    assert.deepEqual(opening.credits, [
      {
        ...{ billingTermId, amount: "60.00", tax: "11.40" },
        ...{ serviceStartDate: "2026-06-01", serviceEndDate: "2026-06-30" },
      },
    ]);
    assert.equal(opening.performanceObligations[0].difference, "0.00");
    assert.deepEqual(
      opening.invoices.map(({ balance }: Json) => balance),
      ["100.00", "0.00"],
    );
    const { data: memos } = await client.ok("GET", "/v3/credit-memos");
    assert.deepEqual(
      memos.map(({ creditMemoNumber, total, balance, status }: Json) => [creditMemoNumber, total, balance, status]),
      [[`OPENING-${contractId.slice(-12)}`, "71.40", "0.00", "APPLIED"]],
    );
    await client.advance("2026-07-05T12:00:00Z");
    await client.drainOutbox();
    await close(client, "2026-06");
    const june = { RECEIVABLE: "100.00", TAX_PAYABLE: "-45.60", MIGRATION_CLEARING: "-54.40" };
    assert.deepEqual(await balances(client, "2026-06"), june);
    await client.advance("2026-08-02T12:00:00Z");
    await client.drainOutbox();
    await close(client, "2026-07");
    assert.equal((await client.balances("2026-07"))("REVENUE"), "-100.00");
    await api.placeEvents(client.merchant);
    const { data: events } = await client.ok("GET", "/v3/events-feed?limit=100");
    assert.deepEqual(
      events.map(({ type }: Json) => type).filter((type: string) => type.startsWith("credit-memo")),
      [],
      "integrations do not send an old credit again",
    );
    const [line] = (await client.ok("GET", `/v3/invoices/${opening.invoices[0].invoiceId}`)).lineItems;
    const more = { items: [{ invoiceLineItemId: line.id, amount: "240.01" }], issueDate: "2026-08-02", reason: "More" };
    const { customerId } = await client.ok("GET", path);
    const rejected = await client.send("POST", "/v3/credit-memos", { customerId, ...more });
    assert.match(JSON.stringify(rejected.body), /Only 240\.00 of the line's 300\.00 is left to credit/);
    const { creditMemoNumber } = await client.ok("POST", "/v3/credit-memos", {
      ...{ customerId, ...more, items: [{ invoiceLineItemId: line.id, amount: "10.00" }] },
    });
    assert.equal(creditMemoNumber, "CM-000001", "the old credits are not of the series");
  });

  test("have a preview with all their effects", async () => {
    const client = await book();
    const { contractId, path, body } = await drafted(client);
    const write = { contractId, method: "POST", path: `${path}/opening`, body } as const;
    const plan = await dryThenReal(api, client, write);
    assert.ok(JSON.stringify(plan).includes("CREDIT_MEMO_ISSUED"));
  });

  test("that exceed what was settled are credit of the customer, which has to be stated", async () => {
    const client = await book();
    const { billingTermId, path, body } = await drafted(client);
    const whole = { ...body, credits: [{ billingTermId, startDate: "2026-05-15", amount: "300.00" }] };
    const owed = { ...body.openInvoices[0], balance: "357.00" };
    const first = { ...body.billingTerms[0], invoicedThrough: "2026-06-30" };
    const stated = { ...whole, openInvoices: [owed], billingTerms: [first] };
    // The first quarter is settled by 300.00 of the 357.00.
    const rejected = await client.send("POST", `${path}/opening`, stated);
    assert.equal(rejected.status, 400);
    assert.match(JSON.stringify(rejected.body), /exceed what was settled of its invoices by 57\.00/);
    const opening = await client.ok("POST", `${path}/opening`, { ...stated, customerCredit: "80.00" });
    assert.deepEqual(
      opening.balances.filter(({ role }: Json) => role === "CUSTOMER_CREDIT"),
      [{ role: "CUSTOMER_CREDIT", balance: "-80.00" }],
    );
  });

  test("are rejected with what is wrong: another day, more than was billed, days in the wrong order", async () => {
    const client = await book();
    const { billingTermId, path, body } = await drafted(client);
    const credit = { billingTermId, startDate: "2026-07-01", amount: "1.00" };
    const credits = [
      credit,
      { ...credit, startDate: "2026-04-01", amount: "300.01" },
      { ...credit, startDate: "2026-01-01", serviceStartDate: "2026-03-01", serviceEndDate: "2026-02-01" },
      { ...credit, startDate: "2026-01-01", amount: "1.001" },
    ];
    const { status, body: answer } = await client.send("POST", `${path}/opening`, { ...body, credits });
    assert.equal(status, 400);
    assert.deepEqual(answer.error.details.issues.map((issue: Json) => `${issue.path} ${issue.code}`).toSorted(), [
      ...["/credits/0/startDate NOT_FOUND", "/credits/1/amount CONFLICT"],
      ...["/credits/2/serviceEndDate RANGE", "/credits/3/amount AMOUNT_INVALID"],
    ]);
  });

  test("are reversed with the opening, to the cent, and can be loaded again", async () => {
    const client = await book();
    const { path, body } = await drafted(client);
    await client.ok("POST", `${path}/opening`, body);
    await client.drainOutbox();
    await client.ok("DELETE", path);
    await client.drainOutbox();
    assert.deepEqual(await balances(client, "2026-06"), {});
    const [memo] = (await client.ok("GET", "/v3/credit-memos")).data;
    assert.deepEqual([memo.status, memo.voidReason], ["VOID", "The opening of the contract was reversed."]);
    const again = await drafted(client);
    await client.ok("POST", `${again.path}/opening`, again.body);
    assert.equal((await client.balances("2026-06"))("RECEIVABLE"), "100.00");
  });

  test("stay while they are used elsewhere: the opening cannot be reversed", async () => {
    const client = await book();
    const { billingTermId, path, body } = await drafted(client);
    const owed = { ...body.openInvoices[0], balance: "357.00" };
    const credits = [{ billingTermId, startDate: "2026-05-15", amount: "300.00" }];
    await client.ok("POST", `${path}/opening`, { ...body, openInvoices: [owed], credits, customerCredit: "57.00" });
    await client.drainOutbox();
    const [memo] = (await client.ok("GET", "/v3/credit-memos")).data;
    await client.ok("POST", `/v3/credit-memos/${memo.id}/refunds`, { amount: "57.00" });
    const rejected = await client.send("DELETE", path);
    assert.equal(rejected.status, 409);
    assert.match(rejected.body.message, /earlier credits were refunded or applied to other invoices here/);
  });
});

test("usage that came after the bill of its period is billed as late usage by the next invoice", async () => {
  const client = await book();
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Call", aggregation: "SUM" });
  const contractId = await client.contract();
  const { billingTermId, performanceObligationId } = await client.add(
    contractId,
    obligationBody(
      { recognitionPattern: "RECOGNIZE_AS_CONSUMED" },
      {
        ...{ eventTypeId, interval: "MONTH", invoiceDateStrategy: "ARREARS", quantity: undefined },
        ...{ billingType: "UNIT", pricing: [{ amount: "0.01", amountType: "PER_ITEM" }] },
      },
    ),
  );
  const usage = { eventTypeId, date: "2026-05-01" };
  const body = {
    ...{ asOf: "2026-06-30", usageFrom: "2026-05-01" },
    billingTerms: [{ billingTermId, invoicedThrough: "2026-05-31", billed: "400.00" }],
    usage: [
      { ...usage, quantity: "40000" },
      { ...usage, quantity: "1500", isUnbilled: true },
      { ...usage, date: "2026-06-01", quantity: "50000" },
    ],
    performanceObligations: [{ performanceObligationId, recognized: "915.00" }],
  };
  const wrong = { ...body, billingTerms: [{ ...body.billingTerms[0], billed: "415.00" }] };
  assert.equal((await client.send("POST", `/v3/contracts/${contractId}/opening`, wrong)).status, 400);
  await client.ok("POST", `/v3/contracts/${contractId}/opening`, body);
  await client.advance("2026-07-05T12:00:00Z");
  await client.drainOutbox();
  const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},issueDate:eq:2026-07-01`);
  assert.deepEqual(
    data.flatMap(({ lineItems }: Json) => lineItems.map(({ type, quantity, total }: Json) => [type, quantity, total])),
    [
      ["LATE_USAGE", "1500", "15.00"],
      ["USAGE", "50000", "500.00"],
    ],
  );
});
