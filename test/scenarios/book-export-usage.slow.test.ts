import { deepEqual } from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close } from "../support/client.ts";
import { exported, moved, ranOn } from "../support/exported-book.ts";
import { allOf } from "../support/moved-book.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// Usage that terms bill by themselves is exported where it waits for its bill or its bill is open, and is billed and earned on where it is
// loaded as it is in the book that it comes from.

let api: TestApi;
let root: string;
before(async () => {
  api = await startApi();
  root = await mkdtemp(join(tmpdir(), "accord-export-"));
});
after(async () => {
  await rm(root, { recursive: true });
  await closeWithSoundBooks(api);
});

/** What a contract bills of calls, and how many there are each month from January on. */
type Shape = {
  readonly terms: readonly Json[];
  readonly aggregation?: "SUM" | "COUNT" | "MAX" | "LAST";
  /** Keys by which each event comes once more. */
  readonly splits?: readonly (string | null)[];
  readonly used: readonly number[];
};

const year = { startDate: "2026-01-01", endDate: "2026-12-31" };
const perCall = (amount: string) => ({ billingType: "UNIT", pricing: [{ amount, amountType: "PER_ITEM" }] });
const tiers = {
  ...{ billingType: "UNIT", pricingType: "TIERED" },
  pricing: [
    { amount: "0.01", amountType: "PER_ITEM", tierMinimum: "0" },
    { amount: "0.004", amountType: "PER_ITEM", tierMinimum: "6000" },
  ],
};
const monthly = { interval: "MONTH", invoiceDateStrategy: "ARREARS", ...year };

const shapes: Readonly<Record<string, Shape>> = {
  "a month at a time": {
    terms: [{ ...monthly, ...perCall("0.01") }],
    used: [900, 1_250, 0, 2_033, 701, 400, 1_111, 0, 3_000, 250, 999, 1_001],
  },
  "a quarter of the fifteenth, in tiers, with a minimum": {
    terms: [
      {
        ...{ ...monthly, ...tiers, interval: "QUARTER", startDate: "2026-01-15", endDate: "2027-01-14" },
        minimumAmount: "40.00",
      },
    ],
    used: [2_000, 3_001, 0, 1_000, 0, 449, 5_000, 10_000, 0, 0, 700, 0],
  },
  "without an end, billed on the last day of its months": {
    terms: [{ ...monthly, ...perCall("0.013"), endDate: null, invoiceDateStrategy: "LAST_OF_PERIOD" }],
    used: [101, 202, 303, 0, 0, 606, 707, 808, 0, 10, 11, 12],
  },
  "counted calls": {
    terms: [{ ...monthly, ...perCall("2.50") }],
    aggregation: "COUNT",
    used: [3, 4, 0, 7, 2, 9, 1, 0, 6, 5, 4, 3],
  },
  "the most of a month": {
    terms: [{ ...monthly, ...perCall("1.25") }],
    aggregation: "MAX",
    used: [30, 40, 0, 70, 20, 90, 10, 0, 60, 50, 40, 30],
  },
  "the last of a quarter": {
    terms: [{ ...monthly, ...perCall("0.75"), interval: "QUARTER" }],
    aggregation: "LAST",
    used: [30, 40, 0, 70, 20, 90, 10, 0, 60, 50, 40, 30],
  },
  "a month, and from April a quarter at another price": {
    terms: [
      { ...monthly, ...perCall("0.02"), endDate: "2026-03-31" },
      { ...monthly, ...perCall("0.015"), interval: "QUARTER", startDate: "2026-04-01" },
    ],
    used: [300, 400, 0, 700, 200, 900, 100, 0, 600, 500, 400, 300],
  },
  "split over invoices": {
    terms: [{ ...monthly, ...perCall("0.03") }],
    splits: ["lab", null, "shop"],
    used: [900, 300, 0, 700, 200, 600, 100, 0, 900, 300, 301, 302],
  },
  "over in May": {
    terms: [{ ...monthly, ...perCall("0.02"), endDate: "2026-05-31" }],
    used: [300, 400, 0, 700, 200],
  },
};

async function agreed(client: Client, name: string, { terms, aggregation = "SUM" }: Shape) {
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name, aggregation });
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name });
  const { id: contractId } = await client.ok("POST", "/v3/contracts", { name, customerId });
  for (const [index, term] of terms.entries())
    await client.ok("POST", `/v3/contracts/${contractId}/obligations`, {
      ...{ serviceStartDate: term.startDate, serviceEndDate: term.endDate },
      billingSchedule: { name: `Calls ${index + 1}`, eventTypeId, ...term },
    });
  await client.approve(contractId);
}

const first = (of: number) => (of === 13 ? "2027-01" : `2026-${String(of).padStart(2, "0")}`);

