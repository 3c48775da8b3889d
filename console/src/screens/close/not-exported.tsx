import { useAll } from "../../api/use-api.ts";
import { addMonths, month as monthName } from "../../format/day.ts";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";
import classes from "./not-exported.module.css";

/**
 * Warns about closed months, of the twelve up to this one, with entries that are not exported to the general ledger. Hidden for merchants
 * that make no exports.
 */
export function NotExported({ month }: { month: string }) {
  const filter = { month: { gte: addMonths(month, -11), lte: month } };
  const exports = useAll("listJournalExports", { filter }).data ?? [];
  const periods = useAll("listAccountingPeriods", { filter }).data ?? [];
  if (exports.length === 0) return null;
  const missing = periods
    .filter(({ status, month: of, closedAt }) => {
      const isExported = exports.some((each) => each.month === of && each.createdAt >= (closedAt ?? ""));
      return status === "CLOSED" && !isExported;
    })
    .map(({ month: of }) => of)
    .sort();
  if (missing.length === 0) return null;
  return (
    <p className={classes.missing}>
      The journal did not go to the general ledger since the close of{" "}
      {missing.map((each, at) => (
        <span key={each}>
          {at > 0 && ", "}
          <TextLink href={paths.journal({ month: each })}>{monthName(each)}</TextLink>
        </span>
      ))}
      .
    </p>
  );
}
