import type { Json } from "../support/api.ts";
import type { Book } from "./book.ts";
import { contractOf, pobsOf, termsOf, viewOf } from "./changes/change.ts";
import { adjustmentsOf, release, reverse, stands } from "./changes/controls.ts";
import { addDays } from "./days.ts";

/**
 * Ends what has no end, and reports what is measured as done, so that nothing is left to earn but by time. What is held is released,
 * and what was adjusted is taken back.
 */
export async function complete(book: Book): Promise<void> {
  for (const contractId of [...book.held]) await release(book, "release", contractId);
  const adjusted = book.isStorm ? (await adjustmentsOf(book)).filter(stands) : [];
  for (const adjustment of adjusted) await reverse(book, "adjustment reversed", adjustment, book.today);
  for (const term of termsOf(book)) {
    const view = await viewOf(book, term);
    const path = `${term.contract.path}/billing-terms/${term.id}`;
    if (view?.trigger === "MILESTONE" && view.reachedOn === null) {
      const words = `${term.name}: its milestone was reached on ${book.today}`;
      const body = { reachedOn: book.today };
      await book.write({ kind: "milestone of a term", words, method: "POST", path: `${path}/milestone`, body });
    }
    if (view !== undefined && view.endDate === null && view.status === "ACTIVE") {
      const endDate = addDays(book.today, 45);
      const words = `${term.name} is terminated on ${endDate}`;
      await book.write({ kind: "terminate", words, method: "PATCH", path: `${path}/terminate`, body: { endDate } });
    }
  }
  for (const pob of await pobsOf(book, ({ status }) => status === "ACTIVE")) await finishMeasuring(book, pob);
}

async function finishMeasuring(book: Book, pob: Json): Promise<void> {
  const { today } = book;
  const body = doneOf(pob, today);
  if (body === undefined) return;
  await book.write({
    kind: "measured to the end",
    words: `${book.names.of(pob.id)} is done`,
    method: "PATCH",
    path: `${contractOf(book, pob.contractId).path}/performance-obligations/${pob.id}`,
    body,
  });
}

function doneOf({ recognitionPattern, milestones, progress }: Json, today: string): object | undefined {
  switch (recognitionPattern) {
    case "MILESTONE":
      return { milestones: milestones.map((each: Json) => ({ ...each, reachedDate: each.reachedDate ?? today })) };
    case "PERCENT_COMPLETE":
      return {
        progress: [...progress.filter(({ asOf }: Json) => asOf < today), { asOf: today, percentComplete: "1" }],
      };
    default:
      return undefined;
  }
}
