import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close } from "../support/client.ts";
import { sumOf } from "../support/contract-view.ts";
import { allOf, booksByContract } from "../support/moved-book.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// A contract whose commitment is in progress, loaded as of 30 June with what was used of it, has the books of the one that lived from
// January: at the end of June, and of every month after it.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const months = ["2026-06", "2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"];

/** A commitment of 2026 on calls at 0.010, and how many are used each month from January on. */
type Shape = { readonly schedule: object; readonly commitment?: object; readonly used: readonly number[] };

const used = [9_000, 12_500, 0, 20_333, 7_001, 4_000, 11_111, 0, 30_000, 2_500, 9_999, 10_001];
const shapes: Readonly<Record<string, Shape>> = {
  "monthly, trued up each month": {
    schedule: { commitmentInterval: "MONTHLY", trueUpBehavior: "EACH_PERIOD" },
    used,
  },
  "quarterly, prepaid, what is unused lapses": {
    schedule: {
      ...{ commitmentInterval: "QUARTERLY", prepaidEnabled: true, prepaidValue: "100.00" },
      ...{ prepaymentScheduleType: "PER_COMMITMENT_PERIOD", trueUpBehavior: "NONE" },
    },
    used: [2_000, 3_001, 0, 1_000, 0, 4_499, 5_000, 10_000, 0, 0, 700, 0],
  },
  "all of the year prepaid in advance, with overage": {
    schedule: {
      ...{ prepaidEnabled: true, prepaidValue: "100.00", prepaymentScheduleType: "FULL_UPFRONT" },
      trueUpBehavior: "NONE",
    },
    used: [1_000, 1_500, 2_000, 500, 0, 1_234, 2_000, 3_000, 4_000, 0, 1_111, 1_000],
  },
  "all of the year, trued up at its end": {
    schedule: { trueUpBehavior: "END_OF_SCHEDULE" },
    used: [100, 200, 300, 0, 500, 601, 700, 800, 0, 1_000, 1_100, 99],
  },
  "units a quarter, trued up each": {
    commitment: { commitmentUnitType: "UNITS" },
    schedule: { commitmentInterval: "QUARTERLY", trueUpBehavior: "EACH_PERIOD" },
    used,
  },
};

async function drafted(client: Client, name: string, { schedule, commitment }: Shape) {
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name });
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name });
  const { id: contractId } = await client.ok("POST", "/v3/contracts", { name, customerId });
  const days = { startDate: "2026-01-01", endDate: "2026-12-31" };
  const obligation = await client.ok("POST", `/v3/contracts/${contractId}/obligations`, {
    ...{ serviceStartDate: days.startDate, serviceEndDate: days.endDate },
    billingSchedule: {
      ...{ name, ...days, interval: "MONTH", invoiceDateStrategy: "ARREARS", eventTypeId },
      ...{ billingType: "UNIT", usageScope: "COMMITMENT", pricing: [{ amount: "0.010", amountType: "PER_ITEM" }] },
    },
  });
  const { billingTermId, performanceObligationId } = obligation;
  const steps = [{ commitmentValue: "100.00", billingTermIds: [billingTermId] }];
  const overageConfigs = [{ eventTypeId, overagePrice: "0.007" }];
  const { commitments } = await client.ok("POST", `/v3/contracts/${contractId}/commitments`, {
    commitments: [
      { commitmentUnitType: "CURRENCY", ...commitment, schedules: [{ ...days, ...schedule, steps, overageConfigs }] },
    ],
  });
  return { name, contractId, customerId, eventTypeId, performanceObligationId, commitmentId: commitments[0].id };
}
type Drafted = Awaited<ReturnType<typeof drafted>>;

/** Two thirds of a month on its 10th, the rest on its 20th. */
const quantitiesOf = (shape: Shape, month: number): readonly (readonly [string, number])[] => {
  const all = shape.used[month - 1] ?? 0;
  const early = Math.floor((2 * all) / 3);
  const day = (date: number) => `2026-${String(month).padStart(2, "0")}-${date}`;
  return [[day(10), early] as const, [day(20), all - early] as const].filter(([, quantity]) => quantity > 0);
};

