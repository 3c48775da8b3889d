import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody, priced } from "../support/client.ts";
import { meteringOn } from "../support/usage-client.ts";

// Why February's revenue is another than January's, worked out by hand. January is closed on 5 February, February on 5 March. All
// prices are by the month in advance, unless said otherwise:
//
// - Back-dated: 60.00 from January, added on 10 February: 60.00 of its own and 60.00 that January should have had.
// - Credited: 100.00, of which 40.00 of January's are credited on 10 February.
// - Daily: 365.00 for the year by days: 31.00 in January, 28.00 in February.
// - Ended: 80.00 until 31 January.
// - Joined: 100.00, and 20.00 more from 1 February for something that is added then.
// - New: 50.00 from 1 February.
// - Raised: 100.00, 130.00 from 1 February.
// - Usage: 7 units of 1.00 in January, 12 in February.
// - Without a contract: 5.00 of goodwill on 10 February.
let api: TestApi;
let client: Client;
const contracts = new Map<string, string>();

const monthly = (amount: string, from = "2026-01-01", to = "2026-12-31", parts: object = {}) =>
  obligationBody(
    { serviceStartDate: from, serviceEndDate: to, ...parts },
    { interval: "MONTH", startDate: from, endDate: to, ...priced(amount) },
  );

async function sign(name: string, obligation: object): Promise<string> {
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: `${name} Ltd` });
  const id = await client.contract({ name, customerId });
  await client.add(id, obligation);
  await client.approve(id);
  contracts.set(name, id);
  return id;
}

before(async () => {
  api = await startApi();
  client = clientOf(api, await api.newMerchant("2026-01-02T12:00:00Z"));
  await sign("Credited", monthly("100.00"));
  const once = { interval: "NONE", ...priced("365.00") };
  await sign("Daily", obligationBody({ recognitionPattern: "STRAIGHT_LINE_DAILY" }, once));
  await sign("Ended", monthly("80.00", "2026-01-01", "2026-01-31"));
  const joined = await sign("Joined", monthly("100.00"));
  const raised = await sign("Raised", monthly("100.00"));
  const metering = await meteringOn(client);
  await metering.addTerm("1");
  await metering.approve();
  await client.advance("2026-01-20T12:00:00Z");
  await metering.use(["2026-01-15", "7"]);
  const [term] = (await client.ok("GET", `/v3/contracts/${raised}/billing-terms`)).data;
  await client.ok("PATCH", `/v3/contracts/${raised}/billing-terms/${term.id}`, {
    ...priced("130.00"),
    effectiveDate: "2026-02-01",
  });
  await client.advance("2026-02-05T12:00:00Z");
  await client.drainOutbox();
  await close(client, "2026-01");
  await client.advance("2026-02-10T12:00:00Z");
  await sign("Back-dated", monthly("60.00"));
  await sign("New", monthly("50.00", "2026-02-01"));
  await client.add(joined, monthly("20.00", "2026-02-01"));
  await metering.use(["2026-02-09", "12"]);
  const filter = `contractId:eq:${contracts.get("Credited")},issueDate:eq:2026-01-01`;
  const [invoice] = (await client.ok("GET", `/v3/invoices?filter=${filter}`)).data;
  const memo = { customerId: invoice.customerId, issueDate: "2026-02-10", reason: "Service was down" };
  const items = [{ invoiceLineItemId: invoice.lineItems[0].id, amount: "40.00" }];
  await client.ok("POST", "/v3/credit-memos", { ...memo, items });
  const { id: itemId } = await client.ok("POST", "/v3/items", { name: "Goodwill" });
  await client.ok("POST", "/v3/credit-memos", { ...memo, items: [{ itemId, amount: "5.00" }] });
  await client.advance("2026-03-05T12:00:00Z");
  await client.drainOutbox();
});
after(() => api.close());

const causes = ["new", "modified", "ended", "credited", "caughtUp", "usage", "schedule", "other"];
const minor = (amount: string) => BigInt(amount.replace(".", ""));
const flux = (month: string): Promise<Json> => client.ok("GET", `/v3/reports/flux?month=${month}`);

/** "name: before cause amount … after", without causes of zero; the causes must sum to the change. */
function lineOf(row: Json): string {
  const moved = causes.filter((cause) => !/^0\.?0*$/.test(row[cause]));
  const sum = causes.reduce((total, cause) => total + minor(row[cause]), 0n);
  assert.equal(sum, minor(row.change), row.name);
  assert.equal(minor(row.after) - minor(row.before), sum, row.name);
  return [`${row.name}: ${row.before}`, ...moved.map((cause) => `${cause} ${row[cause]}`), row.after].join(" ");
}

const february = [
  "Back-dated: 0.00 new 60.00 caughtUp 60.00 120.00",
  "Credited: 100.00 credited -40.00 60.00",
  "Daily: 31.00 schedule -3.00 28.00",
  "Ended: 80.00 ended -80.00 0.00",
  "Joined: 100.00 modified 20.00 120.00",
  "New: 0.00 new 50.00 50.00",
  "Raised: 100.00 modified 30.00 130.00",
  "Usage: 7.00 usage 5.00 12.00",
  "Without contract: 0.00 other -5.00 -5.00",
];

test("causes explain the change of a month before its close, and the same after it", async () => {
  const open = await flux("2026-02");
  assert.deepEqual(open.rows.map(lineOf), february);
  assert.match(open.notes[0], /^2026-02 is not closed/);
  await close(client, "2026-02");
  const closed = await flux("2026-02");
  assert.deepEqual(closed.rows.map(lineOf), february);
  assert.equal(
    lineOf({ name: "All", ...closed.totals })
      .split(" ")
      .at(-1),
    "515.00",
  );
  assert.deepEqual(closed.notes, []);
});

test("the change equals the activity of the revenue accounts in the trial balance", async () => {
  const [before, now] = [await client.balances("2026-01"), await client.balances("2026-02")];
  const of = (balances: (role: string) => string) => minor(balances("REVENUE")) + minor(balances("CONTRA_REVENUE"));
  const { totals, sections } = await flux("2026-02");
  assert.equal(minor(totals.after), of(before) - of(now));
  assert.equal(minor(totals.before), -of(before));
  const { liability } = sections;
  assert.equal(minor(liability.totals.before), -minor(before("CONTRACT_LIABILITY")));
  assert.equal(minor(liability.totals.after), -minor(now("CONTRACT_LIABILITY")));
  for (const row of [...liability.rows, liability.totals]) {
    const parts = ["billed", "recognized", "credited", "other", "presented"].map((key) => minor(row[key]));
    assert.equal(
      parts.reduce((sum, part) => sum + part),
      minor(row.change),
    );
    assert.equal(minor(row.after) - minor(row.before), minor(row.change));
    assert.match(row.other, /^0\.00$/);
  }
});

test("a catch-up does not recur in the next month, and a new contract is not new again", async () => {
  await client.advance("2026-04-05T12:00:00Z");
  await client.drainOutbox();
  await close(client, "2026-03");
  assert.deepEqual((await flux("2026-02")).rows.map(lineOf), february, "a closed month keeps its flux");
  assert.deepEqual((await flux("2026-03")).rows.map(lineOf), [
    "Back-dated: 120.00 caughtUp -60.00 60.00",
    "Credited: 60.00 credited 40.00 100.00",
    "Daily: 28.00 schedule 3.00 31.00",
    "Joined: 120.00 120.00",
    "New: 50.00 50.00",
    "Raised: 130.00 130.00",
    "Usage: 12.00 usage -12.00 0.00",
    "Without contract: -5.00 other 5.00 0.00",
  ]);
});
