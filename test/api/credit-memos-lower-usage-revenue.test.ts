import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { type Metering, meteringOn } from "../support/usage-client.ts";

// What is credited of usage by agreement lowers revenue once, whatever the usage comes to afterwards (ADR 0078): in the end a
// contract has earned what it billed less what was credited, also where usage is below zero, is deleted, or is of two differentiators.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

/** Usage at 10.00 a unit without days of grace; the clock stands at the first day of 2026. */
async function metered(parts: object): Promise<readonly [Metering, Client]> {
  const client = clientOf(api, await api.newMerchant("2026-01-01T09:00:00Z"));
  await client.ok("PATCH", "/v3/merchant", { usageGraceDays: 0 });
  const metering = await meteringOn(client);
  await metering.addTerm("10", parts);
  await metering.approve();
  return [metering, client];
}

const comesTo = (client: Client, day: string) => client.advance(`${day}T09:00:00Z`);

/** Credits an amount of the one line that billed a total, or a differentiator. */
async function credit(
  { customerId }: Metering,
  client: Client,
  date: string,
  amount: string,
  of: (line: Json) => boolean,
) {
  const { data: invoices } = await client.ok("GET", "/v3/invoices?limit=100");
  const [line, ...others] = invoices.flatMap(({ lineItems }: Json) => lineItems).filter(of);
  assert.ok(line !== undefined && others.length === 0, "one line is credited");
  const items = [{ invoiceLineItemId: line.id, amount }];
  await client.ok("POST", "/v3/credit-memos", { customerId, issueDate: date, reason: "Agreed", items });
  await client.drainOutbox();
}

/** After the close of a month: what was recognized through it, and what the contract still has, as [recognized, liability, asset]. */
async function closed({ contractId }: Metering, client: Client, month: string): Promise<readonly string[]> {
  await client.ok("POST", `/v3/month-end-close/close-period?month=${month}`);
  const { data } = await client.ok(
    "GET",
    `/v3/revenue-schedules?filter=contractId:eq:${contractId}&filter=status:eq:POSTED&limit=1000`,
  );
  const recognized = data.reduce((cents: bigint, { amount }: Json) => cents + BigInt(amount.replace(".", "")), 0n);
  const { rows } = await client.ok("GET", `/v3/reports/contract-balances?month=${month}`);
  const row = rows.find(({ id }: Json) => id === contractId);
  return [String(recognized), row?.contractLiability ?? "0.00", row?.contractAsset ?? "0.00"];
}

test("a credit of negative usage that was billed again after its term was extended lowers revenue below the value of the usage", async () => {
  const [metering, client] = await metered({ interval: "QUARTER", endDate: "2026-02-10" });
  await metering.use(["2026-01-01T08:00:00Z", "-5"]);
  await comesTo(client, "2026-02-12");
  const { data: terms } = await client.ok("GET", `/v3/contracts/${metering.contractId}/billing-terms`);
  await client.ok("PATCH", `/v3/contracts/${metering.contractId}/billing-terms/${terms[0].id}`, {
    endDate: "2026-02-22",
  });
  await comesTo(client, "2026-02-25");
  await credit(metering, client, "2026-02-25", "20.00", ({ total }) => total === "50.00");
  await comesTo(client, "2026-03-02");
  assert.deepEqual(await closed(metering, client, "2026-02"), ["-7000", "0.00", "0.00"]);
});

test("a credit of usage that is deleted later lowers revenue once, and not that of another differentiator", async () => {
  const [metering, client] = await metered({ endDate: "2026-01-31" });
  const [gone] = await metering.use(
    ["2026-01-01T08:00:00Z", "10", { differentiator: "east" }],
    ["2026-01-01T08:00:00Z", "8", { differentiator: "west" }],
  );
  await comesTo(client, "2026-02-03");
  await credit(metering, client, "2026-02-03", "100.00", ({ differentiator }) => differentiator === "east");
  await comesTo(client, "2026-03-02");
  assert.deepEqual(await closed(metering, client, "2026-02"), ["8000", "0.00", "0.00"]);
  await metering.forget(gone?.id);
  await comesTo(client, "2026-04-02");
  assert.deepEqual(await closed(metering, client, "2026-03"), ["8000", "0.00", "0.00"]);
});

test("a credit of usage deleted in part lowers revenue by what the next invoice still credits", async () => {
  const [metering, client] = await metered({ endDate: "2026-02-28" });
  const [, gone] = await metering.use(["2026-01-01T08:00:00Z", "7"], ["2026-01-01T08:00:00Z", "3"]);
  await comesTo(client, "2026-02-02");
  await metering.use(["2026-02-02T08:00:00Z", "20"]);
  await credit(metering, client, "2026-02-02", "20.00", ({ total }) => total === "100.00");
  await metering.forget(gone?.id);
  await comesTo(client, "2026-03-01");
  // 70.00 and 200.00 less 20.00 are earned; January's bill is too high by 30.00, which the first invoice of March takes off.
  assert.deepEqual(await closed(metering, client, "2026-02"), ["25000", "30.00", "0.00"]);
  assert.deepEqual((await metering.invoices()).slice(1), [
    "2026-03-01 | LATE_USAGE 01-01–01-31 -3 = -30.00, USAGE 02-01–02-28 20 = 200.00",
  ]);
  await comesTo(client, "2026-04-01");
  assert.deepEqual(await closed(metering, client, "2026-03"), ["25000", "0.00", "0.00"]);
});
