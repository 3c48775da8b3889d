import type { CustomerName } from "./customers.ts";
import { nextMonth, type Scene } from "./scene.ts";
import { createContract, type Story } from "./story-contract.ts";

/** Events of a month, one every third day, with values that grow from month to month. They are the same in every demo. */
function eventsOf(story: Story, of: CustomerName, eventTypeId: string, month: string, perDay: number) {
  const ageInMonths = Temporal.PlainDate.from("2024-01-01").until(`${month}-01`, { largestUnit: "month" }).months;
  return [3, 6, 9, 12, 15, 18, 21, 24, 27].map((day, index) => {
    const swing = 1 + ((day * 7 + ageInMonths * 11) % 13) / 26;
    const value = Math.round(perDay * 3 * swing * (1 + ageInMonths * 0.04));
    const at = `${month}-${String(day).padStart(2, "0")}`;
    return {
      ...{ idempotencyKey: `${of}-${at}-${index}`, customerId: story.customer(of).id, eventTypeId },
      ...{ datetime: `${at}T16:20:00Z`, value: String(value) },
    };
  });
}

/** Records the usage of each month on the first day of the next one. */
async function* metered(
  story: Story,
  of: CustomerName,
  eventTypeId: string,
  { from, perDay, goesOn = true }: { readonly from: string; readonly perDay: number; readonly goesOn?: boolean },
): Scene {
  for (let month = from; month < "2026-01"; month = nextMonth(month)) {
    yield `${nextMonth(month)}-01`;
    await story.send("POST", "/v3/events/bulk", { events: eventsOf(story, of, eventTypeId, month, perDay) });
  }
  if (!goesOn) return;
  // The current month is only recorded up to its middle.
  yield "2026-01-14";
  const known = eventsOf(story, of, eventTypeId, "2026-01", perDay).slice(0, 4);
  await story.send("POST", "/v3/events/bulk", { events: known });
}

/** API calls with tiered prices that fall with usage. */
export async function* tieredCalls(story: Story): Scene {
  yield "2024-02-26";
  const created = await createContract(story, "API calls, tiered", "glasshouse", { closeDate: "2024-02-26" });
  await created.sell(
    {
      ...{ name: "API calls", product: "calls", from: "2024-03-01", to: "2026-02-28", price: "0.012" },
      ...{ eventTypeId: story.catalog.calls, invoiceDateStrategy: "ARREARS", pricingType: "TIERED" },
      pricing: [
        { tier: 0, amount: "0.012", amountType: "PER_ITEM", tierMinimum: "0" },
        { tier: 1, amount: "0.009", amountType: "PER_ITEM", tierMinimum: "100000" },
        { tier: 2, amount: "0.006", amountType: "PER_ITEM", tierMinimum: "250000" },
      ],
      minimumAmount: "500.00",
    },
    { recognitionPattern: "RECOGNIZE_AS_CONSUMED" },
  );
  await created.approve();
  yield* metered(story, "glasshouse", story.catalog.calls, { from: "2024-03", perDay: 6200 });
}

/** A platform fee, and a fee for the maximum storage used in a month. */
export async function* storedData(story: Story): Scene {
  yield "2024-10-21";
  const created = await createContract(story, "Video archive", "ravensmoor", { closeDate: "2024-10-21" });
  await created.sell({ name: "Platform", product: "platform", from: "2024-11-01", to: "2026-10-31", price: "1200.00" });
  await created.sell(
    {
      ...{ name: "Object storage", product: "storage", from: "2024-11-01", to: "2026-10-31", price: "0.12" },
      ...{ eventTypeId: story.catalog.storage, invoiceDateStrategy: "ARREARS" },
    },
    { recognitionPattern: "RECOGNIZE_AS_CONSUMED" },
  );
  await created.approve();
  yield* metered(story, "ravensmoor", story.catalog.storage, { from: "2024-11", perDay: 2100 });
}

const committed = (story: Story, name: string, from: string, to: string, price: string) => ({
  ...{ name, product: "calls" as const, from, to, price, eventTypeId: story.catalog.calls },
  ...{ invoiceDateStrategy: "ARREARS", usageScope: "COMMITMENT" },
});

/** A commitment of 18,000 prepaid for each half-year; further calls have a higher price. */
export async function* prepaidCommitment(story: Story): Scene {
  yield "2025-01-06";
  const created = await createContract(story, "Committed calls, prepaid", "kaldera", {
    closeDate: "2025-01-06",
    poNumber: "KG-3301",
  });
  const { billingTermId } = await created.sell(
    committed(story, "Matchmaking calls", "2025-01-01", "2025-12-31", "0.010"),
    {
      recognitionPattern: "RECOGNIZE_AS_CONSUMED",
    },
  );
  const schedule = (startDate: string, endDate: string) => ({
    ...{ startDate, endDate, prepaidEnabled: true, prepaidValue: "18000.00", prepaymentScheduleType: "FULL_UPFRONT" },
    ...{ steps: [{ commitmentValue: "18000.00", billingTermIds: [billingTermId] }] },
    overageConfigs: [
      {
        eventTypeId: story.catalog.calls,
        overagePrice: "0.013",
        overageInvoiceLineName: "Calls beyond the commitment",
      },
    ],
  });
  await story.send("POST", `${created.path}/commitments`, {
    commitments: [
      {
        ...{ name: "Matchmaking calls 2025", commitmentUnitType: "CURRENCY" },
        schedules: [schedule("2025-01-01", "2025-06-30"), schedule("2025-07-01", "2025-12-31")],
      },
    ],
  });
  await created.approve();
  yield* metered(story, "kaldera", story.catalog.calls, { from: "2025-01", perDay: 5200, goesOn: false });
}

/** A quarterly minimum that is billed even if it is not used. */
export async function* quarterlyMinimum(story: Story): Scene {
  yield "2025-03-24";
  const created = await createContract(story, "Alarm events, quarterly minimum", "palisade", {
    closeDate: "2025-03-24",
  });
  const { billingTermId } = await created.sell(committed(story, "Alarm events", "2025-04-01", "2026-03-31", "0.008"), {
    recognitionPattern: "RECOGNIZE_AS_CONSUMED",
  });
  await story.send("POST", `${created.path}/commitments`, {
    commitments: [
      {
        ...{ name: "Alarm events", commitmentUnitType: "CURRENCY" },
        schedules: [
          {
            ...{
              startDate: "2025-04-01",
              endDate: "2026-03-31",
              commitmentInterval: "QUARTERLY",
              trueUpBehavior: "EACH_PERIOD",
            },
            steps: [{ commitmentValue: "4500.00", billingTermIds: [billingTermId] }],
          },
        ],
      },
    ],
  });
  await created.approve();
  yield* metered(story, "palisade", story.catalog.calls, { from: "2025-04", perDay: 3250 });
}

/** Late usage: events of October that arrive in December. */
export async function* lateUsage(story: Story): Scene {
  yield "2025-12-09";
  const late = eventsOf(story, "glasshouse", story.catalog.calls, "2025-10", 900).slice(-2);
  const events = late.map((event) => ({ ...event, idempotencyKey: `${event.idempotencyKey}-late` }));
  await story.send("POST", "/v3/events/bulk", { events });
}
