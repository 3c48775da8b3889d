import { monthOf } from "./days.ts";

/** An amount of a month; `source` says where it comes from, "" where that is usual. */
export type MonthAmount = { readonly month: string; readonly source: string; readonly amount: string };

/**
 * Amounts in one line: "2026-01 to 2026-03 100.00, 2026-04 CATCH_UP 5.00". Months that follow each other with the same amount
 * are written once.
 */
export function textOfMonths(amounts: readonly MonthAmount[]): string {
  const runs: { from: string; to: string; source: string; amount: string }[] = [];
  for (const { month, source, amount } of amounts) {
    const last = runs.at(-1);
    const goesOn = last?.source === source && last.amount === amount && monthOf(last.to, 1) === month;
    if (goesOn) last.to = month;
    else runs.push({ from: month, to: month, source, amount });
  }
  return runs
    .map(({ from, to, source, amount }) =>
      [from, ...(to === from ? [] : ["to", to]), ...(source === "" ? [] : [source]), amount].join(" "),
    )
    .join(", ");
}

const run = /^(?<from>\S+)(?: to (?<to>\S+))?(?: (?<source>[A-Z].*?))? (?<amount>-?[\d.]+(?: \+ -?[\d.]+)*)$/;

/** The amounts that `textOfMonths` wrote. */
export function monthsOfText(text: string): MonthAmount[] {
  return text.split(", ").flatMap((part) => {
    const { from = "", to = from, source = "", amount = "" } = run.exec(part)?.groups ?? {};
    const amounts: MonthAmount[] = [];
    for (let month = from; month !== "" && month <= to; month = monthOf(month, 1))
      amounts.push({ month, source, amount });
    return amounts;
  });
}
