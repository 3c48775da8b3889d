import type { Static } from "typebox";
import { monthsLookedAtOnce } from "../../actions/open-contract.ts";
import { type CreateEventBody, draftFromBody as eventFrom } from "../../api/schemas/events.ts";
import type { StoredTie, TiedAccount } from "../../close/tie-out.ts";
import { standingImport, storeImport } from "../../close/tie-out-service.ts";
import { required } from "../../kernel/assert.ts";
import { DomainError, issuesOf } from "../../kernel/errors.ts";
import { type Money, parseMoney } from "../../kernel/money.ts";
import { ApprovalRequired } from "../../platform/approvals/required.ts";
import type { Actor } from "../../platform/auth/person.ts";
import { analyzeChangedTables } from "../../platform/db/statistics.ts";
import { type Platform, rolledBack, type WriteContext, write } from "../../platform/write.ts";
import { recordEvents } from "../../usage/event-service.ts";
import type { EventDraft } from "../../usage/usage-event.ts";
import { checkedRow, type IdOf, problemsOfParts, refusedAt } from "./checked-rows-service.ts";
import { loadContract } from "./contract-service.ts";
import type { BookFiles } from "./files-service.ts";
import { type BookRow, type Kind, kinds, partsOfContracts, type RefusedRow } from "./kind.ts";
import { type LeftRecords, leftRecords } from "./left-records-service.ts";
import { creators, parentsFirst, takeOver } from "./setup-service.ts";
import * as store from "./store.ts";
import { type Tie, tiedAccountOf, tieOut } from "./tie-out.ts";

export type BookOptions = {
  readonly merchantId: string;
  readonly book: BookFiles;
  readonly actor: Actor;
  /** True to try everything and keep nothing. */
  readonly isDryRun?: boolean;
  /** True to keep the book even if its balances differ from the old ones. */
  readonly acceptsDifferences?: boolean;
  readonly onProgress?: ((rows: number) => void) | undefined;
};

export type BookResult = {
  readonly name: string;
  /** Was it kept by this run? Not after a dry run, with a refused row, with an unaccepted difference, or if it was loaded before. */
  readonly isStored: boolean;
  /** Was a book of this name loaded before? If so, nothing was done. */
  readonly wasLoaded: boolean;
  /** The number of rows in the files, by kind. */
  readonly rows: Readonly<Partial<Record<Kind, number>>>;
  readonly refused: readonly RefusedRow[];
  /** Undefined if the book has no old balances to compare with. */
  readonly tieOut: readonly Tie[] | undefined;
};

/**
 * Loads all rows of a book in one transaction, or none. After a refused row the others are still tried, so that all problems are found
 * in one run; a row that refers to a refused row is refused too. A run that was killed leaves nothing behind and can simply be
 * repeated; a book that is already loaded is not loaded again.
 *
 * @throws DomainError MERCHANT_NOT_FOUND
 */
export async function importBook(platform: Platform, options: BookOptions): Promise<BookResult> {
  const { merchantId, actor, book, isDryRun = false, acceptsDifferences = false } = options;
  const rows = Object.fromEntries([...book.rows].map(([kind, own]) => [kind, own.length]));
  const nothing = { name: book.name, isStored: false, wasLoaded: false, rows, tieOut: undefined };
  const load = async (ctx: WriteContext): Promise<BookResult> => {
    await store.lockBook(ctx.tx, merchantId, book.name);
    if ((await standingImport(ctx.tx, merchantId, book.name)) !== undefined)
      return { ...nothing, wasLoaded: true, refused: [] };
    const loaded = await loadRows(ctx, options);
    const differs = loaded.tieOut?.some(({ difference }) => /[1-9]/.test(difference)) ?? false;
    const isSound = loaded.refused.length === 0 && (acceptsDifferences || !differs);
    const result = { ...nothing, ...loaded, isStored: isSound && !isDryRun };
    if (!isDryRun && !isSound) throw new NotStored(result);
    return result;
  };
  try {
    return await (isDryRun ? rolledBack : write)(platform, { merchantId, actor }, load);
  } catch (error) {
    if (error instanceof NotStored) return error.result;
    if (error instanceof ApprovalRequired) {
      const { code, message } = error;
      return { ...nothing, refused: [{ file: "book.json", line: null, path: "", code, message }] };
    }
    throw error;
  }
}

class NotStored extends Error {
  readonly result: BookResult;
  constructor(result: BookResult) {
    super("The book is rolled back as a whole.");
    this.result = result;
  }
}