/** Sends what is used in a month of every shape, and lets its bills go out. */
async function runMonth(client: Client, all: Readonly<Record<string, Shape>>, month: number) {
  const customers = new Map((await allOf(client, "/v3/customers")).map(({ id, name }) => [name, id]));
  const types = new Map((await allOf(client, "/v3/events/types")).map(({ id, name }) => [name, id]));
  for (const [day, part] of [
    ["10", 2],
    ["20", 1],
  ] as const) {
    await client.advance(`${first(month)}-${day}T09:00:00Z`);
    for (const [name, { used, aggregation, splits }] of Object.entries(all)) {
      const whole = used[month - 1] ?? 0;
      const early = Math.floor((2 * whole) / 3);
      const value = part === 2 ? early : whole - early;
      const stream = {
        ...{ customerId: customers.get(name), eventTypeId: types.get(name) },
        datetime: `${first(month)}-${day}T08:00:00Z`,
        differentiator: month % 2 === 0 ? "north" : null,
      };
      const key = `${name} ${month} ${day}`;
      const events =
        aggregation === "COUNT"
          ? Array.from({ length: value }, (_, index) => ({ ...stream, idempotencyKey: `${key} ${index}` }))
          : (splits ?? [null]).map((invoiceSplitKey) => {
              return { ...stream, idempotencyKey: `${key} ${invoiceSplitKey}`, value: String(value), invoiceSplitKey };
            });
      for (const event of events) if (value > 0) await client.ok("POST", "/v3/events", event);
    }
  }
  await client.advance(`${first(month + 1)}-08T09:00:00Z`);
  await client.drainOutbox();
}

const months = ["2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"];

const issuedOf = async (client: Client) =>
  (await allOf(client, "/v3/invoices?filter=status:eq:ISSUED")).toSorted((a, b) =>
    a.invoiceNumber < b.invoiceNumber ? -1 : 1,
  );

test("unbilled usage is loaded with its balances, and continues as in the source", async () => {
  const merchant = await api.newMerchant("2025-12-20T09:00:00Z");
  const client = clientOf(api, merchant);
  const settings = { usageGraceDays: 3 };
  await client.ok("PATCH", "/v3/merchant", settings);
  for (const [name, shape] of Object.entries(shapes)) await agreed(client, name, shape);
  for (const month of [1, 2, 3]) await runMonth(client, shapes, month);
  for (const { id } of await issuedOf(client))
    await client.ok("POST", `/v3/invoices/${id}/payments`, { receivedAt: "2026-04-08" });
  for (const month of [4, 5]) await runMonth(client, shapes, month);
  for (const [index, { id }] of (await issuedOf(client)).entries()) {
    // One in three stays open, and one in three is paid in part.
    if (index % 3 === 0)
      await client.ok("POST", `/v3/invoices/${id}/payments`, { amount: "1.00", receivedAt: "2026-06-08" });
    if (index % 3 === 1) await client.ok("POST", `/v3/invoices/${id}/payments`, { receivedAt: "2026-06-08" });
  }
  await runMonth(client, shapes, 6);
  await close(client, "2026-06");
  const there = await moved(api, root, merchant, { asOf: "2026-06", now: "2026-07-08T09:00:00Z", settings });
  for (const each of [client, there]) {
    for (const month of [7, 8, 9, 10, 11, 12]) await runMonth(each, shapes, month);
    await close(each, "2026-12");
  }
  const [expected, actual] = [
    await ranOn(client, { asOf: "2026-06", months }),
    await ranOn(there, { asOf: "2026-06", months }),
  ];
  deepEqual(actual.books, expected.books);
  deepEqual(actual.invoices, expected.invoices);
});

test("credited usage is exported once its invoice is settled, and left out with the reason until then", async () => {
  const merchant = await api.newMerchant("2025-12-20T09:00:00Z");
  const client = clientOf(api, merchant);
  const shape = { terms: [{ ...monthly, ...perCall("0.01") }], used: [900, 1_250, 0, 2_033, 701, 400, 500, 600] };
  const both = { settled: shape, open: shape };
  for (const [name, each] of Object.entries(both)) await agreed(client, name, each);
  for (const month of [1, 2, 3, 4, 5]) await runMonth(client, both, month);
  const names = new Map((await allOf(client, "/v3/contracts")).map(({ id, name }) => [id, name]));
  for (const { id, contractId, customerId, issueDate, lineItems } of await issuedOf(client)) {
    const isCredited = issueDate === (names.get(contractId) === "open" ? "2026-06-01" : "2026-03-01");
    const items = [{ invoiceLineItemId: lineItems[0].id, amount: "2.50" }];
    const memo = { customerId, issueDate: "2026-06-08", reason: "Agreed", items };
    if (isCredited) await client.ok("POST", "/v3/credit-memos", memo);
    const isLeft = issueDate === "2026-06-01";
    if (!isLeft) await client.ok("POST", `/v3/invoices/${id}/payments`, { receivedAt: "2026-06-08" });
  }
  await runMonth(client, both, 6);
  await close(client, "2026-06");
  const { result } = await exported(api, root, merchant);
  deepEqual(
    result.notCarried.filter(({ kind }) => kind === "contract").map(({ name, reason }) => `${name}: ${reason}`),
    ["open: since 2026-05-01 a term billed 4.51 for usage through 2026-05-31, and its usage as of now bills 7.01"],
  );
  const [left] = (await issuedOf(client)).filter(({ contractId, issueDate }) => {
    return names.get(contractId) === "open" && issueDate === "2026-06-01";
  });
  await client.ok("POST", `/v3/invoices/${left?.id}/payments`, { receivedAt: "2026-07-08" });
  await runMonth(client, both, 7);
  await close(client, "2026-07");
  const there = await moved(api, root, merchant, { asOf: "2026-07", now: "2026-08-08T09:00:00Z" });
  for (const each of [client, there]) {
    await runMonth(each, both, 8);
    await close(each, "2026-08");
  }
  const [expected, actual] = [
    await ranOn(client, { asOf: "2026-07", months: ["2026-08"] }),
    await ranOn(there, { asOf: "2026-07", months: ["2026-08"] }),
  ];
  deepEqual(actual, expected);
});
