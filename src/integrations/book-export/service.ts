import { appendFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { viewOf as viewOfCategory } from "../../api/schemas/categories.ts";
import { viewOf as viewOfCustomer } from "../../api/schemas/customers.ts";
import { viewOf as viewOfEventType } from "../../api/schemas/event-types.ts";
import { viewOf as viewOfItem } from "../../api/schemas/items.ts";
import { viewOf as viewOfProduct } from "../../api/schemas/products.ts";
import * as classes from "../../catalog/class-service.ts";
import * as customFields from "../../catalog/custom-field-service.ts";
import * as items from "../../catalog/item-service.ts";
import * as products from "../../catalog/product-service.ts";
import * as catalog from "../../catalog/service.ts";
import type { Contract } from "../../contracts/contract.ts";
import * as contracts from "../../contracts/service.ts";
import * as customers from "../../customers/service.ts";
import { type CsvCell, csvLines } from "../../kernel/csv.ts";
import { type Day, formatDay, lastDayOf } from "../../kernel/day.ts";
import { invalid } from "../../kernel/errors.ts";
import { formatMoney, isZero, type Money, negate } from "../../kernel/money.ts";
import { currentBooks } from "../../ledger/books-store.ts";
import type { Merchant } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { type Extent, type ListQuery, maximumLimit } from "../../platform/http/list-query.ts";
import { type Platform, read } from "../../platform/write.ts";
import * as usageTypes from "../../usage/service.ts";
import { bookFile, notCarriedFile, tieOutFile } from "../book-import/files-service.ts";
import type { Kind } from "../book-import/kind.ts";
import { schemas } from "../book-import/schemas-service.ts";
import { bodyOf } from "./body.ts";
import { contractsAsTheyStand, rowsOfContract } from "./contract-service.ts";
import { type CreditShares, creditShares } from "./customer-credit.ts";
import { withCredit } from "./opening-row-service.ts";
import * as store from "./store.ts";

export type ExportResult = {
  readonly name: string;
  /** The last day of the last closed month; null if no month is closed, in which case no contract has an opening. */
  readonly asOf: string | null;
  /** The number of rows written, by kind. */
  readonly rows: Readonly<Partial<Record<Kind, number>>>;
  /** Records that could not be exported, and why. */
  readonly notCarried: readonly NotCarried[];
};

export type NotCarried = {
  readonly kind: "contract" | "customer";
  readonly id: string;
  readonly name: string;
  readonly reason: string;
};

type Options = {
  readonly merchantId: string;
  /** Created if it does not exist; must be empty. */
  readonly folder: string;
  readonly onProgress?: ((contracts: number, of: number) => void) | undefined;
};

type Row = Readonly<Record<string, unknown>>;
type Reader = { readonly tx: Tx; readonly merchant: Merchant };
type Out = {
  readonly folder: string;
  readonly rows: Partial<Record<Kind, number>>;
  readonly notCarried: NotCarried[];
};

const contractsAtOnce = 500;

/**
 * Writes the book of a merchant to a folder, in the format of `accord import`: setup, customers and contracts as they are now, openings
 * as of the end of the last closed month, and later usage, all read in one snapshot. Records that cannot be expressed this way are left
 * out and listed. The file that names the book is written last, so an interrupted export is not mistaken for a book.
 *
 * @throws DomainError MERCHANT_NOT_FOUND, FOLDER_NOT_EMPTY
 */
export async function exportBook(
  platform: Platform,
  { merchantId, folder, onProgress }: Options,
): Promise<ExportResult> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0)
    throw invalid("FOLDER_NOT_EMPTY", `The folder ${folder} has files; name an empty or a new one.`);
  return read(platform, merchantId, async ({ tx, merchant }) => {
    const reader = { tx, merchant };
    const out: Out = { folder, rows: {}, notCarried: [] };
    const { closedThrough } = await currentBooks(tx, merchantId);
    const asOf = closedThrough === null ? null : lastDayOf(closedThrough);
    await writeSetup(reader, out);
    await writeContracts(reader, out, asOf, onProgress);
    await writeUsage(reader, out, asOf);
    const listed = out.notCarried.map(({ kind, id, name, reason }) => [kind, id, name, reason]);
    if (listed.length > 0)
      await writeFile(join(folder, notCarriedFile), csvLines([["kind", "id", "name", "reason"], ...listed]));
    const day = asOf === null ? null : formatDay(asOf);
    const name = `${merchantId} ${day ?? "as it begins"}`;
    await writeFile(join(folder, bookFile), `${JSON.stringify({ name, asOf: day }, null, 2)}\n`);
    return { name, asOf: day, rows: out.rows, notCarried: out.notCarried };
  });
}

