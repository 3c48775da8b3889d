import { useSession } from "../../api/session.ts";
import { useBeside } from "../../api/use-beside.ts";
import { ages } from "../../format/ages.ts";
import { money } from "../../format/money.ts";
import { useToday } from "../../shell/use-month.ts";
import { useUrl } from "../../use-url.ts";
import classes from "./age-chips.module.css";

/** What is owed, by how long it is overdue; a click shows those invoices. */
export function AgeChips() {
  const [{ age }, change] = useUrl();
  const today = useToday();
  const { merchant } = useSession();
  const { data } = useBeside("listInvoices", "getReceivablesAgeing", { date: today, groupBy: "none" });
  return (
    <fieldset className={classes.chips}>
      <legend className={classes.legend}>What is owed in {merchant.defaultCurrency}, by how long it is overdue</legend>
      {ages.map(({ id, title, column }) => (
        <button
          key={id}
          type="button"
          className={classes.chip}
          aria-pressed={age === id}
          data-late={id !== "current" || undefined}
          onClick={() => change({ age: age === id ? undefined : id })}
        >
          <span className={classes.title}>{title}</span>
          <span className={classes.amount}>{data?.totals ? money(String(data.totals[column])) : " "}</span>
        </button>
      ))}
    </fieldset>
  );
}
