import type { TestApi } from "../support/api.ts";
import { enablePobs } from "../support/pobs.ts";
import { Book, type ContractOfBook } from "./book.ts";
import { amendmentChanges } from "./changes/amendments.ts";
import type { Change } from "./changes/change.ts";
import { contractChanges, discountAllocation, laterSchedule } from "./changes/contracts.ts";
import { controlChanges } from "./changes/controls.ts";
import { documentChanges } from "./changes/documents.ts";
import { lossChanges } from "./changes/losses.ts";
import { manualInvoiceChanges } from "./changes/manual-invoices.ts";
import { allocateAll, closeWhateverItTakes, monthChanges } from "./changes/months.ts";
import { obligationChanges } from "./changes/obligations.ts";
import { pobChanges } from "./changes/pobs.ts";
import { seatChanges } from "./changes/seats.ts";
import { termChanges } from "./changes/terms.ts";
import { creditedUsageChanges, usageChanges } from "./changes/usage.ts";
import { complete } from "./complete.ts";
import { addDays, earlier, lastDayOf, later, momentOf, monthOf } from "./days.ts";
import { Dice } from "./dice.ts";
import type { FrozenBook } from "./document.ts";
import { checkFinished, checkSound } from "./invariants.ts";
import { resultsOf } from "./results.ts";
import { Session } from "./session.ts";
import { mixedGroup, projectGroup, rampGroup, statedGroup } from "./stated-parts.ts";
import { milestoneTerm, obligationPart, termPart } from "./term-parts.ts";
import { commitmentPart, usagePart } from "./usage-parts.ts";

type Part = { readonly weight: number; readonly make: (book: Book, contract: ContractOfBook) => Promise<void> };

const anyParts: readonly Part[] = [
  { weight: 8, make: (book, contract) => obligationPart(book, contract) },
  { weight: 3, make: termPart },
  { weight: 1, make: milestoneTerm },
  { weight: 3, make: usagePart },
  { weight: 2, make: commitmentPart },
];

const statedParts: readonly Part[] = [
  { weight: 9, make: statedGroup },
  { weight: 3, make: rampGroup },
  { weight: 3, make: projectGroup },
  { weight: 3, make: mixedGroup },
];

const changes: readonly Change[] = [
  ...termChanges,
  ...seatChanges,
  ...pobChanges,
  ...obligationChanges,
  ...documentChanges,
  ...usageChanges,
  ...contractChanges,
  laterSchedule,
  ...monthChanges,
];

/** Frozen books are stories of the changes above, so what came later is drawn by storms alone. */
const stormChanges: readonly Change[] = [
  ...changes,
  ...amendmentChanges,
  ...controlChanges,
  ...lossChanges,
  ...manualInvoiceChanges,
  ...creditedUsageChanges,
];

/** Plays the book of a seed by a merchant of its own, and freezes what can be seen of it. */
export async function playBook(api: TestApi, seed: number): Promise<FrozenBook> {
  const book = await begin(api, new Dice(seed), { timeZone: "UTC", isStorm: false });
  const { dice } = book;
  for (let count = dice.chance(12) ? 2 : 1; count > 0; count--) await setup(book);
  book.dryRuns = 8;
  for (let months = dice.between(3, 7); months > 0; months--) await liveMonth(book);
  const before = await resultsOf(book);
  const end = dice.chance(60) ? await finish(book) : {};
  await checkSound(api, book);
  return frozen(`book-${seed}`, book, { ...before, ...end });
}

/** How a storm is played. */
export type Storm = { readonly seed: number; readonly steps: number; readonly timeZone: string };

/** Plays a book of many steps of every kind, to which contracts are added, and ends it: for what must hold of every book. */
export async function playStorm(api: TestApi, name: string, { seed, steps, timeZone }: Storm): Promise<FrozenBook> {
  const book = await begin(api, new Dice(seed), { timeZone, isStorm: true });
  const { dice } = book;
  let finished: readonly string[] = [];
  try {
    await setup(book);
    book.dryRuns = 2;
    while (book.steps.length < steps) {
      await liveMonth(book);
      if (dice.chance(10)) await setup(book);
    }
    await checkSound(api, book);
    await complete(book);
    const month = await closeAll(book);
    if (month !== undefined) finished = await checkFinished(book, month);
    await checkSound(api, book);
  } catch (error) {
    book.violated(`it cannot go on: ${error instanceof Error ? error.stack : error}`);
  }
  return frozen(name, book, { finished });
}

