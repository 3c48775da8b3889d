import { deepEqual } from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { required } from "../../src/kernel/assert.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close } from "../support/client.ts";
import { exported, imported, moved, ranOn } from "../support/exported-book.ts";
import { allOf } from "../support/moved-book.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// Commitments in progress are exported with what was used and billed of them, and drawn down, billed and earned on where they are loaded.

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

const year = { startDate: "2026-01-01", endDate: "2026-12-31" };

/** A commitment on calls at 0.010, and how many calls each month from January on. */
type Shape = {
  readonly schedules: readonly Json[];
  readonly commitment?: Json;
  readonly aggregation?: "SUM" | "COUNT";
  readonly perCall?: string;
  readonly strategy?: string;
  /** True to approve the contract before its commitment is added. */
  readonly isAddedLater?: boolean;
  /** Prices of the steps, in their order; one term each. */
  readonly prices?: readonly string[];
  readonly used: readonly number[];
};

const shapes: Readonly<Record<string, Shape>> = {
  "monthly, trued up each month": {
    schedules: [{ ...year, commitmentInterval: "MONTHLY", trueUpBehavior: "EACH_PERIOD", steps: ["100.00"] }],
    used: [9_000, 12_500, 0, 20_333, 7_001, 4_000, 11_111, 0, 30_000, 2_500, 9_999, 10_001],
  },
  "quarterly, prepaid, what is unused lapses": {
    schedules: [
      {
        ...{ ...year, commitmentInterval: "QUARTERLY", prepaidEnabled: true, prepaidValue: "100.00" },
        ...{ prepaymentScheduleType: "PER_COMMITMENT_PERIOD", trueUpBehavior: "NONE", steps: ["100.00"] },
      },
    ],
    used: [2_000, 3_001, 0, 1_000, 0, 4_499, 5_000, 10_000, 0, 0, 700, 0],
  },
  "all of the year prepaid, billed at the end of its periods": {
    schedules: [
      {
        ...{ ...year, prepaidEnabled: true, prepaidValue: "100.00", prepaymentScheduleType: "FULL_UPFRONT" },
        ...{ trueUpBehavior: "NONE", steps: ["100.00"] },
      },
    ],
    used: [1_000, 1_500, 2_000, 500, 0, 1_234, 2_000, 3_000, 4_000, 0, 1_111, 1_000],
  },
  "two steps with prices of their own, trued up at the end": {
    schedules: [{ ...year, trueUpBehavior: "END_OF_SCHEDULE", steps: ["30.00", "70.00"] }],
    prices: ["0.010", "0.008"],
    used: [100, 200, 3_300, 0, 500, 601, 700, 800, 0, 1_000, 1_100, 99],
  },
  "units of counted calls": {
    commitment: { commitmentUnitType: "UNITS" },
    schedules: [{ ...year, commitmentInterval: "QUARTERLY", trueUpBehavior: "EACH_PERIOD", steps: ["12"] }],
    aggregation: "COUNT",
    perCall: "2.50",
    used: [3, 4, 0, 7, 2, 9, 1, 0, 6, 5, 4, 3],
  },
  "added when the contract ran, billed on the last day of its months": {
    schedules: [{ startDate: "2026-04-01", endDate: "2026-12-31", commitmentInterval: "QUARTERLY", steps: ["60.00"] }],
    strategy: "LAST_OF_PERIOD",
    isAddedLater: true,
    used: [0, 0, 0, 1_000, 6_500, 499, 1_000, 900, 8_800, 1_700, 600, 0],
  },
  "half a year each, with prices of overage in tiers": {
    schedules: [
      {
        ...{ startDate: "2026-01-01", endDate: "2026-08-31", trueUpBehavior: "EACH_PERIOD", steps: ["80.00"] },
        overage: {
          overagePricings: [
            { conditionValue: "0", price: "0.009" },
            { conditionValue: "2000", price: "0.005" },
          ],
        },
      },
      { startDate: "2026-09-01", endDate: "2026-12-31", commitmentInterval: "MONTHLY", steps: ["10.00"] },
    ],
    used: [2_000, 2_001, 0, 1_000, 6_500, 499, 1_000, 900, 800, 1_700, 600, 0],
  },
};

async function agreed(client: Client, name: string, shape: Shape) {
  const {
    schedules,
    commitment,
    prices = [shape.perCall ?? "0.010"],
    aggregation = "SUM",
    strategy = "ARREARS",
  } = shape;
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name, aggregation });
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name });
  const { id: contractId } = await client.ok("POST", "/v3/contracts", { name, customerId });
  const termIds: string[] = [];
  for (const [index, amount] of prices.entries()) {
    const obligation = await client.ok("POST", `/v3/contracts/${contractId}/obligations`, {
      ...{ serviceStartDate: year.startDate, serviceEndDate: year.endDate },
      billingSchedule: {
        ...{ name: `Calls ${index + 1}`, ...year, interval: "MONTH", invoiceDateStrategy: strategy, eventTypeId },
        ...{ billingType: "UNIT", usageScope: "COMMITMENT", pricing: [{ amount, amountType: "PER_ITEM" }] },
      },
    });
    termIds.push(obligation.billingTermId);
  }
  if (shape.isAddedLater === true) await client.approve(contractId);
  await client.ok("POST", `/v3/contracts/${contractId}/commitments`, {
    commitments: [
      {
        ...{ name: `Commitment of ${name}`.slice(0, 200), commitmentUnitType: "CURRENCY", ...commitment },
        schedules: schedules.map(({ steps, overage = { overagePrice: "0.007" }, ...rest }) => ({
          ...rest,
          steps: steps.map((commitmentValue: string, index: number) => {
            return { name: `Step ${index + 1}`, commitmentValue, billingTermIds: [termIds[index] ?? termIds[0]] };
          }),
          overageConfigs: [{ eventTypeId, ...overage }],
        })),
      },
    ],
  });
  if (shape.isAddedLater !== true) await client.approve(contractId);
  return contractId;
}