async function append({ folder, rows }: Out, kind: Kind, added: readonly Row[]): Promise<void> {
  if (added.length === 0) return;
  rows[kind] = (rows[kind] ?? 0) + added.length;
  await appendFile(join(folder, `${kind}.jsonl`), added.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

/** Reads all pages of a list and reverses them, which gives the oldest first. */
async function all<Record>(page: (list: ListQuery) => Promise<{ rows: readonly Record[]; extent: Extent }>) {
  const found: Record[] = [];
  for (let number = 1; ; number++) {
    const list: ListQuery = { page: number, limit: maximumLimit, filters: [], sort: [], cursor: undefined };
    const { rows, extent } = await page(list);
    found.push(...rows);
    if (rows.length === 0 || found.length >= extent.totalItems) return found.toReversed();
  }
}

async function writeSetup({ tx, merchant }: Reader, out: Out): Promise<void> {
  const handedOver = ({ id, externalId, name }: { id: string; externalId: string; name: string }) => {
    return { id, externalId, name };
  };
  const rowsOf = (kind: Kind, views: readonly { readonly id: string }[]) =>
    append(
      out,
      kind,
      views.map((view) => ({ id: view.id, ...bodyOf({ ...schemas[kind] }, view) })),
    );
  if (merchant.erpKind === "ACCOUNTING")
    await append(out, "classes", (await classes.allClasses(tx, merchant)).map(handedOver));
  const fields = await customFields.allCustomFields(tx, merchant.id);
  const withOwner = fields.map((field) => ({ ...handedOver(field), appliesTo: field.appliesTo }));
  await append(out, "custom-fields", withOwner);
  const categories = await all(async (list) => {
    const { categories: rows, extent } = await catalog.listCategories(tx, merchant.id, list);
    return { rows, extent };
  });
  await rowsOf("categories", categories.map(viewOfCategory));
  const sold = await all(async (list) => {
    const { items: rows, extent } = await items.listItems(tx, merchant.id, list);
    return { rows, extent };
  });
  await rowsOf("items", sold.map(viewOfItem));
  const eventTypes = await all(async (list) => {
    const { eventTypes: rows, extent } = await usageTypes.listEventTypes(tx, merchant.id, list);
    return { rows, extent };
  });
  await rowsOf("event-types", eventTypes.map(viewOfEventType));
  const offered = await all(async (list) => {
    const { products: rows, extent } = await products.listProducts(tx, merchant.id, list);
    return { rows, extent };
  });
  await rowsOf("products", offered.map(viewOfProduct));
  const billed = await all(async (list) => {
    const { customers: rows, extent } = await customers.listCustomers(tx, merchant.id, list);
    return { rows, extent };
  });
  await rowsOf("customers", billed.map(viewOfCustomer));
}

async function writeContracts(
  reader: Reader,
  out: Out,
  asOf: Day | null,
  onProgress: Options["onProgress"],
): Promise<void> {
  const { tx, merchant } = reader;
  const found = await all(async (list) => {
    const { contracts: rows, extent } = await contracts.listContracts(tx, merchant.id, list, "live");
    return { rows, extent };
  });
  const credits = creditShares<Row>(asOf === null ? [] : await store.creditOfCustomers(tx, merchant.id, asOf));
  await writeFile(join(out.folder, tieOutFile), csvLines([["contract", "account", "amount"]]));
  for (let start = 0; start < found.length; start += contractsAtOnce) {
    const chunk = found.slice(start, start + contractsAtOnce);
    await writeChunk(reader, out, { chunk, asOf, credits });
    onProgress?.(start + chunk.length, found.length);
  }
  await writeOpenings(out, credits.waiting());
  for (const { customerId, credit } of credits.left()) {
    const [customer] = await customers.findCustomers(tx, merchant.id, [customerId]);
    const reason = `its credit of ${formatMoney(credit)} ${credit.currency} belongs to no contract that is carried`;
    out.notCarried.push({ kind: "customer", id: customerId, name: customer?.name ?? "", reason });
  }
}

type Chunk = {
  readonly chunk: readonly Contract[];
  readonly asOf: Day | null;
  readonly credits: CreditShares<Row>;
};

async function writeChunk({ tx, merchant }: Reader, out: Out, { chunk, asOf, credits }: Chunk): Promise<void> {
  const rows = new Map<Kind, Row[]>();
  const openings: CreditedOpening[] = [];
  const ties: CsvCell[][] = [];
  for (const of of await contractsAsTheyStand({ tx, merchant }, chunk, asOf)) {
    const { id, name } = of.contract;
    const made = rowsOfContract(of, asOf, merchant);
    const reason = "reason" in made ? made.reason : credits.reserve(of.contract, made.unsettled);
    if (reason !== undefined) out.notCarried.push({ kind: "contract", id, name, reason });
    if (reason !== undefined || "reason" in made) continue;
    for (const [kind, added] of made.rows) rows.set(kind, [...(rows.get(kind) ?? []), ...added]);
    const { opening, unsettled } = made;
    if (opening === undefined) continue;
    for (const { role, balance } of of.figures?.balances ?? []) ties.push([id, role, { number: formatMoney(balance) }]);
    if (!credits.waits(of.contract, opening, unsettled)) openings.push({ opening, credit: unsettled });
  }
  for (const [kind, added] of rows) await append(out, kind, added);
  await appendFile(join(out.folder, tieOutFile), csvLines(ties));
  await writeOpenings(out, openings);
}

type CreditedOpening = { readonly opening: Row; readonly credit: Money };

/** Writes openings with the customer credit that each states. */
async function writeOpenings(out: Out, openings: readonly CreditedOpening[]): Promise<void> {
  const rows = openings.map(({ opening, credit }) => (isZero(credit) ? opening : withCredit(opening, credit)));
  await append(out, "openings", rows);
  const ties = openings.flatMap(({ opening, credit }): CsvCell[][] => {
    const amount = { number: formatMoney(negate(credit)) };
    return isZero(credit) ? [] : [[String(opening.contract), "CUSTOMER_CREDIT", amount]];
  });
  if (ties.length > 0) await appendFile(join(out.folder, tieOutFile), csvLines(ties));
}

const eventsAtOnce = 5_000;

/** Writes the usage events after the day of the openings, or all of them if no month is closed. */
async function writeUsage({ tx, merchant }: Reader, out: Out, asOf: Day | null): Promise<void> {
  const since =
    asOf === null
      ? "1970-01-01T00:00:00Z"
      : Temporal.PlainDate.from(formatDay(asOf + 1))
          .toZonedDateTime(merchant.timeZone)
          .toInstant()
          .toString();
  for (let after: string | null = null; ; ) {
    const rows = await store.eventsSince(tx, merchant.id, { since, after, limit: eventsAtOnce });
    await append(
      out,
      "usage-totals",
      rows.map((row) => bodyOf({ ...schemas["usage-totals"] }, { ...row, metadata: emptyAsNull(row.metadata) })),
    );
    const last = rows.at(-1);
    if (last === undefined || rows.length < eventsAtOnce) return;
    after = String(last.id);
  }
}

function emptyAsNull(metadata: unknown): unknown {
  return typeof metadata === "object" && metadata !== null && Object.keys(metadata).length > 0 ? metadata : null;
}
