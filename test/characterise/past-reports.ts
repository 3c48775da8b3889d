import type { Json } from "../support/api.ts";
import type { Book } from "./book.ts";

/** What the reports of a closed month said at the end of a day, by the query. */
type PastDay = { readonly day: string; readonly answers: ReadonlyMap<string, string> };

/** How usage is priced keeps no past (docs/reports.md). */
const withoutPast = "event type of a group";

/**
 * Reports that are kept at the end of every day on which a month was closed or opened again. As of that day each of them says the
 * same for good, whatever is reopened and closed later (docs/reports.md, reports as of an earlier day).
 */
export class PastReports {
  private readonly days: PastDay[] = [];
  private isDue = false;

  /** A month was closed or reopened today. */
  noteClose(): void {
    this.isDue = true;
  }

  /** Keeps what the reports say, if something was closed today. */
  async endOfDay(book: Book): Promise<void> {
    if (!this.isDue || book.closedThrough === "0000-00") return;
    this.isDue = false;
    const answers = new Map<string, string>();
    for (const query of queriesOf(book.closedThrough, book.currency)) answers.set(query, await answerOf(book, query));
    this.days.push({ day: book.today, answers });
  }

  /** Asks for the reports of the last days that were kept, as of those days. */
  async check(book: Book, count = Number.POSITIVE_INFINITY): Promise<void> {
    if (book.steps.some(({ kind, answer }) => kind === withoutPast && answer.startsWith("2"))) return;
    for (const { day, answers } of this.days.slice(-count)) {
      if (day >= book.today) continue;
      for (const [query, said] of answers) {
        const says = await answerOf(book, `${query}&asOf=${day}`);
        if (says !== said) book.violated(`${query} as of ${day} ${differenceOf(book, said, says)}`);
      }
    }
  }
}

function queriesOf(month: string, currency: string): string[] {
  const [own, months] = [`month=${month}&currency=${currency}`, `startMonth=${month}&endMonth=${month}`];
  return [
    `waterfall?${own}`,
    `revenue?${months}&groupBy=contract&currency=${currency}`,
    `contract-balances?${own}`,
    `contract-liability-roll-forward?${months}&currency=${currency}`,
    `remaining-performance-obligations?${own}`,
    `disclosures?${own}&groupBy=contract`,
    `flux?${own}`,
  ];
}

/** Patterns keep no past, so that of disclosed revenue neither over time nor at a point in time is compared, nor a row of one less the other. */
const timings = ["overTime", "pointInTime"];
const isOfTimings = (row: Json): boolean => "overTime" in row && Number(row.total) === 0 && Number(row.other) === 0;

/** The rows of a report a line, without when it was asked and of which day. */
async function answerOf(book: Book, query: string): Promise<string> {
  const { generatedAt: _at, parameters: _asked, ...report } = await book.session.ok("GET", `/v3/reports/${query}`);
  const compared = (key: string, value: Json): Json => {
    if (timings.includes(key)) return undefined;
    return key === "rows" ? value.filter((row: Json) => !isOfTimings(row)) : value;
  };
  return JSON.stringify(report, compared).replaceAll("},{", "},\n{");
}

function differenceOf({ names }: Book, said: string, says: string): string {
  const [were, are] = [said.split("\n"), says.split("\n")];
  const at = were.findIndex((line, index) => line !== are[index]);
  return `was ${names.text(were[at] ?? "nothing")} and is ${names.text(are[at] ?? "nothing")}`;
}
