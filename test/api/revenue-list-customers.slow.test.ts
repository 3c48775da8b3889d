import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { formatMoney } from "../../src/kernel/money.ts";
import { currentBooks } from "../../src/ledger/books-store.ts";
import { read } from "../../src/platform/write.ts";
import { customerMonths } from "../../src/reports/customer-revenue-service.ts";
import { asOfReader, monthsOfQuery } from "../../src/reports/request-service.ts";
import { Dice } from "../characterise/dice.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody } from "../support/client.ts";

// Pages of `/v3.1/revenue`, which know the rows of all customers and read the amounts of a few, against all rows made at once from the journal.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api?.close());

const spans = [
  "",
  "&startMonth=2026-01&endMonth=2026-12",
  "&startMonth=2026-03&endMonth=2026-03",
  "&startMonth=2025-11&endMonth=2026-02",
];
const sorts = ["", "&sort=customerName:desc,month:asc", "&sort=customerId:asc,month:desc"];

/** Every row of the list at once, without what is kept of closed months. */
async function allRows(own: Client, asked: string): Promise<Json[]> {
  const query = Object.fromEntries(new URLSearchParams(asked));
  return read(api.platform, own.merchant.merchantId, async (reader) => {
    const asOf = asOfReader(reader, undefined);
    const books = await currentBooks(reader.tx, reader.merchant.id);
    const customerIds = query.customerId === undefined ? undefined : [query.customerId];
    const span = { ...monthsOfQuery(asOf, query), currency: query.currency ?? "USD", customerIds };
    const rows = await customerMonths(asOf, span, books, false);
    return rows.map(({ customerId, customerName, month, categories, total, liability, unbilled }) => ({
      ...{ customerId, customerName, month, currency: span.currency },
      categories: categories.map(({ revenue, ...category }) => ({ ...category, revenue: formatMoney(revenue) })),
      total: formatMoney(total),
      deferredTotal: liability === null ? null : formatMoney(liability),
      unbilledTotal: unbilled === null ? null : formatMoney(unbilled),
    }));
  });
}

async function pages(own: Client, asked: string, limit: number): Promise<Json[]> {
  const rows: Json[] = [];
  for (let page = 1; ; page++) {
    const { data, totalItems } = await own.ok("GET", `/v3.1/revenue?limit=${limit}&page=${page}${asked}`);
    rows.push(...data);
    if (page * limit >= totalItems) {
      assert.equal(rows.length, totalItems);
      return rows;
    }
  }
}

async function tie(own: Client, customerIds: readonly string[]): Promise<void> {
  for (const asked of [...spans, `&customerId=${customerIds[0]}`, "&currency=EUR"]) {
    const all = await allRows(own, asked);
    assert.deepEqual(await pages(own, asked, 5), all, asked);
    for (const sort of sorts) {
      const one = await own.ok("GET", `/v3.1/revenue?limit=1000${asked}${sort}`);
      const sorted = await pages(own, `${asked}${sort}`, 7);
      assert.deepEqual(sorted, one.data, asked + sort);
      const inOrder = (rows: Json[]) => rows.map((row) => JSON.stringify(row)).sort();
      assert.deepEqual(inOrder(sorted), inOrder(all), asked + sort);
    }
  }
}

for (const seed of [1, 2]) {
  test(`pages of customers together equal all rows at once: book ${seed}`, async () => {
    const dice = new Dice(seed);
    const own = clientOf(api, await api.newMerchant("2026-01-10T12:00:00Z"));
    const categories: (string | null)[] = [null];
    for (const name of ["Software", "Support"]) categories.push((await own.ok("POST", "/v3/categories", { name })).id);
    const { id: itemId } = await own.ok("POST", "/v3/items", { name: "Goodwill" });
    const customerIds: string[] = [];
    // Names that two have, and names that sort otherwise by letter case.
    for (const name of ["Beta", "alpha", "Beta", "Gamma", "Äther"]) {
      customerIds.push((await own.ok("POST", "/v3/customers", { name })).id);
    }
    const sign = async (customerId: string) => {
      const id = await own.contract({ name: "Plan", customerId, currency: dice.pick(["USD", "USD", "EUR"]) });
      for (let count = dice.between(1, 2); count > 0; count--) {
        const once = { interval: "NONE", pricing: [{ amount: "1200.00", amountType: "TOTAL_INVOICE" }] };
        const terms = dice.pick([{}, once, { ...once, invoiceDateStrategy: "ARREARS" }]);
        await own.add(id, obligationBody({ categoryId: dice.pick(categories) }, terms));
      }
      await own.approve(id);
    };
    for (const id of customerIds.slice(0, 4)) for (let count = dice.between(1, 2); count > 0; count--) await sign(id);
    await tie(own, customerIds);

    await own.advance("2026-03-10T12:00:00Z");
    await own.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
    await own.ok("POST", "/v3/credit-memos", {
      ...{
        customerId: customerIds[4],
        issueDate: "2026-02-12",
        reason: "Goodwill",
        items: [{ itemId, amount: "5.00" }],
      },
    });
    await tie(own, customerIds);
    await own.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
    await tie(own, customerIds);
    await own.ok("POST", "/v3/month-end-close/reopen-period?month=2026-02&reason=Late");
    await sign(dice.pick(customerIds) ?? "");
    await tie(own, customerIds);
    await own.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
    await tie(own, customerIds);
  });
}
