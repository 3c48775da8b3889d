import type { PayloadOf } from "@accord/client";
import { useApi } from "../../api/use-api.ts";
import { longMonth } from "../../format/day.ts";
import { compare, isNegative, isZero, negate, sum } from "../../format/decimal.ts";
import { accountName } from "../../format/words.ts";
import { DayField } from "../../parts/day-field.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Section } from "../../parts/section.tsx";
import { Status } from "../../parts/status.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";
import { useMonth, useToday } from "../../shell/use-month.ts";
import { Amount } from "../../table/cell.tsx";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";
import { ExportMenu } from "../../table/export-menu.tsx";
import { useUrl } from "../../use-url.ts";
import { paperLine } from "./paper-line.ts";
import controls from "./report-controls.module.css";
import { ReportFrame } from "./report-frame.tsx";

type InCurrency = PayloadOf<"getTrialBalance">["currencies"][number];
type Account = InCurrency["accounts"][number];

/** Every account with its balance, and what moved it in the month. */
export default function TrialBalance() {
  const [month] = useMonth();
  const [{ asOf }, change] = useUrl();
  const today = useToday();
  const input = { month, ...(asOf && { asOf }) };
  const answer = useApi("getTrialBalance", input);
  return (
    <ReportFrame
      name="trial-balance"
      title="Trial balance"
      paper={paperLine(input, undefined)}
      about={`At the end of ${longMonth(month)}.`}
      actions={<ExportMenu operation="getTrialBalance" input={input} />}
    >
      <div className={`${controls.controls} no-print`}>
        <div className={controls.day}>
          As of
          <DayField
            size="xs"
            className={controls.dayField}
            max={today}
            value={asOf ?? ""}
            aria-label="As of the end of this day"
            onChange={(next) => change({ asOf: next || undefined })}
          />
        </div>
      </div>
      <Loaded of={answer}>
        {({ currencies }) =>
          currencies.length === 0 ? (
            <EmptyState title="Nothing is posted yet">The first invoice posts the first entry.</EmptyState>
          ) : (
            currencies.map((each) => <InOneCurrency key={each.currency} of={each} asked={input} />)
          )
        }
      </Loaded>
    </ReportFrame>
  );
}

function InOneCurrency({ of, asked }: { of: InCurrency; asked: { readonly month: string; readonly asOf?: string } }) {
  const { currency } = of;
  // Sorted like a chart of accounts: by the number before the name.
  const accounts = [...of.accounts].sort((a, b) => a.account.localeCompare(b.account, undefined, { numeric: true }));
  const activity = ({ role, account }: Account) => {
    const isOnly = accounts.filter((each) => each.role === role).length === 1;
    return paths.report("account-activity", { ...asked, currency, ...(isOnly ? { role } : { account }) });
  };
  const columns: readonly Column<Account>[] = [
    {
      id: "account",
      title: "Account",
      value: ({ account }) => account,
      cell: (row) => <TextLink href={activity(row)}>{accountName(row)}</TextLink>,
    },
    { id: "inDebit", title: "Debits of the month", kind: "money", value: ({ activityDebit }) => activityDebit },
    { id: "inCredit", title: "Credits of the month", kind: "money", value: ({ activityCredit }) => activityCredit },
    {
      id: "debit",
      title: "Debit balance",
      kind: "money",
      value: ({ balance }) => (isNegative(balance) || isZero(balance) ? null : balance),
    },
    {
      id: "credit",
      title: "Credit balance",
      kind: "money",
      value: ({ balance }) => (isNegative(balance) ? negate(balance) : null),
    },
  ];
  const debit = sum(accounts.filter(({ balance }) => !isNegative(balance)).map(({ balance }) => balance));
  const credit = sum(accounts.filter(({ balance }) => isNegative(balance)).map(({ balance }) => negate(balance)));
  const ties = compare(debit, credit) === 0;
  return (
    <Section
      title={currency}
      aside={
        <Status code={ties ? "PASSED" : "FAILED"}>{ties ? "Debits equal credits" : "Debits and credits differ"}</Status>
      }
    >
      <DataTable
        label={`Trial balance in ${currency}`}
        columns={columns}
        rows={accounts}
        rowId={({ account, role }) => `${account} ${role}`}
        isWhole
        isDense
        totals={{
          inDebit: <Amount text={sum(accounts.map(({ activityDebit }) => activityDebit))} />,
          inCredit: <Amount text={sum(accounts.map(({ activityCredit }) => activityCredit))} />,
          debit: <Amount text={debit} />,
          credit: <Amount text={credit} />,
        }}
      />
    </Section>
  );
}