/** Sends what is used in a month of every shape, and lets its bills go out. */
async function runMonth(client: Client, all: Readonly<Record<string, Shape>>, month: number) {
  const first = (of: number) => (of === 13 ? "2027-01" : `2026-${String(of).padStart(2, "0")}`);
  const customers = new Map((await allOf(client, "/v3/customers")).map(({ id, name }) => [name, id]));
  const types = new Map((await allOf(client, "/v3/events/types")).map(({ id, name }) => [name, id]));
  for (const [day, part] of [
    ["10", 2],
    ["20", 1],
  ] as const) {
    await client.advance(`${first(month)}-${day}T09:00:00Z`);
    for (const [name, { used, aggregation }] of Object.entries(all)) {
      const whole = used[month - 1] ?? 0;
      const early = Math.floor((2 * whole) / 3);
      const value = part === 2 ? early : whole - early;
      const stream = {
        customerId: customers.get(name),
        eventTypeId: types.get(name),
        datetime: `${first(month)}-${day}T08:00:00Z`,
      };
      const key = `${name} ${month} ${day}`;
      const events =
        aggregation === "COUNT"
          ? Array.from({ length: value }, (_, index) => ({ ...stream, idempotencyKey: `${key} ${index}` }))
          : [
              {
                ...stream,
                idempotencyKey: key,
                value: String(value),
                differentiator: month % 2 === 0 ? "north" : null,
              },
            ];
      for (const event of events) if (value > 0) await client.ok("POST", "/v3/events", event);
    }
  }
  await client.advance(`${first(month + 1)}-08T09:00:00Z`);
  await client.drainOutbox();
}

const months = ["2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"];

test("commitments in progress are loaded with their balances, and continue as in the source", async () => {
  const merchant = await api.newMerchant("2025-12-20T09:00:00Z");
  const client = clientOf(api, merchant);
  const settings = { usageGraceDays: 3 };
  await client.ok("PATCH", "/v3/merchant", settings);
  const [early, late] = [false, true].map((isLate) =>
    Object.entries(shapes).filter(([, { isAddedLater = false }]) => isAddedLater === isLate),
  );
  for (const [name, shape] of early ?? []) await agreed(client, name, shape);
  for (const month of [1, 2, 3]) await runMonth(client, Object.fromEntries(early ?? []), month);
  for (const [name, shape] of late ?? []) await agreed(client, name, shape);
  for (const month of [4, 5]) await runMonth(client, shapes, month);
  const open = (await allOf(client, "/v3/invoices?filter=status:eq:ISSUED")).toSorted((a, b) =>
    a.invoiceNumber < b.invoiceNumber ? -1 : 1,
  );
  for (const [index, { id, balanceRemaining }] of open.entries()) {
    // One in three stays open, and one in three is paid in part.
    if (index % 3 === 0)
      await client.ok("POST", `/v3/invoices/${id}/payments`, { amount: "1.00", receivedAt: "2026-06-08" });
    if (index % 3 === 1 && balanceRemaining !== "0.00")
      await client.ok("POST", `/v3/invoices/${id}/payments`, { receivedAt: "2026-06-08" });
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

test("a commitment with late usage is left out with the reason, a terminated one is loaded with its end", async () => {
  const merchant = await api.newMerchant("2025-12-20T09:00:00Z");
  const client = clientOf(api, merchant);
  const shape = required(shapes["monthly, trued up each month"], "the shape");
  const own = { "ends early": shape, "used late": shape };
  const ids = new Map<string, string>();
  for (const [name, each] of Object.entries(own)) ids.set(name, await agreed(client, name, each));
  for (const month of [1, 2, 3, 4, 5]) await runMonth(client, own, month);
  const commitments = await allOf(client, "/v3/commitments");
  const [ending] = commitments.filter(({ contractId }) => contractId === ids.get("ends early"));
  const path = `/v3/contracts/${ids.get("ends early")}/commitments/${ending?.id}/terminate`;
  await client.ok("POST", path, { endDate: "2026-08-31" });
  await runMonth(client, own, 6);
  await close(client, "2026-06");
  // Usage of May that comes when June is closed is billed with the next bill, and was not billed by June.
  const [customer] = (await allOf(client, "/v3/customers")).filter(({ name }) => name === "used late");
  const [type] = (await allOf(client, "/v3/events/types")).filter(({ name }) => name === "used late");
  const event = { customerId: customer?.id, eventTypeId: type?.id, datetime: "2026-05-31T08:00:00Z", value: "9000" };
  await client.ok("POST", "/v3/events", { ...event, idempotencyKey: "late" });
  const { folder, result } = await exported(api, root, merchant);
  deepEqual(
    result.notCarried.map(({ name, reason }) => `${name}: ${reason}`),
    ["used late: a commitment billed 589.83 for usage through 2026-05-31, and its usage as of now bills 631.84"],
  );
  const other = await api.newMerchant("2026-07-08T09:00:00Z");
  const there = clientOf(api, other);
  await there.ok("PATCH", "/v3/merchant", { invoicePrefix: "N-" });
  const loaded = await imported(api, other, folder);
  deepEqual([loaded.refused, loaded.isStored], [[], true]);
  const [moved] = await allOf(there, "/v3/commitments");
  deepEqual(moved?.commitmentEndDate, "2026-08-31");
});
