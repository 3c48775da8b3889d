import type { Json } from "../../support/api.ts";
import type { Book } from "../book.ts";
import { monthOf } from "../days.ts";
import { checkPosition } from "../invariants.ts";
import { checkTied } from "../tied-reports.ts";
import { type Change, contractOf, statedOf } from "./change.ts";
import { allocate } from "./pobs.ts";

const treatments = ["PROSPECTIVE", "CUMULATIVE_CATCH_UP", "SEPARATE_CONTRACT", "MIXED"] as const;

/** Closes a month; what open months showed before is what is posted. Answers whether it was closed. */
export async function close(book: Book, month: string, kind = "close"): Promise<boolean> {
  await book.observer.observe();
  const shown = book.observer.through(month, book);
  const path = `/v3/month-end-close/close-period?month=${month}`;
  const answer = await book.write({ kind, words: `${month} is closed`, method: "POST", path });
  if (!answer.isDone) return false;
  const posted = book.observer.through(month, book);
  book.closedThrough = month;
  book.past.noteClose();
  if (JSON.stringify(shown) !== JSON.stringify(posted)) {
    const missing = shown.filter((row) => !posted.includes(row));
    const other = posted.filter((row) => !shown.includes(row));
    book.violated(
      `closing ${month} posted otherwise than shown: shown ${missing.join("; ")}; posted ${other.join("; ")}`,
    );
  }
  if (book.isStorm) {
    await checkTied(book);
    await checkPosition(book);
    await book.past.check(book, 1);
  } else await checkTrialBalance(book, month);
  return true;
}

async function checkTrialBalance(book: Book, month: string): Promise<void> {
  const { currencies } = await book.session.ok("GET", `/v3/reports/trial-balance?month=${month}`);
  for (const { currency, totalDebit, totalCredit } of currencies) {
    if (totalDebit !== totalCredit) book.violated(`the trial balance of ${month} in ${currency} is not zero`);
  }
}

/** Where stated prices exceed what is billed, a close is rejected until they are shared anew. */
export async function closeWhateverItTakes(book: Book, month: string): Promise<boolean> {
  if (await close(book, month)) return true;
  for (const { id } of book.contracts) await allocateAll(book, id);
  return close(book, month);
}

/** Shares what every group of a contract with stated prices bills by standalone selling prices. */
export async function allocateAll(book: Book, contractId: string): Promise<void> {
  const groups = new Set<string>();
  for (const pob of await statedOf(book, (each) => each.contractId === contractId)) {
    if (groups.has(pob.billingTermGroupId)) continue;
    groups.add(pob.billingTermGroupId);
    await allocate(book, "allocate", pob);
  }
}

async function reopen(book: Book, month: string): Promise<boolean> {
  const path = `/v3/month-end-close/reopen-period?month=${month}&reason=check`;
  const { closedThrough } = book;
  // What is closed before the month stays as it is.
  if (month <= closedThrough) book.closedThrough = monthOf(month, -1);
  const { isDone } = await book.write({ kind: "reopen", words: `${month} is reopened`, method: "POST", path });
  if (!isDone) book.closedThrough = closedThrough;
  else book.past.noteClose();
  return isDone;
}

/** Reopens a closed month and closes all again: target and posted are equal, so nothing is posted. */
async function closeAgain(book: Book): Promise<void> {
  const last = book.closedThrough;
  const month = monthOf(last, -book.dice.between(0, 3));
  // What a release left to be posted is posted the first time.
  if (book.released.size > 0 && !((await reopen(book, month)) && (await close(book, last)))) return;
  if (!(await reopen(book, month))) return;
  const known = book.observer.entries.size;
  if ((await close(book, last)) && book.observer.entries.size !== known) {
    book.violated(`${month} to ${last}, closed again without a change, posted something`);
  }
}

export const monthChanges: readonly Change[] = [
  {
    kind: "close of an earlier month",
    weight: 3,
    isPossible: (book) => monthOf(book.today, -2) > book.closedThrough,
    make: async (book) => {
      await closeWhateverItTakes(book, monthOf(book.today, -2));
    },
  },
  { kind: "close again", weight: 3, isPossible: (book) => book.closedThrough > "0000-00", make: closeAgain },
  {
    kind: "reopen",
    weight: 3,
    isPossible: (book) => book.closedThrough > "0000-00",
    make: async (book) => {
      await reopen(book, monthOf(book.closedThrough, -book.dice.between(0, 2)));
    },
  },
  {
    kind: "treatment",
    weight: 9,
    make: async (book, kind) => {
      const found: Json[] = [];
      for (const { path } of book.contracts) found.push(...(await book.session.all(`${path}/modifications`)));
      const at = book.dice.between(0, Math.max(0, found.length - 1));
      const modification = found[at];
      if (modification === undefined) return;
      const treatment = book.dice.pick(treatments);
      const { path } = contractOf(book, modification.contractId);
      await book.write({
        kind: `${kind}, ${treatment}`,
        words: `change ${at + 1} (${book.names.text(modification.kind)} of ${modification.effectiveDate}, ${modification.treatment}) is ${treatment}`,
        method: "PATCH",
        path: `${path}/modifications/${modification.id}`,
        body: { treatment, reason: "A judgement." },
      });
    },
  },
];