/** Runs a month: its usage comes, its bills go out on the fifth of the next one, and it is closed. */
async function runMonth(client: Client, contracts: readonly (readonly [Drafted, Shape])[], month: number) {
  const next = month === 12 ? "2027-01" : `2026-${String(month + 1).padStart(2, "0")}`;
  await client.advance(`${next}-01T09:00:00Z`);
  for (const [{ customerId, eventTypeId, name }, shape] of contracts) {
    for (const [day, value] of quantitiesOf(shape, month)) {
      const stream = { customerId, eventTypeId, idempotencyKey: `${name} ${day}` };
      await client.ok("POST", "/v3/events", { ...stream, datetime: `${day}T08:00:00Z`, value: String(value) });
    }
  }
  await client.drainOutbox();
  await client.advance(`${next}-08T09:00:00Z`);
  await client.drainOutbox();
}

/** What the books of a contract that lived say at the end of June, as the opening of the same contract elsewhere. */
async function openingOf(client: Client, lived: Drafted, shape: Shape, loaded: Drafted) {
  const invoices = (await allOf(client, `/v3/invoices?filter=contractId:eq:${lived.contractId}`)).filter(
    ({ status, issueDate }) => status !== "DRAFT" && issueDate <= "2026-06-30",
  );
  const lines: Json[] = invoices.flatMap(({ lineItems }) => lineItems);
  const revenue = (await allOf(client, `/v3/revenue-schedules?filter=contractId:eq:${lived.contractId}`)).filter(
    ({ timeframe }) => `${timeframe}-01` <= "2026-06-30",
  );
  return {
    asOf: "2026-06-30",
    commitments: [
      {
        ...{ commitmentId: loaded.commitmentId, invoicedThrough: "2026-05-31" },
        billed: sumOf(["0.00", ...lines.map(({ total }) => total)]),
      },
    ],
    usage: [1, 2, 3, 4, 5, 6].flatMap((month) =>
      quantitiesOf(shape, month).map(([date, quantity]) => {
        return { eventTypeId: loaded.eventTypeId, date, quantity: String(quantity) };
      }),
    ),
    performanceObligations: [
      {
        performanceObligationId: loaded.performanceObligationId,
        recognized: sumOf(["0.00", ...revenue.map(({ amount }) => amount)]),
      },
    ],
  };
}

test("a commitment loaded in progress has the balances of one that ran from its start", async () => {
  const started = clientOf(api, await api.newMerchant("2025-12-20T09:00:00Z"));
  await started.ok("PATCH", "/v3/merchant", { usageGraceDays: 3 });
  const lived: (readonly [Drafted, Shape])[] = [];
  for (const [name, shape] of Object.entries(shapes)) {
    const contract = await drafted(started, name, shape);
    await started.approve(contract.contractId);
    lived.push([contract, shape]);
  }
  for (const month of [1, 2, 3, 4, 5]) await runMonth(started, lived, month);
  await started.advance("2026-06-30T09:00:00Z");
  await started.drainOutbox();
  for (const { id, balanceRemaining } of await allOf(started, "/v3/invoices?filter=status:eq:ISSUED"))
    if (balanceRemaining !== "0.00") await started.ok("POST", `/v3/invoices/${id}/payments`, {});
  await runMonth(started, lived, 6);
  await close(started, "2026-06");

  const moved = clientOf(api, await api.newMerchant("2026-07-01T09:00:00Z"));
  await moved.ok("PATCH", "/v3/merchant", { usageGraceDays: 3 });
  const loaded: (readonly [Drafted, Shape])[] = [];
  for (const [index, [name, shape]] of Object.entries(shapes).entries()) {
    const contract = await drafted(moved, name, shape);
    const body = await openingOf(started, lived[index]?.[0] as Drafted, shape, contract);
    const path = `/v3/contracts/${contract.contractId}/opening`;
    const opening = await moved.ok("POST", path, body);
    assert.deepEqual(
      opening.performanceObligations.map(({ difference }: Json) => difference),
      ["0.00"],
      name,
    );
    loaded.push([contract, shape]);
  }
  await moved.drainOutbox();
  await moved.advance("2026-07-08T09:00:00Z");
  await moved.drainOutbox();
  await close(moved, "2026-06");
  for (const month of [7, 8, 9, 10, 11, 12]) {
    for (const [client, contracts] of [[started, lived] as const, [moved, loaded] as const]) {
      await runMonth(client, contracts, month);
      await close(client, months[month - 6] ?? "");
    }
  }
  const [expected, actual] = [await booksByContract(started, months), await booksByContract(moved, months)];
  for (const [name, books] of expected) {
    const { "REVENUE 2026-06": _old, ...rest } = books;
    const { "REVENUE 2026-06": june, ...own } = actual.get(name);
    assert.deepEqual(own, rest, name);
    assert.equal(june, "0.00", "the old books have the revenue of June");
  }
});
