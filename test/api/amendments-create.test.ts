import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type ApiAnswer, type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, priced, rejection } from "../support/client.ts";
import { sumOf } from "../support/contract-view.ts";
import { runDoctor } from "../support/doctor.ts";
import { dryThenReal } from "../support/dry-run.ts";
import {
  milestoneBody,
  payloadOf,
  revenueOf,
  seatBody,
  type TermClient,
  termBody,
  termOn,
} from "../support/term-client.ts";
import { meteringOn } from "../support/usage-client.ts";

// Amendments of fixed terms (ADR 0033): another price or quantity from a day on that may be invoiced already.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const monthly = { interval: "MONTH", ...priced("100.00") };

type Amended = TermClient & { readonly client: Client; readonly amendPrice: (body: object) => Promise<Json> };

/** A term of 100.00 a month for 2026 in advance, unless a test says otherwise. */
async function termAt(clock: string, parts: object = {}): Promise<Amended> {
  const client = clientOf(api, await api.newMerchant(clock));
  const term = await termOn(client, termBody({ ...monthly, ...parts }));
  const amendPrice = async (body: object) => payloadOf(await send(client, term, body));
  return { ...term, client, amendPrice };
}

async function send(client: Client, term: TermClient, body: object): Promise<ApiAnswer> {
  const answer = await client.send("POST", `${term.path}/amendments`, body);
  await client.drainOutbox();
  return answer;
}

/** True-ups as people read them: "issue date | first day – last day | total". */
async function trueUpsOf({ schedule }: TermClient, until?: string): Promise<string[]> {
  return (await schedule(until)).flatMap(({ issueDate, lineItems, status }: Json) =>
    lineItems
      .filter(({ type }: Json) => type === "PRICE_TRUE_UP" && status !== "VOID")
      .map((line: Json) => `${issueDate} | ${line.serviceStartDate} – ${line.serviceEndDate} | ${line.total}`),
  );
}

/** All that is billed, less credit memos, which must be what is earned in all. */
async function netOf({ client, contractId, schedule }: Amended): Promise<string> {
  const billed = (await schedule()).flatMap(({ status, total }) => (status === "VOID" ? [] : [total]));
  const memos = (await client.ok("GET", "/v3/credit-memos")).data.filter(({ status }: Json) => status !== "VOID");
  const net = sumOf([...billed, ...memos.map(({ total }: Json) => `-${total}`)]);
  const earned = (await revenueOf(client, contractId)).map((month) => month.split(" ")[1] ?? "");
  assert.equal(sumOf(earned), net, "what is billed less what is credited is earned");
  return net;
}

const price = (amount: string, effectiveDate: string, settlement = "IMMEDIATE") => ({
  ...{ effectiveDate, settlement },
  ...priced(amount),
});

