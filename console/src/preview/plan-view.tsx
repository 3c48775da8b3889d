import type { Preview } from "@accord/client";
import { Tabs } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { day, month } from "../format/day.ts";
import { isNegative, isZero, negate } from "../format/decimal.ts";
import { money } from "../format/money.ts";
import { word } from "../format/words.ts";
import { Amount } from "../table/cell.tsx";
import { BeforeAfter } from "./before-after.tsx";
import { EntryTable } from "./entry-table.tsx";
import { invoiceChanges, lossOf, type Plan, revenueByMonth, type Summary, warningText } from "./plan.ts";
import classes from "./plan-view.module.css";

/** The chosen tab, and a function that chooses another; undefined before the user has chosen one. */
export type ChosenTab = readonly [id: string | undefined, choose: (id: string | undefined) => void];

type Props = {
  readonly preview: Preview;
  readonly isStale?: boolean;
  /** Held by the component that shows successive plans, so that a plan that fails in between does not reset the chosen tab. */
  readonly tab?: ChosenTab;
};

/** What a write would do: the figures in a line, then invoices and revenue before and after, and what is posted. */
export function PlanView({ preview, isStale, tab }: Props) {
  const summary = preview.summary as unknown as Partial<Summary>;
  const plan = preview.plan as unknown as Partial<Plan> & { readonly contracts?: readonly ContractPlan[] };
  const warnings = summary.warnings ?? [];
  return (
    <div className={classes.plan} data-stale={isStale || undefined} aria-busy={isStale}>
      {summary.currency && <Figures summary={summary as Summary} plan={plan} />}
      {warnings.length > 0 && (
        <ul className={classes.warnings}>
          {warnings.map((warning) => (
            <li key={warningText(warning)}>{warningText(warning)}</li>
          ))}
        </ul>
      )}
      {plan.invoices && <Consequences plan={plan as Plan} tab={tab} />}
      {plan.contracts?.map((each) => (
        <section key={each.contractId} className={classes.contract}>
          <Figures summary={each.summary} plan={each} />
          <Consequences plan={each} />
        </section>
      ))}
    </div>
  );
}

type ContractPlan = Plan & { readonly contractId: string; readonly summary: Summary };

function Figures({ summary, plan }: { summary: Summary; plan: Partial<Plan> }) {
  const { currency, invoicesDueNow, creditsDueNow, revenueThisMonth, revenueNextTwelveMonths } = summary;
  const loss = lossOf({ journal: plan.journal ?? [] });
  return (
    <dl className={classes.figures}>
      <Figure title="Issued at once">
        {invoicesDueNow.count === 0 ? "nothing" : `${money(invoicesDueNow.total, currency)} ${currency}`}
      </Figure>
      {creditsDueNow.count > 0 && (
        <Figure title="Credited at once">{`${money(creditsDueNow.total, currency)} ${currency}`}</Figure>
      )}
      {loss !== undefined && (
        <Figure title={isNegative(loss) ? "Write-off reversed" : "Loss, as bad debt"}>
          {`${money(isNegative(loss) ? negate(loss) : loss, currency)} ${currency}`}
        </Figure>
      )}
      <Figure title="Revenue this month">
        <Moves {...revenueThisMonth} />
      </Figure>
      <Figure title="Revenue, next twelve months">
        <Moves {...revenueNextTwelveMonths} />
      </Figure>
    </dl>
  );
}

function Figure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Moves({ before, after }: { before: string; after: string }) {
  if (before === after) return <>{isZero(after) ? "none" : `${money(after)} (stays)`}</>;
  return (
    <>
      <span className={classes.before}>{money(before)}</span> → {money(after)}
    </>
  );
}

/** Invoices, revenue, credits, journal and treatment of one contract; empty parts are left out. */
function Consequences({ plan, tab }: { plan: Plan; tab?: ChosenTab | undefined }) {
  const own = useState<string>();
  const [chosen, choose] = tab ?? own;
  const invoices = invoiceChanges(plan);
  const revenue = revenueByMonth(plan);
  const tabs = [
    { id: "invoices", title: "Invoices", count: invoices.length },
    { id: "revenue", title: "Revenue by month", count: revenue.length },
    { id: "credits", title: "Credit memos", count: plan.creditMemos.length },
    { id: "journal", title: "Journal", count: plan.journal.length },
    { id: "treatment", title: "Treatment", count: plan.modifications.length },
  ].filter(({ count }) => count > 0);
  if (tabs.length === 0) return <p className={classes.nothing}>No invoice, no revenue and no entry changes.</p>;
  return (
    <Tabs
      value={(tabs.find(({ id }) => id === chosen) ?? tabs[0])?.id ?? null}
      onChange={(id) => choose(id ?? undefined)}
      keepMounted={false}
    >
      <Tabs.List>
        {tabs.map(({ id, title, count }) => (
          <Tabs.Tab key={id} value={id}>
            {title} <span className={classes.count}>{count}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="invoices">
        <BeforeAfter
          label="Invoices before and after"
          first="Invoice date"
          lines={invoices.map((each) => ({
            key: each.key,
            title: day(each.date),
            detail: each.what,
            mark: each.status,
            before: each.before,
            after: each.after,
            change: each.change,
          }))}
        />
      </Tabs.Panel>
      <Tabs.Panel value="revenue">
        <BeforeAfter
          label="Revenue before and after"
          first="Month"
          lines={revenue.map((each) => ({ ...each, key: each.month, title: month(each.month) }))}
        />
      </Tabs.Panel>
      <Tabs.Panel value="credits">
        <ul className={classes.list}>
          {plan.creditMemos.map((memo, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: planned memos have no id yet
            <li key={at}>
              Credit memo{memo.issueDate ? ` of ${day(memo.issueDate)}` : ""}:{" "}
              <Amount text={memo.total ?? memo.amount ?? "0"} />
            </li>
          ))}
        </ul>
      </Tabs.Panel>
      <Tabs.Panel value="journal">
        <EntryTable entries={plan.journal} />
      </Tabs.Panel>
      <Tabs.Panel value="treatment">
        {plan.modifications.map((each, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: planned modifications have no id yet
          <div key={at} className={classes.treatment}>
            <strong>{word(each.treatment)}</strong>
            <p>{each.reason}</p>
            {each.paragraph && <p className={classes.paragraph}>{each.paragraph}</p>}
          </div>
        ))}
      </Tabs.Panel>
    </Tabs>
  );
}
