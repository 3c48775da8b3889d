import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type ContractClient, contractClient } from "../support/contract-client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

type Book = ContractClient & {
  /** A call that must succeed; answers its payload. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<Json>;
  readonly balances: (month: string) => Promise<Record<string, string>>;
};

async function bookAt(now: string): Promise<Book> {
  const client = await contractClient(api, await api.newMerchant(now));
  const call: Book["call"] = async (method, path, body) => {
    const answer = await client.send(method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.payload;
  };
  const balances: Book["balances"] = async (month) => {
    const [{ accounts, totalDebit, totalCredit }] = (await call("GET", `/v3/reports/trial-balance?month=${month}`))
      .currencies;
    assert.equal(totalDebit, totalCredit);
    return Object.fromEntries(accounts.map((row: Json) => [`${row.role} ${row.account}`, row.balance]));
  };
  return { ...client, call, balances };
}

const year = (amount: string, invoiceDateStrategy: string, more: object = {}) => ({
  serviceStartDate: "2026-01-01",
  serviceEndDate: "2026-12-31",
  billingSchedule: {
    name: "Service",
    startDate: "2026-01-01",
    endDate: "2026-12-31",
    interval: "YEAR",
    invoiceDateStrategy,
    billingType: "FLAT",
    pricing: [{ amount, amountType: "TOTAL_INVOICE" }],
  },
  ...more,
});

const rename = ({ call }: Book, name: string) =>
  call("PATCH", "/v3/merchant", { accountMap: { CONTRACT_LIABILITY: name } });

/** An approved contract: one obligation billed ahead, whose category names the merchant's own account, one in arrears without category. */
async function contractOn({ call, create, act, merchant }: Book): Promise<void> {
  const { id: categoryId } = await call("POST", "/v3/categories", {
    name: "Licences",
    contractLiabilityAccount: "Contract liability",
  });
  const { id } = await create();
  await call("POST", `/v3/contracts/${id}/obligations`, year("1200.00", "FIRST_OF_PERIOD", { categoryId }));
  await call("POST", `/v3/contracts/${id}/obligations`, year("600.00", "ARREARS"));
  await act(id, "APPROVE");
  await api.drainOutbox(merchant);
}

const closeJanuary = async ({ call, merchant }: Book): Promise<Json> => {
  await call("POST", "/v3/test-clock/advance", { to: "2026-02-02T00:00:00Z" });
  await api.drainOutbox(merchant);
  return call("POST", "/v3/month-end-close/close-period?month=2026-01");
};

test("a category without accounts of its own follows the merchant's account when that is renamed between issue and close", async () => {
  const book = await bookAt("2026-01-15T12:00:00Z");
  await contractOn(book);
  await rename(book, "2400 Contract liability");
  await closeJanuary(book);
  const january = await book.balances("2026-01");
  assert.deepEqual(january, {
    "CONTRACT_LIABILITY 2400 Contract liability": "100.00",
    "CONTRACT_LIABILITY Contract liability": "-1200.00",
    "RECEIVABLE Receivable": "1200.00",
    "REVENUE Revenue": "-150.00",
    "UNBILLED_RECEIVABLE Unbilled receivable": "50.00",
  });
});

test("closing again after an account was renamed posts nothing", async () => {
  const book = await bookAt("2026-01-15T12:00:00Z");
  await contractOn(book);
  await closeJanuary(book);
  const before = await book.balances("2026-01");
  assert.deepEqual(before, {
    "CONTRACT_LIABILITY Contract liability": "-1100.00",
    "RECEIVABLE Receivable": "1200.00",
    "REVENUE Revenue": "-150.00",
    "UNBILLED_RECEIVABLE Unbilled receivable": "50.00",
  });
  await rename(book, "2400 Contract liability");
  await book.call("POST", "/v3/month-end-close/reopen-period?month=2026-01");
  assert.equal((await closeJanuary(book)).entriesPosted, 0);
  assert.deepEqual(await book.balances("2026-01"), before);
});
