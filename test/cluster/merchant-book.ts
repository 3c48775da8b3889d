import assert from "node:assert/strict";

// biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is known to who asked
type Json = any;

export type Bookkeeping = {
  readonly url: string;
  readonly key: string;
  readonly deals: number;
  /** What took how many milliseconds. */
  readonly note: (step: string, milliseconds: number) => void;
  /** Waits until the worker has nothing left to do. */
  readonly drained: () => Promise<unknown>;
};

/** The first months of a sandbox merchant through the API, from the first deal to the second closed month. */
export async function keepBook({ url, key, deals, note, drained }: Bookkeeping): Promise<void> {
  const call = async (step: string, method: string, path: string, body?: object): Promise<Json> => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const began = performance.now();
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const sent = (await answer.json()) as Json;
    note(step, performance.now() - began);
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${JSON.stringify(sent)}`);
    return sent.payload;
  };

  const meter = await call("an event type", "POST", "/events/types", {
    name: "Call",
    unitName: "call",
    aggregation: "SUM",
  });
  for (let place = 0; place < deals; place += 1) await call("a whole deal", "POST", "/contracts", deal(place));
  const metered = await call("a whole deal", "POST", "/contracts", meteredDeal(meter.id));
  const { customerId } = await call("a contract", "GET", `/contracts/${metered.id}`);
  for (let place = 0; place < 9; place += 1) {
    const at = { datetime: `2026-01-0${1 + place}T12:00:00Z`, idempotencyKey: `call-${place}` };
    await call("a usage event", "POST", "/events", { ...at, customerId, eventTypeId: meter.id, value: "500" });
  }
  await drained();
  await call("a billing run", "POST", "/test-clock/advance", { to: "2026-03-10T00:00:00Z" });
  await drained();

  // Three months in advance of each deal, and January's usage.
  const invoices = await call("a list of invoices", "GET", "/invoices?filter=status:eq:ISSUED");
  assert.equal(invoices.totalItems, deals * 3 + 1, "each month of each deal is billed once");
  // The newest is of March, so that what its void frees holds no month up that is closed below.
  const [voided, paid] = invoices.data.filter((invoice: Json) => invoice.customerId !== customerId);
  const settled = { customerId: paid.customerId, receivedAt: "2026-03-10", amount: paid.total };
  await call("a payment", "POST", "/payments", settled);
  await call("a void", "POST", `/invoices/${voided.id}/actions`, { action: "VOID" });
  for (const month of ["2026-01", "2026-02"]) {
    await call("a close", "POST", `/month-end-close/close-period?month=${month}`);
    const { currencies } = await call("a trial balance", "GET", `/reports/trial-balance?month=${month}`);
    assert.equal(currencies[0].totalDebit, currencies[0].totalCredit, "debits are credits");
  }
  const { data } = await call("a revenue schedule", "GET", `/revenue-schedules?filter=contractId:eq:${metered.id}`);
  assert.equal(data.length > 0, true, "usage earns");
  await drained();
}

const deal = (place: number) => ({
  name: `Platform ${place}`,
  customer: { name: `Customer ${place}` },
  obligations: [
    {
      serviceStartDate: "2026-01-01",
      serviceEndDate: "2026-12-31",
      billingSchedule: {
        name: "Platform",
        startDate: "2026-01-01",
        endDate: "2026-12-31",
        interval: "MONTH",
        invoiceDateStrategy: "FIRST_OF_PERIOD",
        billingType: "FLAT",
        pricing: [{ amount: "100.00", amountType: "TOTAL_INVOICE" }],
      },
    },
  ],
  approve: true,
});

const meteredDeal = (eventTypeId: string) => ({
  name: "Calls",
  customer: { name: "Vandelay" },
  billingTerms: [
    {
      ...{ name: "Calls", startDate: "2026-01-01", endDate: "2026-12-31", eventTypeId, interval: "MONTH" },
      ...{
        invoiceDateStrategy: "ARREARS",
        billingType: "UNIT",
        pricing: [{ amount: "0.010", amountType: "PER_ITEM" }],
      },
    },
  ],
  approve: true,
});
