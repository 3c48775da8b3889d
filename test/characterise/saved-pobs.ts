import type { Book, TermOfBook } from "./book.ts";

/** Saves new performance obligations for the group of a term. */
export async function savePobs(
  book: Book,
  { contract, groupId, name }: TermOfBook,
  toCreate: readonly { readonly name: string }[],
  kind: string,
  parts: object = {},
): Promise<void> {
  const answer = await book.write({
    kind,
    words: `performance obligations of ${name}: ${toCreate.map((each) => pobWords(each)).join("; ")}`,
    method: "POST",
    path: `${contract.path}/performance-obligations`,
    body: { billingTermGroupId: groupId, toCreate, ...parts },
  });
  if (answer.isDone) book.notePobs(answer.payload.created);
}

/** What is said of a performance obligation, in one line. */
export function pobWords(body: Readonly<Record<string, unknown>>): string {
  const { name, transactionPrice, standaloneSellingPrice, recognitionPattern, serviceStartDate, serviceEndDate } = body;
  const rest = ["recognitionDate", "milestones", "customRevenue", "progress", "eventTypeId"].flatMap((field) =>
    body[field] === undefined || field === "eventTypeId" ? [] : [JSON.stringify(body[field])],
  );
  return [
    name,
    ...(transactionPrice === undefined ? [] : [transactionPrice]),
    ...(standaloneSellingPrice === undefined ? [] : [`(sells for ${standaloneSellingPrice})`]),
    recognitionPattern,
    ...(serviceStartDate === undefined ? [] : [`${serviceStartDate} to ${serviceEndDate}`]),
    ...rest,
  ].join(" ");
}
