import assert from "node:assert/strict";
import type { ApiAnswer, Json } from "../../support/api.ts";
import { type Client, clientOf, obligationBody, priced } from "../../support/client.ts";
import { runDoctor } from "../../support/doctor.ts";
import { usageBody } from "../../support/pobs.ts";
import type { Guard } from "../interference.ts";
import { assertOneAfterTheOther, assertOnly, type Race, type Scenario, tally } from "../race.ts";

const booksLock: Guard = { name: "the lock of the books", without: /(?<=from books .*)for (?:share|update)/ };
const path = "/v3/month-end-close";
const periodClosed = "400 PERIOD_CLOSED";

/** A new merchant in February 2026 with a contract of four terms, and a write for each that reaches into January. */
async function januaryBook(race: Race) {
  const client = clientOf(race.api, await race.api.newMerchant("2026-02-10T00:00:00Z"));
  const contract = await client.contract();
  const { customerId } = await client.ok("GET", `/v3/contracts/${contract}`);
  const inArrears = { interval: "YEAR", invoiceDateStrategy: "ARREARS" };
  await client.add(contract, obligationBody({}, { interval: "MONTH", ...priced("100.00") }));
  const repriced = await client.add(contract, obligationBody({}, { ...inArrears, ...priced("1200.00") }));
  const pinned = await client.add(contract, obligationBody({}, { ...inArrears, ...priced("600.00") }));
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Calls" });
  await client.ok(
    "POST",
    `/v3/contracts/${contract}/billing-terms`,
    usageBody(eventTypeId, priced("2.00", "PER_ITEM")),
  );
  await client.approve(contract);
  const [invoice] = (await client.ok("GET", "/v3/invoices?filter=issueDate:lte:2026-01-31")).data;
  const terms = `/v3/contracts/${contract}/billing-terms/${repriced.billingTermId}`;
  const writes: readonly (() => Promise<ApiAnswer>)[] = [
    () => client.send("PATCH", terms, { ...priced("2400.00"), effectiveDate: "2026-01-01" }),
    () =>
      client.send("POST", "/v3/credit-memos", {
        ...{ customerId, issueDate: "2026-01-20", reason: "Outage" },
        items: [{ invoiceLineItemId: invoice.lineItems[0].id, amount: "31.00" }],
      }),
    () =>
      client.send("POST", `/v3/contracts/${contract}/obligation/${pinned.id}/custom-revenue`, [
        { timeframe: "2026-01", total: "7.00" },
      ]),
    () =>
      client.send("POST", "/v3/events", {
        ...{ customerId, eventTypeId, idempotencyKey: crypto.randomUUID() },
        ...{ datetime: "2026-01-20T00:00:00Z", value: "3" },
      }),
  ];
  return { client, writes };
}

const close = (client: Client, month: string) => client.send("POST", `${path}/close-period?month=${month}`);

/** Closes what is open through February; answers the balances at its end. */
async function balancesOf(client: Client): Promise<Json> {
  await client.drainOutbox();
  await client.advance("2026-03-05T00:00:00Z");
  await client.ok("POST", `${path}/close-period?month=2026-02`);
  const { currencies } = await client.ok("GET", "/v3/reports/trial-balance?month=2026-02");
  return currencies[0].accounts.map(({ role, balance }: Json) => [role, balance]);
}

async function assertSound(race: Race, { merchant }: Client): Promise<void> {
  assert.deepEqual(await runDoctor(race.api.platform.db, { merchantId: merchant.merchantId }), []);
}

const undisturbed = new Map<string, Promise<Json>>();

/** What the same writes come to when nothing is closed before they are all done. */
function undisturbedBalances(race: Race, accepted: readonly boolean[]): Promise<Json> {
  const key = accepted.join();
  const known = undisturbed.get(key);
  if (known !== undefined) return known;
  const running = (async () => {
    const { client, writes } = await januaryBook(race);
    for (const [index, write] of writes.entries()) if (accepted[index]) await write();
    return balancesOf(client);
  })();
  undisturbed.set(key, running);
  return running;
}

export const closeAndWrites: Scenario = {
  id: "RAC-5",
  title: "each write during a close is in the closed totals, catches up or is rejected",
  guard: booksLock,
  cost: 10,
  round: async (race) => {
    const { client, writes } = await januaryBook(race);
    const [closing, ...answers] = await race.atOnce([() => close(client, "2026-01"), ...writes]);
    assert.ok(closing !== undefined);
    assertOnly([closing], ["200", "400 PERIOD_CANNOT_CLOSE"]);
    const [patch, memo, custom, event] = answers;
    assert.ok(patch !== undefined && memo !== undefined && custom !== undefined && event !== undefined);
    assertOnly([patch, event], ["200", "201"]);
    assertOnly([memo, custom], ["200", "201", periodClosed]);
    await client.drainOutbox();
    if (closing.status >= 300) await client.ok("POST", `${path}/close-period?month=2026-01`);
    const [january] = (await client.ok("GET", `${path}/packages?filter=month:eq:2026-01`)).data;
    const since = await client.ok("GET", `${path}/packages/${january.id}/difference`);
    assert.equal(since.isSame, true, "nothing came into January after its close");
    const accepted = answers.map(({ status }) => status < 300);
    assert.deepEqual(await balancesOf(client), await undisturbedBalances(race, accepted));
    await assertSound(race, client);
  },
};

export const closesAndReopenings: Scenario = {
  id: "RAC-6",
  title: "during closes and reopenings closed months stay without a gap, with one event each",
  guard: booksLock,
  cost: 10,
  round: async (race) => {
    const client = clientOf(race.api, await race.api.newMerchant("2026-05-10T00:00:00Z"));
    const contract = await client.contract();
    await client.add(contract, obligationBody());
    await client.approve(contract);
    await client.ok("POST", `${path}/close-period?month=2026-03`);
    const reopen = (month: string) => () => client.send("POST", `${path}/reopen-period?month=${month}&reason=race`);
    const closing = (month: string) => () => close(client, month);
    const answers = await race.atOnce([
      ...[reopen("2026-02"), reopen("2026-02"), reopen("2026-03")],
      ...[closing("2026-04"), closing("2026-03")],
    ]);
    assertOnly(answers.slice(0, 3), ["201", "400 PERIOD_NOT_CLOSED"]);
    assertOnly(answers.slice(3), ["200", "400 PERIOD_CANNOT_CLOSE"]);
    assert.ok((tally(answers.slice(0, 3))["201"] ?? 0) > 0, "of the reopenings at least one found its month closed");

    const periods: Json[] = (await client.ok("GET", `${path}/periods`)).data.toReversed();
    const statuses = periods.map(({ status }) => status as string);
    assert.deepEqual(statuses, statuses.toSorted(), "no open month before a closed one");
    const closed = periods.filter(({ status }) => status === "CLOSED").map(({ month }) => month as string);
    const { bookCloseDate } = await client.ok("GET", "/v3/merchant/book-close-date");
    assert.equal(bookCloseDate.slice(0, 7), closed.at(-1));
    for (const { month } of periods) {
      const rows = await race.rows(
        "select action, changes from audit_log where merchant_id = $1 and entity_id = $2 order by sequence",
        [client.merchant.merchantId, month],
      );
      const reported = rows.map(({ action, changes }) => ({
        action,
        changes: changes.filter((change: Json) => change.path === "status"),
      }));
      const state = assertOneAfterTheOther({ status: "OPEN" }, reported);
      assert.equal(state.status, periods.find((each) => each.month === month)?.status);
    }
    await assertSound(race, client);
  },
};