describe("a price amendment of invoiced days", () => {
  test("bills the difference at once with its explanation, is in the list, and the dry run shows it", async () => {
    const term = await termAt("2026-06-16T12:00:00Z");
    const body = { ...price("160.00", "2026-06-16"), note: "Larger plan" };
    const { contractId, path } = term;
    const shown = await dryThenReal(api, term.client, { contractId, method: "POST", path: `${path}/amendments`, body });
    assert.deepEqual(
      shown.plan.invoices.corrected.map(({ invoice, amount }: Json) => `${invoice.issueDate} ${amount}`),
      ["2026-06-01 30.00"],
    );
    assert.deepEqual(await trueUpsOf(term), ["2026-06-16 | 2026-06-16 – 2026-06-30 | 30.00"]);
    const [amendment] = (await term.client.ok("GET", `${path}/amendments`)).data;
    assert.deepEqual(
      [amendment.before.pricing[0].amount, amendment.after.pricing[0].amount, amendment.settlement, amendment.note],
      ["100", "160", "IMMEDIATE", "Larger plan"],
    );
    const invoice = await term.client.ok("GET", `/v3/invoices/${amendment.billedInvoiceId}`);
    const [line] = invoice.lineItems;
    const [segment] = line.explanation.segments;
    assert.deepEqual(
      [line.priceAmendmentId, line.seatAmendmentId, segment.priceChange, segment.share, segment.gross],
      [amendment.id, null, { from: "100", to: "160" }, "15/30", "30"],
    );
    assert.equal(await netOf(term), sumOf(["500.00", "130.00", "960.00"]));
  });

  test("bills the difference with the next invoice, or never, as the request chooses", async () => {
    const later = await termAt("2026-06-16T12:00:00Z");
    await later.amendPrice(price("160.00", "2026-06-16", "CO_TERM"));
    assert.deepEqual(await trueUpsOf(later), ["2026-07-01 | 2026-06-16 – 2026-06-30 | 30.00"]);
    assert.equal(await netOf(later), "1590.00");
    const never = await termAt("2026-06-16T12:00:00Z");
    await never.amendPrice(price("160.00", "2026-06-16", "NONE"));
    assert.deepEqual(await trueUpsOf(never), []);
    assert.equal(await netOf(never), "1560.00");
    assert.ok((await revenueOf(never.client, never.contractId)).includes("2026-06 100.00"));
  });

  test("over three invoiced months, one of them closed, bills one true-up line for each period", async () => {
    const term = await termAt("2026-06-20T12:00:00Z");
    await close(term.client, "2026-04");
    await term.amendPrice(price("160.00", "2026-04-16"));
    assert.deepEqual(await trueUpsOf(term), [
      "2026-06-20 | 2026-04-16 – 2026-04-30 | 30.00",
      "2026-06-20 | 2026-05-01 – 2026-05-31 | 60.00",
      "2026-06-20 | 2026-06-01 – 2026-06-30 | 60.00",
    ]);
    const months = await revenueOf(term.client, term.contractId);
    assert.deepEqual(months.slice(3, 7), ["2026-04 100.00", "2026-05 190.00", "2026-06 160.00", "2026-07 160.00"]);
    assert.equal(await netOf(term), "1710.00");
  });

  test("made several times bills each for its own days, in any order of the requests", async () => {
    const bodies = [price("160.00", "2026-06-16"), price("130.00", "2026-06-01"), price("190.00", "2026-06-21")];
    for (const order of [bodies, bodies.toReversed()]) {
      const term = await termAt("2026-06-25T12:00:00Z");
      for (const body of order) await term.amendPrice(body);
      const totals = (await trueUpsOf(term)).map((line) => line.split("| ")[2] ?? "");
      // 15 × 1.00 + 5 × 2.00 + 10 × 3.00
      assert.equal(sumOf(totals), "55.00");
      assert.equal(await netOf(term), sumOf(["500.00", "155.00", "1140.00"]));
    }
  });

  test("of the quantity bills the added units at their price; percentage discounts apply to them, fixed discounts do not", async () => {
    const discounts = [
      { type: "PERCENTAGE", amount: "0.10" },
      { type: "FIXED", amount: "5.00" },
    ];
    const units = { billingType: "UNIT", quantity: "10", ...priced("30.00", "PER_ITEM"), discounts };
    const term = await termAt("2026-06-16T12:00:00Z", units);
    await term.amendPrice({ effectiveDate: "2026-06-16", quantity: "14", settlement: "IMMEDIATE" });
    const [invoice] = (await term.client.ok("GET", "/v3/invoices?filter=issueDate:eq:2026-06-16")).data;
    const [{ quantity, unitPrice, subtotal, discountTotal, total }] = invoice.lineItems;
    assert.deepEqual([quantity, unitPrice, subtotal, discountTotal, total], ["4", "30", "60.00", "6.00", "54.00"]);
  });

  test("prices a period in arrears that is not invoiced yet by its days", async () => {
    const term = await termAt("2026-06-20T12:00:00Z", { invoiceDateStrategy: "ARREARS" });
    await term.amendPrice(price("160.00", "2026-05-16", "CO_TERM"));
    // May is invoiced since 1 June; June is still to come, whole at the new price.
    assert.deepEqual(await trueUpsOf(term), ["2026-07-01 | 2026-05-16 – 2026-05-31 | 30.97"]);
    const [july] = (await term.schedule()).filter(({ issueDate }) => issueDate === "2026-07-01");
    assert.equal(july?.total, "190.97");
  });

  test("of an open-ended term recognizes the difference over the invoiced days", async () => {
    for (const [settlement, june] of [
      ["IMMEDIATE", "130.00"],
      ["CO_TERM", "130.00"],
      ["NONE", "100.00"],
    ] as const) {
      const term = await termAt("2026-06-16T12:00:00Z", { endDate: null });
      await term.amendPrice(price("160.00", "2026-06-16", settlement));
      const months = await revenueOf(term.client, term.contractId);
      assert.deepEqual(months.slice(4, 7), ["2026-05 100.00", `2026-06 ${june}`, "2026-07 160.00"], settlement);
    }
  });

  test("without a settlement is locked where all is invoiced, also at the price that the last days have", async () => {
    const term = await termAt("2026-06-16T12:00:00Z", { endDate: "2026-06-30" });
    const answer = await send(term.client, term, price("100.00", "2026-03-01", "NONE"));
    assert.deepEqual(rejection(answer).slice(0, 2), [400, "BILLING_TERM_LOCKED"]);
  });

  test("without a settlement it keeps a discount that was agreed from the first day that is not invoiced", async () => {
    const term = await termAt("2026-06-16T12:00:00Z");
    const discounts = [{ type: "PERCENTAGE", amount: "0.5" }];
    await term.client.ok("PATCH", term.path, { ...priced("120.00"), discounts, effectiveDate: "2026-07-01" });
    await term.client.drainOutbox();
    const { before } = await term.amendPrice(price("160.00", "2026-06-16", "NONE"));
    assert.equal(before.pricing[0].amount, "120");
    const months = await revenueOf(term.client, term.contractId);
    assert.deepEqual(months.slice(4, 8), ["2026-05 100.00", "2026-06 100.00", "2026-07 80.00", "2026-08 80.00"]);
    assert.deepEqual(await runDoctor(api.platform.db, { merchantId: term.client.merchant.merchantId }), []);
  });

  test("of a price allocated by standalone selling prices recognizes all that is billed", async () => {
    for (const settlement of ["IMMEDIATE", "NONE"]) {
      const client = clientOf(api, await api.newMerchant("2026-06-16T12:00:00Z"));
      const contractId = await client.contract({ allocationMethod: "RELATIVE_SSP" });
      const added = await Promise.all(
        ["1000.00", "2000.00"].map((standaloneSellingPrice) =>
          client.add(contractId, {
            ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31", standaloneSellingPrice },
            billingSchedule: termBody(monthly),
          }),
        ),
      );
      await client.approve(contractId);
      const path = `/v3/contracts/${contractId}/billing-terms/${added[0]?.billingTermId}/amendments`;
      await client.ok("POST", path, price("160.00", "2026-06-16", settlement));
      await client.drainOutbox();
      const { data } = await client.ok("GET", `/v3/contracts/${contractId}/invoice-schedule`);
      const earned = (await revenueOf(client, contractId)).map((month) => month.split(" ")[1] ?? "");
      assert.equal(sumOf(earned), sumOf(data.map(({ total }: Json) => total)), settlement);
    }
  });

  test("bills its true-up again after the invoice of it is void", async () => {
    const term = await termAt("2026-06-16T12:00:00Z");
    await term.amendPrice(price("160.00", "2026-06-16"));
    const [{ billedInvoiceId }] = (await term.client.ok("GET", `${term.path}/amendments`)).data;
    await term.client.ok("POST", `/v3/invoices/${billedInvoiceId}/actions`, { action: "VOID" });
    await term.client.drainOutbox();
    assert.deepEqual(await trueUpsOf(term), ["2026-06-16 | 2026-06-16 – 2026-06-30 | 30.00"]);
  });
});

