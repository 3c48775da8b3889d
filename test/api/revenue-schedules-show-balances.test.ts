import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody, priced } from "../support/client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// Revenue entries of closed months say where their billing term group stands at the month's end (rules 13).

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

/** By obligation and month: "amount, contract liability, contract asset". */
async function shown(client: Client, names: Readonly<Record<string, string>>, timeframe: string): Promise<Json> {
  const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=timeframe:eq:${timeframe}&limit=100`);
  const texts = data.map(({ performanceObligationId: id, amount, contractLiability, contractAsset }: Json) => [
    names[id],
    `${amount}, ${contractLiability}, ${contractAsset}`,
  ]);
  return Object.fromEntries(texts);
}

/**
 * 300.00 for a quarter in advance; the same in arrears; and 100.00 a month in advance of which January costs half, so that
 * 83.33 are earned and 50.00 billed. Together a contract liability of 200.00 − 33.33, and 100.00 of unbilled receivable.
 */
async function threeGroups() {
  const client = clientOf(api, await api.newMerchant("2026-01-01T09:00:00Z"));
  const contractId = await client.contract();
  const service = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-03-31" };
  const billed = { startDate: "2026-01-01", endDate: "2026-03-31" };
  const discounts = [{ type: "PERCENTAGE", amount: "0.50", startDate: "2026-01-01", endDate: "2026-01-31" }];
  const [ahead, arrears, ramp] = [
    await client.add(contractId, obligationBody(service, billed)),
    await client.add(contractId, obligationBody(service, { ...billed, invoiceDateStrategy: "ARREARS" })),
    await client.add(
      contractId,
      obligationBody({ ...service, discounts }, { ...billed, interval: "MONTH", ...priced("100.00") }),
    ),
  ];
  await client.approve(contractId);
  await client.advance("2026-02-01T09:00:00Z");
  const names = {
    [ahead.performanceObligationId]: "ahead",
    [arrears.performanceObligationId]: "arrears",
    [ramp.performanceObligationId]: "ramp",
  };
  return { client, contractId, names, arrears };
}

test("a group shows contract liability and asset at month end, apart from unbilled receivable; null while the month is open", async () => {
  const { client, names } = await threeGroups();
  assert.deepEqual(await shown(client, names, "2026-01"), {
    ahead: "100.00, null, null",
    arrears: "100.00, null, null",
    ramp: "83.33, null, null",
  });
  await close(client, "2026-01");
  assert.deepEqual(await shown(client, names, "2026-01"), {
    ahead: "100.00, 200.00, 0.00",
    arrears: "100.00, 0.00, 0.00",
    ramp: "83.33, 0.00, 33.33",
  });
  assert.deepEqual((await shown(client, names, "2026-02")).ahead, "100.00, null, null");
  await client.advance("2026-04-01T09:00:00Z");
  await close(client, "2026-03");
  assert.deepEqual(await shown(client, names, "2026-02"), {
    ahead: "100.00, 100.00, 0.00",
    arrears: "100.00, 0.00, 0.00",
    ramp: "83.34, 0.00, 16.67",
  });
  const none = "0.00, 0.00";
  assert.deepEqual(await shown(client, names, "2026-03"), {
    ahead: `100.00, ${none}`,
    arrears: `100.00, ${none}`,
    ramp: `83.33, ${none}`,
  });
});

test("a month closed again shows the balances of its last close, and earlier ones where nothing changed", async () => {
  const { client, contractId, names, arrears } = await threeGroups();
  await close(client, "2026-01");
  const before = await shown(client, names, "2026-01");
  const reopen = () => client.ok("POST", "/v3/month-end-close/reopen-period?month=2026-01&reason=Price");
  await reopen();
  assert.equal((await shown(client, names, "2026-01")).ahead, "100.00, null, null");
  await close(client, "2026-01");
  assert.deepEqual(await shown(client, names, "2026-01"), before);

  await reopen();
  await client.ok("PATCH", `/v3/contracts/${contractId}/billing-terms/${arrears.billingTermId}`, {
    ...priced("600.00"),
    effectiveDate: "2026-01-01",
    agreedOn: "2026-01-15",
  });
  await client.drainOutbox();
  await close(client, "2026-01");
  assert.deepEqual(await shown(client, names, "2026-01"), { ...before, arrears: "200.00, 0.00, 0.00" });
});
