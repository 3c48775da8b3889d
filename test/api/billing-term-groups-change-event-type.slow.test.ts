import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody } from "../support/client.ts";
import { enablePobs } from "../support/pobs.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { type Metering, meteringOn, usageBody } from "../support/usage-client.ts";

// Another event type is a correction of the term and of the performance obligation that earns its usage: the term
// prices another meter, from its first day. Months that were closed before keep what they earned of the former one, and
// the first open month takes it back.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const closes = "/v3/month-end-close";
const quarterly = { interval: "QUARTER" };
async function book(): Promise<Client> {
  const merchant = await api.newMerchant("2026-01-31T12:00:00Z");
  await enablePobs(api, merchant);
  return clientOf(api, merchant);
}

/** Revenue and unbilled receivable at the end of a month. */
async function position(client: Client, month: string): Promise<[revenue: string, unbilled: string]> {
  const balance = await client.balances(month);
  return [balance("REVENUE"), balance("UNBILLED_RECEIVABLE")];
}

/** Reopens January, and closes it again with the months that were closed after it. */
async function closedAgain(client: Client, through: string) {
  await client.ok("POST", `${closes}/reopen-period?month=2026-01`);
  const { entriesPosted } = await close(client, through);
  return [entriesPosted, ...(await position(client, through))];
}

const waterfall = async (client: Client) =>
  (await client.ok("GET", "/v3/reports/waterfall?month=2026-01&asOf=2026-02-10")).rows;

/** A customer with usage of two event types, in a contract that bills the one: `change` moves it to another. */
type Metered = {
  readonly metering: Metering;
  readonly other: string;
  readonly useOther: (at: string, value: string) => Promise<unknown>;
  readonly change: (eventTypeId: string) => Promise<unknown>;
};

async function twoTypes(client: Client): Promise<Omit<Metered, "change">> {
  const metering = await meteringOn(client);
  const { id: other } = await client.ok("POST", "/v3/events/types", { name: crypto.randomUUID() });
  return { metering, other, useOther: (at, value) => metering.use([at, value, { eventTypeId: other }]) };
}

/** A term with a performance obligation that earns its usage by its event type. */
async function groupWith(client: Client, interval: object = quarterly) {
  const types = await twoTypes(client);
  const { contractId, eventTypeId, addTerm } = types.metering;
  const { id: termId, billingTermGroupId } = await addTerm("1", interval);
  const path = `/v3/contracts/${contractId}`;
  const toCreate = [{ recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId }];
  const { created } = await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
  const pobId = created[0].id;
  const named = { billingTermIds: [termId], performanceObligationIds: [pobId] };
  const change = (toEventTypeId: string) =>
    client.ok("PATCH", `${path}/billing-term-groups/${billingTermGroupId}/event-type`, { ...named, toEventTypeId });
  return { ...types, path, billingTermGroupId, termId, pobId, change };
}

async function obligationWith(client: Client): Promise<Metered> {
  const types = await twoTypes(client);
  const { contractId, eventTypeId } = types.metering;
  const body = obligationBody({ recognitionPattern: "RECOGNIZE_AS_CONSUMED" }, usageBody(eventTypeId, "1", quarterly));
  const { id } = await client.add(contractId, body);
  const path = `/v3/contracts/${contractId}/obligation/${id}`;
  return { ...types, change: (other) => client.ok("PATCH", path, { eventTypeId: other }) };
}

for (const [door, meteredBy] of [
  ["its group", groupWith],
  ["its obligation", obligationWith],
] as const) {
  test(`moving a term to another event type by ${door} reverses accrued usage in the first open month`, async () => {
    const client = await book();
    const { metering, other, useOther, change } = await meteredBy(client);
    await metering.approve();
    await metering.use(["2026-01-05", "10"]);
    await useOther("2026-01-20", "4");
    await client.advance("2026-02-10T12:00:00Z");
    await useOther("2026-02-05", "3");
    await close(client, "2026-01");
    assert.deepEqual(await position(client, "2026-01"), ["-10.00", "10.00"]);
    await client.advance("2026-02-11T12:00:00Z");
    const then = await waterfall(client);
    await change(other);
    assert.deepEqual(await waterfall(client), then, "an earlier day is told as it was");
    await client.drainOutbox();
    const { data: drafts } = await client.ok("GET", "/v3/invoices?filter=status:eq:DRAFT");
    assert.equal(drafts[0]?.total, "7.00", "the draft bills the other usage");
    assert.deepEqual(await closedAgain(client, "2026-01"), [0, "-10.00", "10.00"]);

    await client.advance("2026-03-05T12:00:00Z");
    await close(client, "2026-02");
    assert.deepEqual(await position(client, "2026-02"), ["-7.00", "7.00"], "the usage of the other event type alone");
    assert.deepEqual(await metering.revenue(), [
      "2026-01 CONSUMED 10.00 POSTED",
      "2026-02 CATCH_UP -6.00 POSTED",
      "2026-02 CONSUMED 3.00 POSTED",
    ]);
    assert.deepEqual(await closedAgain(client, "2026-02"), [0, "-7.00", "7.00"]);

    await change(metering.eventTypeId);
    assert.deepEqual(await closedAgain(client, "2026-02"), [0, "-7.00", "7.00"]);
    await client.advance("2026-04-10T12:00:00Z");
    await close(client, "2026-03");
    assert.deepEqual(await position(client, "2026-03"), ["-10.00", "10.00"], "and back, a month later");
    assert.deepEqual(await closedAgain(client, "2026-03"), [0, "-10.00", "10.00"]);
    assert.deepEqual(await metering.invoices(), ["2026-04-01 | USAGE 01-01–03-31 10 = 10.00"]);
  });
}