describe("a price decrease", () => {
  test("is credited where the term credits decreases, at most what is billed, and no day again when the term ends", async () => {
    const term = await termAt("2026-06-16T12:00:00Z", { creditOnDecrease: "PRORATED" });
    await term.amendPrice(price("40.00", "2026-06-16"));
    await term.amendPrice(price("0.00", "2026-06-16"));
    const memos = (await term.client.ok("GET", "/v3/credit-memos")).data.map(({ total }: Json) => total);
    assert.deepEqual(memos.toSorted(), ["20.00", "30.00"]);
    assert.equal(await netOf(term), "550.00");
    const ended = await termAt("2026-06-16T12:00:00Z", { creditOnDecrease: "PRORATED" });
    await ended.amendPrice(price("40.00", "2026-06-16"));
    payloadOf(await ended.terminate({ endDate: "2026-06-20", creditUnused: true }));
    // 15 × 3.33 + 5 × 1.33 of June
    assert.equal(await netOf(ended), "556.67");
  });

  test("below two prices that were billed credits at most what is left of both, and not again when the term ends", async () => {
    const june = { startDate: "2026-06-01", endDate: "2026-06-30" };
    const term = await termAt("2026-06-11T12:00:00Z", { ...june, creditOnDecrease: "PRORATED" });
    await term.amendPrice(price("130.00", "2026-06-11"));
    const lines = (await term.client.ok("GET", "/v3/invoices")).data.flatMap(({ lineItems }: Json) => lineItems);
    const items = lines.map(({ id, total }: Json) => ({
      invoiceLineItemId: id,
      amount: total === "100.00" ? "90.00" : "8.00",
    }));
    const { customerId } = await term.client.ok("GET", `/v3/contracts/${term.contractId}`);
    const goodwill = { customerId, issueDate: "2026-06-11", currency: "USD", reason: "Goodwill", items };
    await term.client.ok("POST", "/v3/credit-memos", goodwill);
    // From 16 June on 90.00 × 15/30 = 45.00 less; 22.00 are left.
    await term.amendPrice(price("40.00", "2026-06-16"));
    const totals = (await term.client.ok("GET", "/v3/credit-memos")).data.map(({ total }: Json) => total);
    assert.deepEqual(totals.toSorted(), ["22.00", "98.00"]);
    payloadOf(await term.terminate({ endDate: "2026-06-25", creditUnused: true }));
    assert.equal(await netOf(term), "0.00");
  });

  test("lowers a true-up that is not issued yet instead of crediting it", async () => {
    const term = await termAt("2026-06-16T12:00:00Z", { creditOnDecrease: "PRORATED" });
    await term.amendPrice(price("160.00", "2026-06-16", "CO_TERM"));
    await term.amendPrice(price("120.00", "2026-06-16", "CO_TERM"));
    assert.deepEqual((await term.client.ok("GET", "/v3/credit-memos")).data, []);
    assert.deepEqual(await trueUpsOf(term), ["2026-07-01 | 2026-06-16 – 2026-06-30 | 10.00"]);
    assert.equal(await netOf(term), sumOf(["610.00", "720.00"]));
  });

  test("is not credited where the term does not credit decreases, and a later increase bills only what exceeds the billed amount", async () => {
    const term = await termAt("2026-06-16T12:00:00Z");
    await term.amendPrice(price("40.00", "2026-06-16"));
    assert.deepEqual((await term.client.ok("GET", "/v3/credit-memos")).data, []);
    await term.amendPrice(price("130.00", "2026-06-16"));
    assert.deepEqual(await trueUpsOf(term), ["2026-06-16 | 2026-06-16 – 2026-06-30 | 15.00"]);
    assert.equal(await netOf(term), sumOf(["615.00", "780.00"]));
  });

  test("can be recorded again once the credit memo and the invoice that settled it are void, and not before or after", async () => {
    const term = await termAt("2026-06-16T12:00:00Z", { creditOnDecrease: "PRORATED", startDate: "2026-06-01" });
    const lower = price("40.00", "2026-06-16");
    await term.amendPrice(lower);
    const again = async () => rejection(await send(term.client, term, lower));
    const same = [400, "VALIDATION_FAILED", "/pricing CONFLICT"];
    assert.deepEqual(await again(), same);
    const [memo] = (await term.client.ok("GET", "/v3/credit-memos")).data;
    await term.client.ok("POST", `/v3/credit-memos/${memo.id}/void`, { reason: "In error" });
    assert.deepEqual(await again(), same, "the days are invoiced");
    const [invoice] = await term.schedule("2026-06-30");
    await term.client.ok("POST", `/v3/invoices/${invoice?.invoiceId}/actions`, { action: "VOID" });
    await term.client.drainOutbox();
    await term.amendPrice(lower);
    assert.equal((await term.schedule("2026-06-30")).find(({ status }) => status !== "VOID")?.total, "70.00");
    assert.deepEqual(await again(), same, "the lower price is billed");
    assert.equal(await netOf(term), sumOf(["70.00", "240.00"]));
  });
});

