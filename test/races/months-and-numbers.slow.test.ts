import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openApp } from "../../src/app.ts";
import { handleAllPending } from "../../src/platform/due-work.ts";
import { silentLog } from "../../src/platform/log.ts";
import { type ApiAnswer, type Json, startApi, type TestApi } from "../support/api.ts";
import { obligationBody as bodyOf, type Client, clientOf } from "../support/client.ts";

// Closing and numbering, when several do it at once.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const newClient = async (clock?: string): Promise<Client> => clientOf(api, await api.newMerchant(clock));

async function invoicesOf(client: Client, query = ""): Promise<Json[]> {
  const { data, totalItems } = await client.ok("GET", `/v3/invoices?limit=1000${query}`);
  assert.equal(data.length, totalItems);
  return data;
}

async function approved(client: Client, ...bodies: readonly unknown[]): Promise<string> {
  const id = await client.contract();
  for (const body of bodies) await client.add(id, body);
  await client.approve(id);
  return id;
}

const close = (client: Client, month: string) => client.send("POST", `/v3/month-end-close/close-period?month=${month}`);
const reopen = (client: Client, month: string) =>
  client.send("POST", `/v3/month-end-close/reopen-period?month=${month}`);

test("numbers have no gap and no duplicate when 20 contracts are approved at once and two programs issue", async () => {
  const client = await newClient("2026-05-10T00:00:00Z");
  const second = await openApp({
    connectionString: api.connectionString,
    log: silentLog(),
    rateLimitPerMinute: 0,
    serves: false,
    works: false,
  });
  try {
    const ids: string[] = [];
    for (let index = 0; index < 20; index++) {
      const id = await client.contract();
      await client.add(id, bodyOf());
      ids.push(id);
    }
    const { merchantId } = client.merchant;
    const approve = (id: string) => client.send("POST", `/v3/contracts/${id}/actions`, { action: "APPROVE" });
    const answers: ApiAnswer[] = [];
    await Promise.all([
      ...ids.flatMap((id) => [approve(id), approve(id)]).map(async (each) => answers.push(await each)),
      ...[api.platform, second.platform, api.platform, second.platform].map((each) =>
        handleAllPending(each, merchantId),
      ),
    ]);
    await Promise.all([api.platform, second.platform].map((each) => handleAllPending(each, merchantId)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 20, "one approval of two goes through");

    const issued = await invoicesOf(client, "&filter=status:eq:ISSUED");
    const numbers = issued.map(({ invoiceNumber }) => invoiceNumber).toSorted();
    assert.deepEqual(
      numbers,
      Array.from({ length: 40 }, (_, index) => `INV-${String(index + 1).padStart(6, "0")}`),
    );
    for (const id of ids) {
      const own = issued.filter(({ contractId }) => contractId === id).map(({ issueDate }) => issueDate);
      assert.deepEqual(own.toSorted(), ["2026-01-01", "2026-04-01"]);
    }
    const { data: journal } = await client.ok("GET", "/v3/journal-entries?limit=1000");
    const entries = journal
      .map(({ number }: Json) => Number(number.replace(/\D/g, "")))
      .toSorted((a: number, b: number) => a - b);
    assert.deepEqual(
      entries,
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
  } finally {
    await second.close();
  }
});

/** What ties at every closed month end: billed − recognized = liability − asset − unbilled, in cents. */
async function assertTies(client: Client, months: readonly string[]): Promise<void> {
  for (const month of months) {
    const balance = await client.balances(month);
    const cents = (role: string) => BigInt(balance(role).replace(".", ""));
    const [billed, recognized] = [cents("RECEIVABLE"), -cents("REVENUE")];
    const presented = -cents("CONTRACT_LIABILITY") - cents("CONTRACT_ASSET") - cents("UNBILLED_RECEIVABLE");
    assert.equal(billed - recognized, presented, month);
    assert.ok(cents("UNBILLED_RECEIVABLE") >= 0n && cents("CONTRACT_ASSET") >= 0n, month);
  }
}

async function closedMonths(client: Client): Promise<string[]> {
  const { data } = await client.ok("GET", "/v3/month-end-close/periods?limit=1000&filter=status:eq:CLOSED");
  return data.map(({ month }: Json) => month).toSorted();
}

const monthsOf2026 = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);

test("RAC-5: an obligation added while its month is closed is in the closed totals or catches up", async () => {
  const client = await newClient("2027-12-05T00:00:00Z");
  const id = await approved(client, bodyOf());
  const rounds = 20;
  for (let round = 0; round < rounds; round++) {
    const month = `${2026 + Math.floor(round / 12)}-${String((round % 12) + 1).padStart(2, "0")}`;
    const late = bodyOf(
      {},
      { name: `Late ${round}`, invoiceDateStrategy: round % 2 === 0 ? "ARREARS" : "FIRST_OF_PERIOD" },
    );
    const [created, closed] = await Promise.all([
      client.send("POST", `/v3/contracts/${id}/obligations`, late),
      close(client, month),
    ]);
    assert.deepEqual([created.status, closed.status], [201, 200], JSON.stringify(closed.body));
    const trialBalance = () => client.ok("GET", `/v3/reports/trial-balance?month=${month}`);
    const frozen = await trialBalance();
    await client.drainOutbox();
    assert.deepEqual(await trialBalance(), frozen, `${month} is frozen`);
    await assertTies(client, [month]);
  }
  await close(client, "2027-11");
  await assertTies(client, ["2027-11"]);
  const balance = await client.balances("2027-11");
  // Each of them bills and earns 1,200.00 for 2026; nothing is left over.
  assert.equal(balance("REVENUE"), `-${1200 * (rounds + 1)}.00`);
  assert.equal(balance("CONTRACT_LIABILITY"), "0.00");
});

test("RAC-6: concurrent closes and reopenings leave closed months without a gap, and totals that tie", async () => {
  const client = await newClient("2027-01-05T00:00:00Z");
  await approved(client, bodyOf(), bodyOf({}, { invoiceDateStrategy: "ARREARS", name: "Arrears" }));
  assert.equal((await close(client, "2026-06")).status, 200);
  for (let round = 0; round < 12; round++) {
    const [from, to] = [monthsOf2026[round % 5] ?? "", monthsOf2026[6 + (round % 6)] ?? ""];
    const answers = await Promise.all([
      reopen(client, from),
      close(client, to),
      reopen(client, to),
      close(client, "2026-05"),
    ]);
    for (const { status, body } of answers) {
      assert.ok([200, 201, 400].includes(status), JSON.stringify(body));
      if (status === 400) assert.match(body.error.errorCode, /^PERIOD_(?:NOT_CLOSED|CANNOT_CLOSE)$/);
    }
    const closed = await closedMonths(client);
    assert.deepEqual(closed, monthsOf2026.slice(0, closed.length), "closed months are the first ones");
    await assertTies(client, closed);
  }
  await close(client, "2026-12");
  assert.deepEqual(await closedMonths(client), monthsOf2026);
  const balance = await client.balances("2026-12");
  assert.deepEqual([balance("REVENUE"), balance("CONTRACT_LIABILITY")], ["-2400.00", "0.00"]);
});