/**
 * Plays months of a business on the clock of its sandbox: each brings changes of every kind, most a new contract, and ends with its
 * close, after which all that must hold of every book is asked, the doctor included.
 */
export async function playSimulation(
  api: TestApi,
  name: string,
  { seed, months, timeZone }: { readonly seed: number; readonly months: number; readonly timeZone: string },
): Promise<FrozenBook> {
  const book = await begin(api, new Dice(seed), { timeZone, isStorm: true });
  const { dice } = book;
  let closed = 0;
  try {
    for (let month = 1; month <= months; month++) {
      if (month === 1 || dice.chance(60)) await setup(book);
      const end = lastDayOf(book.today);
      for (let count = dice.between(2, 4); count > 0; count--) {
        await change(book);
        await book.advance(earlier(addDays(book.today, dice.between(1, 10)), end));
      }
      await book.advance(addDays(end, dice.between(1, 5)));
      if (await closeWhateverItTakes(book, monthOf(end))) closed += 1;
      await checkSound(api, book);
    }
  } catch (error) {
    book.violated(`it cannot go on: ${error instanceof Error ? error.stack : error}`);
  }
  return frozen(name, book, { months, closed });
}

/** A merchant's book before there is a contract. */
async function begin(
  api: TestApi,
  dice: Dice,
  { timeZone, isStorm }: { readonly timeZone: string; readonly isStorm: boolean },
): Promise<Book> {
  const today = addDays("2025-12-20", dice.between(0, 60));
  const merchant = await api.newMerchant(momentOf(today, timeZone, "12:00"), timeZone);
  const hasPobs = dice.chance(75);
  if (hasPobs) await enablePobs(api, merchant);
  const currency = dice.chance(4) ? "JPY" : "USD";
  const book = new Book({ session: new Session(api, merchant), dice, today, currency, hasPobs, timeZone, isStorm });
  await furnish(book);
  return book;
}

/** A book as it is kept. */
export async function frozen(name: string, book: Book, results: Record<string, unknown>): Promise<FrozenBook> {
  const story = await book.reported();
  const { observer, violations } = book;
  return {
    ...{ name, kinds: kindsOf(book), story, results, violations },
    ...{ contracts: observer.contracts(), accounts: observer.accounts() },
  };
}

function kindsOf(book: Book): string[] {
  const done = book.steps.filter(({ answer }) => answer.startsWith("2"));
  return [...new Set(done.map(({ kind }) => kind))].toSorted();
}

/** What every merchant has before there is a contract. */
async function furnish(book: Book): Promise<void> {
  const { session, names, dice } = book;
  const accounts = [{}, { revenueAccount: "Support revenue", contractLiabilityAccount: "Support liability" }];
  for (const [index, own] of accounts.entries()) {
    const { id } = await session.ok("POST", "/v3/categories", { name: `Category ${index + 1}`, ...own });
    names.give(id, `Category ${index + 1}`);
    book.categoryIds.push(id);
  }
  const price = book.amount(20, 500);
  const standaloneSellingPrices = [{ currency: book.currency, amount: book.money(price), validFrom: "2025-01-01" }];
  const { id: productId } = await session.ok("POST", "/v3/products", { name: "Product 1", standaloneSellingPrices });
  book.product = { id: productId, name: names.give(productId, "Product 1"), price };
  book.itemId = (await session.ok("POST", "/v3/items", { name: "Item 1" })).id;
  if (dice.chance(50)) await session.ok("PATCH", "/v3/merchant", { usageGraceDays: dice.pick([0, 2, 10]) });
  const customer = await session.ok("POST", "/v3/customers", { name: "Harbour", defaultCurrency: book.currency });
  names.give(customer.id, "Harbour");
  book.customerId = customer.id;
}

