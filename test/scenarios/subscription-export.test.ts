import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { readBook } from "../../src/integrations/book-import/files-service.ts";
import { importBook } from "../../src/integrations/book-import/service.ts";
import type { System } from "../../src/integrations/subscription-export/readers-service.ts";
import { convertExport } from "../../src/integrations/subscription-export/service.ts";
import { parseDay } from "../../src/kernel/day.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { clientOf, close } from "../support/client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// What Stripe and Chargebee answer of subscriptions becomes a book, which is loaded, ties out and goes on where they stopped.

let api: TestApi;
let folder: string;
before(async () => {
  api = await startApi();
  folder = await mkdtemp(join(tmpdir(), "accord-convert-"));
});
after(async () => {
  await rm(folder, { recursive: true });
  await closeWithSoundBooks(api);
});

/** Seconds since 1970 at 14:23 of a day (UTC). */
const at = (day: string): number => Date.parse(`${day}T14:23:00Z`) / 1000;

async function saved(files: Readonly<Record<string, unknown>>): Promise<string> {
  const own = await mkdtemp(join(folder, "export-"));
  for (const [name, answer] of Object.entries(files)) await writeFile(join(own, name), JSON.stringify(answer));
  return own;
}

async function converted(system: System, files: Readonly<Record<string, unknown>>, asOf = "2026-06-30") {
  const out = join(await mkdtemp(join(folder, "book-")), "out");
  const day = parseDay(asOf);
  assert.ok(day !== undefined);
  const result = await convertExport({ system, from: await saved(files), out, asOf: day, timeZone: "UTC" });
  const rows = async (kind: string): Promise<Json[]> =>
    (await readFile(join(out, `${kind}.jsonl`), "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  return { out, result, rows };
}

const page = (data: readonly unknown[]) => ({ object: "list", has_more: false, data });

type Sold = { readonly interval?: string; readonly price?: object; readonly quantity?: number };

const subscription = (
  id: string,
  days: readonly [string, string],
  { interval = "month", price, quantity = 1 }: Sold = {},
) => ({
  ...{ id, customer: "cus_1", status: "active", currency: "usd", billing_cycle_anchor: at(days[0]) },
  ...{ collection_method: "send_invoice", days_until_due: 30, discounts: [] },
  items: page([
    {
      ...{ id: `si_${id}`, quantity, current_period_start: at(days[0]), current_period_end: at(days[1]) },
      price: {
        ...{ id: `price_${id}`, currency: "usd", product: "prod_1", billing_scheme: "per_unit", unit_amount: 1000 },
        ...{ recurring: { interval, interval_count: 1, usage_type: "licensed" }, ...price },
      },
    },
  ]),
});

type Billed = { readonly open?: number; readonly tax?: number; readonly line?: object };

const invoice = (
  of: string,
  days: readonly [string, string],
  amount: number,
  { open = 0, tax = 0, line }: Billed = {},
) => ({
  ...{ id: `in_${of}_${days[0]}`, number: `${of}-${days[0]}`, status: open > 0 ? "open" : "paid", currency: "usd" },
  ...{ created: at(days[0]), due_date: null, total: amount + tax, amount_remaining: open },
  total_taxes: tax === 0 ? [] : [{ amount: tax, tax_behavior: "exclusive" }],
  parent: { subscription_details: { subscription: of } },
  lines: page([
    {
      ...{ amount, period: { start: at(days[0]), end: at(days[1]) }, discount_amounts: [], ...line },
      parent: { subscription_item_details: { subscription_item: `si_${of}`, proration: false } },
    },
  ]),
});

const customers = page([
  {
    ...{ id: "cus_1", name: "Contoso", email: "bills@contoso.example", currency: "usd", tax_exempt: "none" },
    address: {
      line1: "1 Main Street",
      line2: null,
      city: "Springfield",
      state: "IL",
      postal_code: "62701",
      country: "US",
    },
  },
]);
const products = page([{ id: "prod_1", name: "Platform" }]);

/** Stripe's answers of these subscriptions. */
const stripe = (subscriptions: readonly object[], invoices: readonly object[], more: object = {}) => ({
  ...{ "customers.json": customers, "products.json": products },
  ...{ "subscriptions.json": page(subscriptions), "invoices.json": page(invoices), ...more },
});

const reasonsOf = ({ result }: Awaited<ReturnType<typeof converted>>) =>
  result.notCarried.map(({ kind, id, reason }) => `${kind} ${id}: ${reason}`);

describe("Stripe", () => {
  test("monthly seats and a prepaid year are loaded, tie out, and are billed and recognized on", async () => {
    const book = await converted(
      "stripe",
      stripe(
        [
          subscription("seats", ["2026-06-15", "2026-07-15"], { quantity: 3 }),
          subscription("year", ["2026-01-01", "2027-01-01"], { interval: "year", price: { unit_amount: 120_000 } }),
        ],
        [
          invoice("seats", ["2026-05-15", "2026-06-15"], 3000, { open: 3300, tax: 300 }),
          invoice("seats", ["2026-06-15", "2026-07-15"], 3000, { open: 1300, tax: 300 }),
          invoice("year", ["2026-01-01", "2027-01-01"], 120_000),
        ],
      ),
    );
    assert.deepEqual(book.result.notCarried, []);
    assert.deepEqual(book.result.rows, { products: 1, customers: 1, contracts: 2, obligations: 2, openings: 2 });
    const [seats, year] = await book.rows("openings");
    // The month from 15 May is earned, of that from 15 June 16 of 30 days.
    assert.deepEqual(seats.billingTerms, [
      { billingTermId: "si_seats", invoicedThrough: "2026-07-14", billed: "60.00" },
    ]);
    assert.deepEqual(seats.performanceObligations, [{ performanceObligationId: "si_seats", recognized: "46.00" }]);
    // 181 of 365 days.
    assert.deepEqual(year.performanceObligations, [{ performanceObligationId: "si_year", recognized: "595.07" }]);

    const merchant = await api.newMerchant("2026-07-05T09:00:00Z");
    const client = clientOf(api, merchant);
    const actor = { kind: "SYSTEM", id: "accord import" } as const;
    const loaded = await importBook(api.platform, { ...merchant, book: await readBook(book.out), actor });
    assert.deepEqual([loaded.refused, loaded.isStored], [[], true]);
    assert.deepEqual(
      loaded.tieOut?.map(({ contract, old, difference }) => [contract, old, difference]),
      [["seats", "46.00", "0.00"]],
    );
    for (const { id } of (await client.ok("GET", "/v3/contracts")).data)
      for (const { difference } of (await client.ok("GET", `/v3/contracts/${id}/opening`)).performanceObligations)
        assert.equal(difference, "0.00", "the pattern has earned what the export says");
    await client.drainOutbox();
    await close(client, "2026-06");
    await client.advance("2026-08-01T09:00:00Z");
    await client.drainOutbox();
    await close(client, "2026-07");
    const issued = (await client.ok("GET", "/v3/invoices?limit=100")).data.filter(
      ({ issueDate, status }: Json) => issueDate >= "2026-07-01" && status !== "DRAFT",
    );
    assert.deepEqual(
      issued.map(({ issueDate, dueDate, total }: Json) => [issueDate, dueDate, total]),
      [["2026-07-15", "2026-08-14", "30.00"]],
    );
    // July: 14 of 30 days from 15 June, 17 of 31 from 15 July, and 31 of 365 of the year.
    const revenue = await client.ok("GET", "/v3/reports/revenue?startMonth=2026-07&endMonth=2026-07");
    assert.equal(revenue.totals.values["2026-07"], "132.37");
  });

  test("periods anchored on the 31st keep that anchor, from the last period that has it", async () => {
    const of = subscription("end", ["2026-06-30", "2026-07-31"]);
    const book = await converted(
      "stripe",
      stripe(
        [{ ...of, billing_cycle_anchor: at("2026-01-31") }],
        [invoice("end", ["2026-05-31", "2026-06-30"], 1000), invoice("end", ["2026-06-30", "2026-07-31"], 1000)],
      ),
    );
    assert.deepEqual(reasonsOf(book), []);
    const [obligation] = await book.rows("obligations");
    assert.equal(obligation.billingSchedule.startDate, "2026-05-31");
    const [opening] = await book.rows("openings");
    assert.deepEqual(opening.billingTerms, [
      { billingTermId: "si_end", invoicedThrough: "2026-07-30", billed: "20.00" },
    ]);
  });

  test("a trial is a contract from its end, without an opening; a subscription canceled at its end has that end", async () => {
    const trial = {
      ...subscription("trial", ["2026-06-20", "2026-07-04"]),
      status: "trialing",
      trial_end: at("2026-07-04"),
    };
    const leaving = { ...subscription("leaving", ["2026-06-10", "2026-07-10"]), cancel_at_period_end: true };
    const book = await converted(
      "stripe",
      stripe(
        [{ ...trial, billing_cycle_anchor: at("2026-07-04") }, leaving],
        [invoice("trial", ["2026-06-20", "2026-07-04"], 0), invoice("leaving", ["2026-06-10", "2026-07-10"], 1000)],
      ),
    );
    assert.deepEqual(reasonsOf(book), []);
    const contracts = await book.rows("contracts");
    assert.deepEqual(
      contracts.map(({ id, approve }) => [id, approve]),
      [
        ["trial", true],
        ["leaving", undefined],
      ],
    );
    const [first, second] = await book.rows("obligations");
    assert.deepEqual([first.billingSchedule.startDate, first.serviceEndDate], ["2026-07-04", undefined]);
    assert.deepEqual([second.serviceEndDate, second.billingSchedule.endDate], ["2026-07-09", "2026-07-09"]);
  });

  test("an open invoice is loaded, even if the current period begins after the opening and is not billed yet", async () => {
    const of = subscription("s", ["2026-07-01", "2026-08-01"]);
    const june = invoice("s", ["2026-06-01", "2026-07-01"], 1000, { open: 1000 });
    const book = await converted("stripe", stripe([of], [june]));
    assert.deepEqual(reasonsOf(book), []);
    const [{ billingTerms, openInvoices }] = await book.rows("openings");
    assert.deepEqual(billingTerms, [{ billingTermId: "si_s", invoicedThrough: "2026-06-30", billed: "10.00" }]);
    assert.deepEqual(
      openInvoices.map(({ invoiceNumber, balance }: Json) => [invoiceNumber, balance]),
      [["s-2026-06-01", "10.00"]],
    );
  });

  test("amounts are read in Stripe's minor units, also for currencies where it uses none or others", async () => {
    for (const [currency, unit, pricing, billed] of [
      ["mga", 50_000, "50000", "50000.00"],
      ["isk", 50_000, "500", "500"],
      ["jpy", 50_000, "50000", "50000"],
      ["kwd", 50_000, "50", "50.000"],
    ] as const) {
      const of = { ...subscription("s", days, { price: { unit_amount: unit } }), currency };
      const book = await converted("stripe", stripe([of], [{ ...invoice("s", days, unit), currency }]));
      assert.deepEqual(reasonsOf(book), [], currency);
      const [{ billingSchedule }] = await book.rows("obligations");
      const [{ billingTerms }] = await book.rows("openings");
      assert.deepEqual([billingSchedule.pricing[0].amount, billingTerms[0].billed], [pricing, billed], currency);
    }
  });

  const days = ["2026-06-15", "2026-07-15"] as const;
  const tiers = [
    { up_to: 10, unit_amount: 1000, flat_amount: null },
    { up_to: null, unit_amount_decimal: "850.5", flat_amount: null },
  ];
  const prices: readonly [string, Sold, object][] = [
    [
      "a decimal of cents",
      { price: { unit_amount: null, unit_amount_decimal: "0.5" }, quantity: 2 },
      { pricing: [{ tier: 0, amount: "0.005", amountType: "PER_ITEM" }], quantity: "2" },
    ],
    [
      "packages, rounded up",
      { price: { transform_quantity: { divide_by: 5, round: "up" } }, quantity: 7 },
      { pricingType: "PACKAGE", packageSize: "5", pricing: [{ tier: 0, amount: "10", amountType: "PER_ITEM" }] },
    ],
    [
      "tiers",
      { price: { billing_scheme: "tiered", tiers_mode: "graduated", unit_amount: null, tiers }, quantity: 12 },
      {
        ...{ pricingType: "TIERED", tierBoundary: "LOWER" },
        pricing: [
          { tier: 0, amount: "10", amountType: "PER_ITEM", tierMinimum: "0" },
          { tier: 1, amount: "8.505", amountType: "PER_ITEM", tierMinimum: "10" },
        ],
      },
    ],
  ];
  test("a tiered price with one tier is the price of every quantity, in a book that can be loaded", async () => {
    const sold = { price: { billing_scheme: "tiered", tiers_mode: "volume", unit_amount: null, tiers: [tiers[1]] } };
    const book = await converted("stripe", stripe([subscription("s", days, sold)], [invoice("s", days, 851)]));
    const [{ billingSchedule }] = await book.rows("obligations");
    assert.deepEqual(
      [billingSchedule.pricingType, billingSchedule.pricing],
      ["SIMPLE", [{ tier: 0, amount: "8.505", amountType: "PER_ITEM", tierMinimum: "0" }]],
    );
    const { merchantId } = await api.newMerchant("2026-07-05T12:00:00Z");
    const actor = { kind: "SYSTEM", id: "accord import" } as const;
    const loaded = await importBook(api.platform, { merchantId, book: await readBook(book.out), actor });
    assert.deepEqual([loaded.isStored, loaded.refused], [true, []]);
  });

  for (const [what, sold, expected] of prices) {
    test(`a price of ${what}`, async () => {
      const book = await converted("stripe", stripe([subscription("s", days, sold)], [invoice("s", days, 1000)]));
      assert.deepEqual(reasonsOf(book), []);
      const [{ billingSchedule }] = await book.rows("obligations");
      for (const [field, value] of Object.entries(expected)) assert.deepEqual(billingSchedule[field], value, field);
    });
  }

  const half = { coupon: { id: "HALF", percent_off: 50, duration: "forever" } };
  const once = { coupon: { id: "ONCE", percent_off: 50, duration: "once" } };
  const leftOut: readonly [string, object, readonly object[], readonly string[]][] = [
    [
      "usage",
      subscription("s", days, {
        price: { recurring: { interval: "month", interval_count: 1, usage_type: "metered" } },
      }),
      [],
      [
        "subscription s: of Platform, it is metered: its usage is not in the export; create it with an event type, from the day after the opening",
      ],
    ],
    [
      "a discount that ends",
      { ...subscription("s", days), discounts: [once] },
      [],
      ["subscription s: its discount ONCE ends by itself or is an amount"],
    ],
    [
      "tiers that are missing",
      subscription("s", days, { price: { billing_scheme: "tiered", tiers_mode: "volume" } }),
      [],
      ["subscription s: of Platform, its tiers are not in the export; export the prices with them"],
    ],
    [
      "a period without its invoice",
      subscription("s", days),
      [],
      ["subscription s: no invoice of the export bills Platform once for 2026-06-15 to 2026-07-14"],
    ],
    [
      "what was billed after the opening",
      subscription("s", ["2026-07-01", "2026-08-01"]),
      [invoice("s", ["2026-06-01", "2026-07-01"], 1000), invoice("s", ["2026-07-01", "2026-08-01"], 1000)],
      [
        "subscription s: it is billed from 2026-07-01 on, after the opening; take a later day, or an export of that day",
      ],
    ],
    [
      "an invoice of what is over",
      { ...subscription("s", days), status: "canceled" },
      [invoice("s", ["2026-05-15", "2026-06-15"], 1000, { open: 1000 })],
      ["invoice in_s_2026-05-15: its subscription s is not carried, and 10.00 USD are open"],
    ],
    [
      "what is open of a trial",
      {
        ...subscription("s", ["2026-06-20", "2026-07-04"]),
        ...{ status: "trialing", trial_end: at("2026-07-04"), billing_cycle_anchor: at("2026-07-04") },
      },
      [{ ...invoice("s", ["2026-06-20", "2026-07-04"], 0, { open: 5000 }), total: 5000 }],
      [
        "subscription s: no invoice of the export bills Platform once for 2026-06-04 to 2026-07-03",
        "invoice in_s_2026-06-20: its subscription s is not carried, and 50.00 USD are open",
      ],
    ],
    [
      "a customer who is missing",
      { ...subscription("s", days), customer: "cus_2" },
      [],
      ["subscription s: its customer cus_2 is not in the export"],
    ],
  ];
  for (const [what, of, invoices, reasons] of leftOut) {
    test(`left out with the reason: ${what}`, async () => {
      assert.deepEqual(reasonsOf(await converted("stripe", stripe([of], invoices))), reasons);
    });
  }

  for (const [what, stated] of [
    ["in a list", { discounts: [half] }],
    ["by itself, as old versions have it", { discounts: undefined, discount: half }],
    ["in both ways, as some versions have it", { discounts: [half], discount: half }],
  ] as const) {
    test(`a discount without an end is a discount of the term: ${what}`, async () => {
      const of = { ...subscription("s", days), ...stated };
      const line = { discount_amounts: [{ amount: 500 }] };
      const book = await converted("stripe", stripe([of], [invoice("s", days, 1000, { line })]));
      const [{ discounts }] = await book.rows("obligations");
      assert.deepEqual(discounts, [{ type: "PERCENTAGE", amount: "0.5", note: "HALF" }]);
      const [{ billingTerms }] = await book.rows("openings");
      assert.equal(billingTerms[0].billed, "5.00");
    });
  }

  test("an incomplete export is rejected with file and field", async () => {
    const files = stripe([subscription("s", days)], []);
    const codes = async (changes: object, message: RegExp) =>
      assert.rejects(converted("stripe", { ...files, ...changes }), { code: "EXPORT_INVALID", message });
    await codes({ "invoices.json": { ...page([]), has_more: true } }, /last page of invoices says that more follow/);
    await codes({ "invoices.json": { object: "invoice" } }, /invoices.json has no list of invoices in data/);
    await codes({ "subscriptions.json": page([{ id: 1 }]) }, /^subscriptions.json\/0/);
    const { "customers.json": _without, ...without } = files;
    await assert.rejects(converted("stripe", without), { message: /The folder has no customers.json/ });
    await assert.rejects(converted("stripe", files, "2026-06-15"), { code: "NOT_A_MONTH_END" });
    const nowhere = { from: join(folder, "nowhere"), out: join(folder, "out"), asOf: parseDay("2026-06-30") ?? 0 };
    await assert.rejects(convertExport({ system: "stripe", timeZone: "UTC", ...nowhere }), {
      code: "EXPORT_INVALID",
      message: /nowhere is no folder that can be read/,
    });
  });
});

describe("Chargebee", () => {
  const list = (name: string, records: readonly object[]) => ({ list: records.map((record) => ({ [name]: record })) });
  const days = { from: at("2026-06-10"), to: at("2026-07-10") };
  const line = (entity: string, amount: number, more: object = {}) => ({
    ...{ subscription_id: "team", date_from: days.from, date_to: days.to, amount, entity_id: entity },
    ...{ entity_type: "plan_item_price", discount_amount: 0, tax_amount: 0, ...more },
  });
  const files = (more: object = {}) => ({
    "customers.json": list("customer", [
      {
        id: "acme",
        company: "Acme",
        email: "ap@acme.example",
        net_term_days: 14,
        billing_address: { line1: "2 Side Street", city: "Bern", zip: "3000", country: "CH" },
      },
    ]),
    "item_prices.json": list("item_price", [
      { id: "team-USD-monthly", item_id: "team", name: "Team", pricing_model: "per_unit" },
      {
        ...{ id: "calls-USD-monthly", item_id: "calls", external_name: "Calls", pricing_model: "volume" },
        tiers: [
          { starting_unit: 1, ending_unit: 10, price: 200 },
          { starting_unit: 11, price: 150 },
        ],
      },
      { id: "care-USD-monthly", item_id: "care", name: "Care", pricing_model: "flat_fee" },
    ]),
    "subscriptions.json": list("subscription", [
      {
        ...{ id: "team", customer_id: "acme", currency_code: "USD", status: "active" },
        ...{ billing_period: 1, billing_period_unit: "month", started_at: at("2026-01-10") },
        ...{ current_term_start: days.from, current_term_end: days.to },
        subscription_items: [
          { item_price_id: "team-USD-monthly", item_type: "plan", quantity: 4, unit_price: 2500 },
          { item_price_id: "calls-USD-monthly", item_type: "addon", quantity: 12 },
          { item_price_id: "care-USD-monthly", item_type: "addon", unit_price: 5000 },
        ],
        ...more,
      },
    ]),
    "invoices.json": list("invoice", [
      {
        ...{ id: "88", status: "payment_due", currency_code: "USD", subscription_id: "team", date: days.from },
        ...{ due_date: at("2026-06-24"), total: 16_800, tax: 0, amount_due: 6_800, price_type: "tax_exclusive" },
        line_items: [
          line("team-USD-monthly", 10_000),
          line("calls-USD-monthly", 1_800, { entity_type: "addon_item_price" }),
          line("care-USD-monthly", 5_000, { entity_type: "addon_item_price" }),
        ],
      },
    ]),
  });

  test("a plan with addons is loaded, ties out, and is billed on", async () => {
    const book = await converted("chargebee", files());
    assert.deepEqual(reasonsOf(book), []);
    const merchant = await api.newMerchant("2026-07-05T09:00:00Z");
    const client = clientOf(api, merchant);
    const actor = { kind: "SYSTEM", id: "accord import" } as const;
    const loaded = await importBook(api.platform, { ...merchant, book: await readBook(book.out), actor });
    assert.deepEqual([loaded.refused, loaded.isStored], [[], true]);
    assert.deepEqual(loaded.tieOut, [
      { contract: "team", account: "RECEIVABLE", old: "68.00", loaded: "68.00", difference: "0.00" },
    ]);
    await client.drainOutbox();
    await close(client, "2026-06");
    await client.advance("2026-07-11T09:00:00Z");
    await client.drainOutbox();
    const [next] = (await client.ok("GET", "/v3/invoices?limit=100")).data.filter(
      ({ issueDate, status }: Json) => issueDate === "2026-07-10" && status !== "DRAFT",
    );
    assert.deepEqual([next.total, next.dueDate], ["168.00", "2026-07-24"]);
  });

  test("a price that is not a decimal is rejected with file and field", async () => {
    const of = { item_price_id: "team-USD-monthly", item_type: "plan", unit_price_in_decimal: "25,00" };
    await assert.rejects(converted("chargebee", files({ subscription_items: [of] })), {
      code: "EXPORT_INVALID",
      message: /^subscriptions.json\/0\/subscription\/subscription_items\/0/,
    });
  });

  for (const [what, more, reason] of [
    ["a coupon", { coupons: [{ coupon_id: "TEN" }] }, "it has a coupon or a discount"],
    ["a pause", { status: "paused" }, "it is paused"],
    ["a change to come", { has_scheduled_changes: true }, "a scheduled change will alter it"],
  ] as const) {
    test(`left out with the reason: ${what}`, async () => {
      const book = await converted("chargebee", files(more));
      assert.deepEqual(reasonsOf(book), [
        `subscription team: ${reason}`,
        "invoice 88: its subscription team is not carried, and 68.00 USD are open",
      ]);
    });
  }
});
