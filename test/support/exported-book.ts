import assert from "node:assert/strict";
import { join } from "node:path";
import { exportBook } from "../../src/integrations/book-export/service.ts";
import { readBook } from "../../src/integrations/book-import/files-service.ts";
import { importBook } from "../../src/integrations/book-import/service.ts";
import type { Json, TestApi, TestMerchant } from "./api.ts";
import { type Client, clientOf, close } from "./client.ts";
import { sumOf } from "./contract-view.ts";
import { allOf, booksByContract, movedRoles } from "./moved-book.ts";
import { enablePobs } from "./pobs.ts";

let folders = 0;

/** The book of a merchant in a new folder below a root. */
export async function exported(api: TestApi, root: string, { merchantId }: TestMerchant) {
  const folder = join(root, String(++folders));
  const result = await exportBook(api.platform, { merchantId, folder });
  return { folder, result };
}

export async function imported(api: TestApi, { merchantId }: TestMerchant, folder: string) {
  const actor = { kind: "SYSTEM", id: "accord import" } as const;
  return importBook(api.platform, { merchantId, book: await readBook(folder), actor });
}

/**
 * Exports a book that is closed through a month, imports it into a new merchant, and checks that the balances are the same: each
 * contract ties, and after the close of that month the trial balance is the same in every account that moves, with the rest in
 * clearing.
 *
 * @param asOf the last closed month, such as "2026-06"
 * @param settings of the new merchant
 * @param hasPobs true if it has the features of performance obligations
 */
export async function moved(
  api: TestApi,
  root: string,
  merchant: TestMerchant,
  {
    asOf,
    now,
    settings = {},
    hasPobs = false,
  }: { readonly asOf: string; readonly now: string; readonly settings?: Json; readonly hasPobs?: boolean },
): Promise<Client> {
  const { folder, result } = await exported(api, root, merchant);
  assert.deepEqual(result.notCarried, []);
  const other = await api.newMerchant(now);
  if (hasPobs) await enablePobs(api, other);
  const there = clientOf(api, other);
  await there.ok("PATCH", "/v3/merchant", { invoicePrefix: "N-", ...settings });
  const loaded = await imported(api, other, folder);
  assert.deepEqual(loaded.refused, []);
  assert.ok(loaded.tieOut?.length);
  assert.deepEqual(
    loaded.tieOut?.filter(({ difference }) => difference !== "0.00"),
    [],
  );
  assert.equal(loaded.isStored, true);
  await there.drainOutbox();
  await close(there, asOf);
  const client = clientOf(api, merchant);
  const [expected, actual] = [await balances(client, asOf), await balances(there, asOf)];
  assert.deepEqual(actual.moved, expected.moved);
  assert.equal(actual.clearing, sumOf(["0.00", ...expected.moved.map(({ balance }) => negated(balance))]));
  return there;
}

const negated = (amount: string) => (amount.startsWith("-") ? amount.slice(1) : `-${amount}`);

async function balances(client: Client, month: string) {
  const { currencies } = await client.ok("GET", `/v3/reports/trial-balance?month=${month}`);
  const accounts: Json[] = currencies.flatMap((each: Json) => each.accounts);
  const isMoved = ({ role }: Json) => (movedRoles as readonly string[]).includes(role) || role === "TAX_PAYABLE";
  const kept = accounts.filter((each) => isMoved(each) && !/^-?[0.]*$/.test(each.balance));
  const moved = kept.map(({ role, balance }) => ({ role: String(role), balance: String(balance) }));
  const clearing = accounts.filter(({ role }) => role === "MIGRATION_CLEARING").map(({ balance }) => balance);
  return { moved: moved.toSorted((a, b) => (a.role < b.role ? -1 : 1)), clearing: sumOf(["0.00", ...clearing]) };
}

/** The results of some months after the move: balances and revenue by contract, and invoices issued since. */
export async function ranOn(
  client: Client,
  { asOf, months }: { readonly asOf: string; readonly months: readonly string[] },
) {
  const invoices = (await allOf(client, "/v3/invoices")).filter(
    ({ status, issueDate }) => status !== "DRAFT" && issueDate > `${asOf}-31`,
  );
  const names = new Map((await allOf(client, "/v3/contracts")).map(({ id, name }) => [id, name]));
  return {
    books: [...(await booksByContract(client, months))].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    invoices: invoices
      .flatMap(({ contractId, issueDate, total, lineItems }) =>
        lineItems.map((line: Json) =>
          [names.get(contractId), issueDate, total, line.type, line.name, line.quantity, line.total].join(" "),
        ),
      )
      .toSorted(),
  };
}