test("annual recurring revenue follows the price of each day, also in a year that is billed in advance", async () => {
  const year = { interval: "YEAR", ...priced("1200.00"), creditOnDecrease: "PRORATED" };
  const term = await termAt("2026-08-16T12:00:00Z", year);
  const arr = async (): Promise<string[]> =>
    (await term.client.ok("GET", "/v3/reports/arr?startMonth=2026-05&endMonth=2026-08")).rows.map(
      (row: Json) => row.closing,
    );
  await term.amendPrice(price("1800.00", "2026-06-16"));
  assert.deepEqual(await arr(), ["1200.00", "1800.00", "1800.00", "1800.00"]);
  await term.amendPrice(price("600.00", "2026-08-01"));
  assert.deepEqual(await arr(), ["1200.00", "1800.00", "1800.00", "600.00"]);
});

describe("what is rejected", () => {
  const refusals: readonly (readonly [string, object, object, string, boolean?])[] = [
    ["seats", seatBody(), { effectiveDate: "2026-03-01", quantity: "12" }, "BILLING_TERM_INELIGIBLE"],
    ["a one-off", milestoneBody(), { effectiveDate: "2026-01-01", ...priced("1.00") }, "BILLING_TERM_INELIGIBLE"],
    ["a day outside", termBody(monthly), { effectiveDate: "2027-01-01", ...priced("1.00") }, "VALIDATION_FAILED"],
    ["nothing said", termBody(monthly), { effectiveDate: "2026-06-01" }, "VALIDATION_FAILED"],
    ["the same price", termBody(monthly), { effectiveDate: "2026-06-01", ...priced("100.00") }, "VALIDATION_FAILED"],
    [
      "a draft",
      termBody(monthly),
      { effectiveDate: "2026-06-01", ...priced("1.00") },
      "BILLING_TERM_INELIGIBLE",
      false,
    ],
    [
      "an ended term",
      termBody({ ...monthly, endDate: "2026-05-31" }),
      { effectiveDate: "2026-05-01", ...priced("1.00") },
      "BILLING_TERM_LOCKED",
    ],
  ];
  for (const [what, term, body, code, isApproved = true] of refusals) {
    test(what, async () => {
      const client = clientOf(api, await api.newMerchant("2026-06-16T12:00:00Z"));
      const made = await termOn(client, term, { isApproved });
      const answer = await send(client, made, { settlement: "IMMEDIATE", ...body });
      assert.deepEqual(rejection(answer).slice(0, 2), [400, code]);
    });
  }

  test("metered usage, a terminated term, and true-up timing NONE where all days are invoiced", async () => {
    const client = clientOf(api, await api.newMerchant("2026-06-16T12:00:00Z"));
    const metered = await meteringOn(client);
    const { id, contractId } = await metered.addTerm();
    await metered.approve();
    const path = `/v3/contracts/${contractId}/billing-terms/${id}/amendments`;
    const ofUsage = await client.send("POST", path, { ...price("2.00", "2026-06-20"), ...priced("2.00", "PER_ITEM") });
    assert.deepEqual(rejection(ofUsage).slice(0, 2), [400, "BILLING_TERM_INELIGIBLE"]);
    const term = await termAt("2026-06-16T12:00:00Z");
    payloadOf(await term.terminate({ endDate: "2026-06-30" }));
    const answer = await send(term.client, term, price("1.00", "2026-06-20"));
    assert.deepEqual(rejection(answer).slice(0, 2), [400, "BILLING_TERM_TERMINATED"]);
    const year = await termAt("2026-06-16T12:00:00Z", { interval: "YEAR" });
    const waived = await send(year.client, year, price("1.00", "2026-06-20", "NONE"));
    assert.deepEqual(rejection(waived).slice(0, 2), [400, "BILLING_TERM_LOCKED"]);
  });
});
