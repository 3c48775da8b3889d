import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { required } from "../../src/kernel/assert.ts";
import { parseDay } from "../../src/kernel/day.ts";
import { readRows } from "../../src/platform/write.ts";
import { journalLines, journalPiece, journalSpan } from "../../src/reports/journal-store.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";

// The journal report is sent while it is read, some entries at a time.

let api: TestApi;
let client: Client;

before(async () => {
  api = await startApi();
  client = clientOf(api, await api.newMerchant("2026-03-15T00:00:00Z"));
  const contractId = await client.contract({ name: 'With "rows":[] in its name' });
  for (const name of ["Platform", "Support"]) {
    await client.add(contractId, {
      ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31", recognitionPattern: "STRAIGHT_LINE" },
      billingSchedule: {
        ...{ name, startDate: "2026-01-01", endDate: "2026-12-31", interval: "MONTH", billingType: "FLAT" },
        invoiceDateStrategy: "FIRST_OF_PERIOD",
        pricing: [{ amount: "100.00", amountType: "TOTAL_INVOICE" }],
      },
    });
  }
  await client.approve(contractId);
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Southwind" });
  for (const amount of ["1.00", "2.00", "3.00"]) await client.ok("POST", "/v3/payments", { customerId, amount });
  const euro = { customerId, amount: "9.00", currency: "EUR", receivedAt: "2026-02-10" };
  await client.ok("POST", "/v3/payments", euro);
});
after(() => api?.close());

const file = (path: string) =>
  fetch(`${api.url}${path}`, { headers: { authorization: `Bearer ${client.merchant.readKey}` } });

test("it has each line of the month's entries once, with balanced totals, as JSON and as CSV", async () => {
  const { rows, totals, currency } = await client.ok("GET", "/v3/reports/journal?month=2026-03");
  const { data } = await client.ok("GET", "/v3/journal-entries?filter=month:eq:2026-03&limit=1000");
  const lines = data.flatMap((entry: Json) => entry.lines.map((line: Json) => `${entry.number} ${line.role}`));
  assert.deepEqual(rows.map((row: Json) => `${row.number} ${row.role}`).toSorted(), lines.toSorted());
  assert.deepEqual([totals.debit, totals.credit, currency], ["206.00", "206.00", "USD"]);
  assert.ok(rows.some(({ contractName }: Json) => contractName === 'With "rows":[] in its name'));
  const answer = await file("/v3/reports/journal?month=2026-03&format=csv");
  assert.match(answer.headers.get("content-disposition") ?? "", /^attachment; filename="journal-2026-03\.csv"/);
  const csv = (await answer.text()).trimEnd().split("\r\n");
  assert.equal(csv.length, 1 + rows.length);
});

test("several currencies have no total, one requested currency has, and a month may be empty", async () => {
  const of = async (query: string) => {
    const { rows, totals, currency } = await client.ok("GET", `/v3/reports/journal?${query}`);
    return { rows: rows.length, debit: totals?.debit ?? null, currency };
  };
  assert.deepEqual(await of("month=2026-02"), { rows: 4, debit: null, currency: null });
  assert.deepEqual(await of("month=2026-02&currency=EUR"), { rows: 2, debit: "9.00", currency: "EUR" });
  assert.deepEqual(await of("month=2025-02"), { rows: 0, debit: null, currency: null });
  assert.deepEqual(await of("month=2025-02&currency=EUR"), { rows: 0, debit: null, currency: "EUR" });
  assert.equal(
    (await file("/v3/reports/journal?month=2025-02&format=csv").then((answer) => answer.text())).split("\r\n").length,
    2,
  );
});

test("pages of any size make up the same lines, without entries posted meanwhile", async () => {
  const { merchantId } = client.merchant;
  const day = (text: string) => required(parseDay(text), "a day");
  const selection = { from: day("2026-03-01"), before: day("2026-04-01"), cutoff: null };
  const within = <T>(use: Parameters<typeof readRows<T>>[2]) => readRows(api.platform, merchantId, use);
  const whole = await within((tx) => journalLines(tx, merchantId, { ...selection, order: "NUMBER" }));
  const { first, last } = await within((tx) => journalSpan(tx, merchantId, selection));
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Late" });
  await client.ok("POST", "/v3/payments", { customerId, amount: "4.00" });
  for (const count of [1, 2, 3, 100]) {
    const lines = [];
    for (let from: string | null = first; from !== null; ) {
      const start: string = from;
      const piece: Awaited<ReturnType<typeof journalPiece>> = await within((tx) =>
        journalPiece(tx, merchantId, selection, { from: start, last, count }),
      );
      lines.push(...piece.lines);
      from = piece.next;
    }
    assert.deepEqual(lines, whole, `${count} at a time`);
  }
});