/** Maps keys of rows to ids; refused rows have none. */
function namesOf(book: BookFiles) {
  const ids = new Map<Kind, Map<string, string>>(kinds.map((kind) => [kind, new Map()]));
  const rowsByKey = new Map(
    [...book.rows].map(([kind, rows]) => [kind, new Map(rows.map((row) => [row.key ?? "", row]))] as const),
  );
  const idOf: IdOf = (named, key) => {
    const kind = named as Kind;
    const id = ids.get(kind)?.get(key);
    if (id !== undefined) return id;
    const row = rowsByKey.get(kind)?.get(key);
    if (row !== undefined) return { problem: `Line ${row.line} of ${row.file}, which it names, was refused.` };
    // Existing records can be referred to by their id; whether it exists is checked as in any request.
    if (isUuid.test(key)) return key;
    return { problem: `${kind} has no row with the id ${key}.` };
  };
  return { ids, idOf };
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function loadRows(
  ctx: WriteContext,
  { book, onProgress }: BookOptions,
): Promise<Pick<BookResult, "refused" | "tieOut">> {
  const refused: RefusedRow[] = [...book.refused];
  const { ids, idOf } = namesOf(book);
  const left = await leftRecords(ctx, book.name);
  let done = 0;
  const progress = (count: number) => {
    done += count;
    onProgress?.(done);
  };
  for (const [kind, rows] of book.rows) {
    if (kind === "classes" || kind === "custom-fields") {
      const taken = await takeOver(ctx, kind, rows, (problem) => refused.push(problem));
      for (const [key, id] of taken) ids.get(kind)?.set(key, id);
      progress(rows.length);
    } else if (creators[kind] !== undefined) {
      for (const row of kind === "customers" ? parentsFirst(rows) : rows) {
        const found = await inRow(ctx, () => loadSetup(ctx, row, { idOf, left }));
        if (typeof found === "string") ids.get(kind)?.set(row.key ?? "", found);
        else refused.push(...found);
        progress(1);
      }
    }
  }
  const contracts = await loadContracts(ctx, book, { idOf, refused, progress });
  if (contracts.size > 0)
    await store.insertLoaded(
      ctx.tx,
      ctx.merchant.id,
      book.name,
      new Map([...contracts].map(([key, { id }]) => [key, id])),
    );
  await loadUsage(ctx, book.rows.get("usage-totals") ?? [], { idOf, refused, progress });
  const ties = await tiesOf(ctx, book, contracts, refused);
  if (refused.length === 0) await storeImport(ctx, { name: book.name, ties: (ties ?? []).map(storedTie(contracts)) });
  return { refused: refused.toSorted(inOrderOfFiles), tieOut: ties };
}

/** Converts a tie to the form in which it is stored, with the id of its contract. */
function storedTie(contracts: LoadedContracts): (tie: Tie) => StoredTie {
  return ({ contract, account, old, loaded }) => {
    const { id, currency } = required(contracts.get(contract), "a contract that was loaded");
    const amount = (text: string) => required(parseMoney(text, currency), "an amount of the contract");
    return { contractKey: contract, contractId: id, account, old: amount(old), loaded: amount(loaded) };
  };
}

function inOrderOfFiles(a: RefusedRow, b: RefusedRow): number {
  const place = ({ file }: RefusedRow) => kinds.findIndex((kind) => file.startsWith(`${kind}.`));
  return place(a) - place(b) || (a.line ?? 0) - (b.line ?? 0);
}

/** Runs the writes of one row and rolls them back if the row is refused, so that the transaction stays usable for the next row. */
async function inRow<T>(ctx: WriteContext, use: () => Promise<T>): Promise<T> {
  store.beginRow(ctx.tx);
  const result = await use();
  if (typeof result === "object" && (Array.isArray(result) || "refused" in (result as object)))
    await store.rollBackRow(ctx.tx);
  store.endRow(ctx.tx);
  return result;
}

/** Creates a record of setup, or uses the one that a reversed import of the book left (ADR 0101). */
async function loadSetup(
  ctx: WriteContext,
  row: BookRow,
  { idOf, left }: { readonly idOf: IdOf; readonly left: LeftRecords },
): Promise<string | readonly RefusedRow[]> {
  const result = checkedRow(row, idOf);
  if ("refused" in result) return result.refused;
  const same = left.take(row.kind, result.body);
  if (same !== undefined) return same;
  try {
    return (await creators[row.kind]?.(ctx, result.body))?.id ?? [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return issuesOf(error).map((issue) => refusedAt(row, issue));
  }
}

type Loading = {
  readonly idOf: IdOf;
  readonly refused: RefusedRow[];
  readonly progress: (count: number) => void;
};
type LoadedContracts = ReadonlyMap<string, { readonly id: string; readonly currency: string }>;

/** How often statistics are refreshed: the whole book is one transaction, which would keep query plans made for empty tables. */
const contractsBetweenAnalyses = 100;

async function loadContracts(
  ctx: WriteContext,
  { rows }: BookFiles,
  { idOf, refused, progress }: Loading,
): Promise<LoadedContracts> {
  const headers = new Map((rows.get("contracts") ?? []).map((row) => [row.key ?? "", row]));
  const parts = new Map<string, Map<Kind, BookRow[]>>();
  for (const kind of partsOfContracts) {
    for (const row of rows.get(kind) ?? []) {
      const key = row.contract ?? "";
      if (!headers.has(key)) {
        const message = `contracts has no row with the id ${key}.`;
        refused.push(refusedAt(row, { path: "/contract", code: "NOT_FOUND", message }));
      }
      const own = parts.get(key) ?? new Map<Kind, BookRow[]>();
      parts.set(key, own);
      own.set(kind, [...(own.get(kind) ?? []), row]);
    }
  }
  for (const [key, own] of parts) if (!headers.has(key)) refused.push(...problemsOfParts(own, idOf));
  const loaded = new Map<string, { id: string; currency: string }>();
  const monthsInUse = monthsLookedAtOnce();
  for (const [key, row] of headers) {
    const own = parts.get(key) ?? new Map<Kind, BookRow[]>();
    const found = await inRow(ctx, () => loadContract(ctx, { row, parts: own }, idOf, monthsInUse));
    if ("refused" in found) refused.push(...found.refused);
    else {
      loaded.set(key, found);
      if (loaded.size % contractsBetweenAnalyses === 0) await analyzeChangedTables(ctx.tx);
    }
    progress(1 + [...own.values()].reduce((count, { length }) => count + length, 0));
  }
  return loaded;
}

const eventsAtOnce = 1_000;

async function loadUsage(
  ctx: WriteContext,
  rows: readonly BookRow[],
  { idOf, refused, progress }: Loading,
): Promise<void> {
  const drafts: { readonly row: BookRow; readonly draft: EventDraft }[] = [];
  for (const row of rows) {
    const result = checkedRow(row, idOf);
    if ("refused" in result) refused.push(...result.refused);
    else {
      const body = result.body as Static<typeof CreateEventBody>;
      drafts.push({ row, draft: eventFrom({ body, lossyNumbers: row.lossyNumbers }) });
    }
  }
  for (let start = 0; start < drafts.length; start += eventsAtOnce) {
    const batch = drafts.slice(start, start + eventsAtOnce);
    const { results } = await recordEvents(
      ctx,
      batch.map(({ draft }) => draft),
    );
    for (const [index, result] of results.entries()) {
      const row = batch[index]?.row;
      if (row === undefined || result.status !== "FAILED") continue;
      refused.push(...issuesOf(result.rejection).map((issue) => refusedAt(row, issue)));
    }
    progress(batch.length);
  }
}

async function tiesOf(
  ctx: WriteContext,
  book: BookFiles,
  contracts: LoadedContracts,
  refused: RefusedRow[],
): Promise<readonly Tie[] | undefined> {
  const { tieOut: rows } = book;
  if (rows === undefined) return undefined;
  const posted = await store.postedBalances(
    ctx.tx,
    ctx.merchant.id,
    [...contracts.values()].map(({ id }) => id),
  );
  const byContract = Map.groupBy(posted, ({ contractId }) => contractId);
  const loaded = new Map(
    [...contracts].map(([key, { id }]) => {
      const balances = new Map<TiedAccount, Money>();
      for (const { role, balance } of byContract.get(id) ?? []) {
        const account = tiedAccountOf(role);
        if (account === undefined) continue;
        balances.set(account, { ...balance, minor: (balances.get(account)?.minor ?? 0n) + balance.minor });
      }
      return [key, balances] as const;
    }),
  );
  // Refused contracts have no balances and are already listed as refused.
  const isRefused = new Set(
    (book.rows.get("contracts") ?? []).flatMap(({ key }) => (contracts.has(key ?? "") ? [] : [key])),
  );
  return tieOut(
    rows.filter(({ contract }) => !isRefused.has(contract)),
    loaded,
    (key) => contracts.get(key)?.currency,
    (line, path, message) => refused.push({ file: "tie-out.csv", line, path, code: "NOT_FOUND", message }),
  );
}
