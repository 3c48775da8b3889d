/** How long an invoice is overdue, in the groups of the ageing report. */
export const ages = [
  { id: "current", title: "Not due", column: "current" },
  { id: "1-30", title: "1–30 days", column: "days1To30", from: 1, to: 30 },
  { id: "31-60", title: "31–60 days", column: "days31To60", from: 31, to: 60 },
  { id: "61-90", title: "61–90 days", column: "days61To90", from: 61, to: 90 },
  { id: "90", title: "Over 90 days", column: "daysOver90", from: 91 },
] as const;

/** The days on which invoices of a group are due, on a day; an end that is open is left out. */
export function dueWithin(
  age: (typeof ages)[number],
  day: string,
): { readonly dueFrom?: string; readonly dueTo?: string } {
  if (!("from" in age)) return { dueFrom: day };
  return { ...("to" in age && { dueFrom: daysBefore(day, age.to) }), dueTo: daysBefore(day, age.from) };
}

/** The filter of the API for a group in a currency, today. Open means that something is left to pay. */
export function ageFilter(id: string | undefined, today: string, currency: string): string | undefined {
  const age = ages.find((each) => each.id === id);
  if (age === undefined) return undefined;
  const { dueFrom, dueTo } = dueWithin(age, today);
  const due = [dueFrom && `dueDate:gte:${dueFrom}`, dueTo && `dueDate:lte:${dueTo}`];
  return ["status:in:ISSUED|PARTIALLY_PAID", `currency:eq:${currency}`, ...due].filter(Boolean).join(",");
}

/** By how many days it is overdue; 0 or less while it is not. */
export function daysOverdue(dueDate: string, today: string): number {
  return Math.round((Date.parse(today) - Date.parse(dueDate)) / 86_400_000);
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}