test("an event type whose usage was never recorded can be deleted once no term has it", async () => {
  const client = await book();
  const { metering, other, change } = await groupWith(client);
  await metering.approve();
  await client.advance("2026-02-10T12:00:00Z");
  await close(client, "2026-01");
  await client.advance("2026-02-11T12:00:00Z");
  await change(other);
  const then = await waterfall(client);
  await client.ok("DELETE", `/v3/events/types/${metering.eventTypeId}`);
  assert.deepEqual(await waterfall(client), then);
  assert.deepEqual(await closedAgain(client, "2026-01"), [0, "0.00", "0.00"]);
});

test("a performance obligation moved to another event type of its group keeps the revenue of before, less credits", async () => {
  const client = await book();
  const { metering, other, useOther, path, billingTermGroupId, pobId } = await groupWith(client, {});
  await client.ok("POST", `${path}/billing-terms`, { ...usageBody(other, "1"), billingTermGroupId });
  const rest = { name: "The rest", recognitionPattern: "RECOGNIZE_AS_BILLED" };
  await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate: [rest] });
  await metering.approve();
  await metering.use(["2026-01-05", "10"]);
  await useOther("2026-01-20", "7");
  await client.advance("2026-02-10T12:00:00Z");
  const items = (await metering.schedule())
    .filter(({ status }) => status === "ISSUED")
    .flatMap(({ lineItems }) => lineItems)
    .filter(({ total }) => total === "10.00")
    .map(({ id }) => ({ invoiceLineItemId: id, amount: "4.00" }));
  const memo = { customerId: metering.customerId, issueDate: "2026-02-10", reason: "Outage", items };
  await client.ok("POST", "/v3/credit-memos", memo);
  await client.advance("2026-03-05T12:00:00Z");
  await close(client, "2026-02");
  const [revenue] = await position(client, "2026-02");
  assert.equal(revenue, "-13.00", "6.00 as consumed, and 7.00 as billed");
  const named = { billingTermIds: [], performanceObligationIds: [pobId] };
  await client.ok("PATCH", `${path}/billing-term-groups/${billingTermGroupId}/event-type`, {
    ...named,
    toEventTypeId: other,
  });
  assert.deepEqual((await closedAgain(client, "2026-02")).slice(0, 2), [0, "-13.00"]);
  await client.advance("2026-04-05T12:00:00Z");
  await close(client, "2026-03");
  assert.equal((await position(client, "2026-03"))[0], "-13.00", "7.00 as consumed, and 6.00 as billed");
  assert.deepEqual((await closedAgain(client, "2026-03")).slice(0, 2), [0, "-13.00"]);
});

test("usage of closed months keeps its revenue when its term is moved to begin after it", async () => {
  const client = await book();
  const { metering, path, termId } = await groupWith(client);
  await metering.approve();
  await metering.use(["2026-01-05", "10"]);
  await client.advance("2026-02-10T12:00:00Z");
  await close(client, "2026-01");
  await client.ok("PATCH", `${path}/billing-terms/${termId}`, { startDate: "2026-02-01" });
  assert.deepEqual(await closedAgain(client, "2026-01"), [0, "-10.00", "10.00"]);
  await client.advance("2026-03-05T12:00:00Z");
  await close(client, "2026-02");
  assert.deepEqual(await position(client, "2026-02"), ["0.00", "0.00"]);
  assert.deepEqual(await closedAgain(client, "2026-02"), [0, "0.00", "0.00"]);
});