/** One contract of one to three parts, approved; some are changed before that. */
async function setup(book: Book): Promise<void> {
  const { dice } = book;
  const allocationMethod = book.hasPobs && dice.chance(35) ? "RELATIVE_SSP" : "STATED";
  const name = book.nameOf("contract");
  const { id } = await book.session.ok("POST", "/v3/contracts", {
    ...{ name, customerId: book.customerId, currency: book.currency, allocationMethod },
  });
  book.names.give(id, name);
  const contract = { id, name, path: `/v3/contracts/${id}`, isAllocated: allocationMethod === "RELATIVE_SSP" };
  book.contracts.push(contract);
  await book.note(
    { kind: "contract", words: `${name} in ${book.currency}, prices ${allocationMethod}`, answer: "201" },
    true,
  );
  const parts = book.hasPobs ? [...statedParts, ...statedParts, ...anyParts] : anyParts;
  for (let count = dice.pick([1, 1, 2, 2, 3]); count > 0; count--) await dice.weighted(parts)?.make(book, contract);
  if (dice.chance(12)) for (let count = dice.between(1, 3); count > 0; count--) await change(book);
  if (allocationMethod === "RELATIVE_SSP" && dice.chance(40))
    await discountAllocation.make(book, discountAllocation.kind);
  // Changes before the approval may leave stated prices that are shared anew, or that nothing can share: then it stays a draft.
  if (await approve(book, contract)) return;
  await allocateAll(book, contract.id);
  await approve(book, contract);
}

async function approve(book: Book, { name, path }: ContractOfBook): Promise<boolean> {
  const request = { kind: "approve", words: `${name} is approved`, method: "POST", path: `${path}/actions` };
  return (await book.write({ ...request, body: { action: "APPROVE" } })).isDone;
}

/** Some changes, then some days, and mostly a close. */
async function liveMonth(book: Book): Promise<void> {
  const { dice } = book;
  for (let count = dice.between(1, 4); count > 0; count--) await change(book);
  await book.advance(addDays(book.today, dice.pick([9, 20, 28, 31, 31, 40])));
  const last = monthOf(book.today, -1);
  if (last > book.closedThrough && dice.chance(60)) await closeWhateverItTakes(book, last);
}

async function change(book: Book): Promise<void> {
  const possible = book.isStorm ? stormChanges : changes;
  const drawn = book.dice.weighted(possible.filter(({ isPossible }) => isPossible?.(book) ?? true));
  await drawn?.make(book, drawn.kind);
}

/** Lets every service end and closes all months; mostly what is measured is completed first. */
async function finish(book: Book): Promise<Record<string, unknown>> {
  if (book.dice.chance(75)) await complete(book);
  const month = await closeAll(book);
  if (month === undefined) return {};
  await checkFinished(book, month);
  return prefixed("finished: ", await resultsOf(book));
}

/** Closes the month after everything is served and billed, and answers it; undefined where it cannot be closed. */
async function closeAll(book: Book): Promise<string | undefined> {
  // What is billed in arrears, or after days of grace, is billed in the month after the last one.
  const month = monthOf(await endOf(book), 1);
  await book.advance(later(book.today, addDays(`${monthOf(month, 1)}-01`, 20)));
  const isClosed = month <= book.closedThrough || (await closeWhateverItTakes(book, month));
  return isClosed ? month : undefined;
}

function prefixed(prefix: string, results: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(results).map(([key, value]) => [prefix + key, value]));
}

/** The last day of anything that is billed or served, at most two years from now. */
async function endOf(book: Book): Promise<string> {
  const limit = addDays(book.today, 540);
  const terms = (await book.session.all("/v3/billing-terms")).map(({ endDate }) => endDate ?? "");
  const months = book.observer.rows.map(({ timeframe }) => `${timeframe}-28`);
  const last = [...terms, ...months].reduce((a, b) => later(a, b), book.today);
  return last < limit ? last : limit;
}
