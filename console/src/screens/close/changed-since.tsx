import type { MonthChanges } from "@accord/client";
import { useApi } from "../../api/use-api.ts";
import { month as monthName } from "../../format/day.ts";
import { subtract } from "../../format/decimal.ts";
import { moneyWithCurrency } from "../../format/money.ts";
import { ContractName } from "../../parts/contract-name.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Section } from "../../parts/section.tsx";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";
import classes from "./what-posts.module.css";

type Line = MonthChanges["accounts"][number] & { readonly key: string };

/** What the month's journal has now and had not when it was first closed. */
export function ChangedSince({ month }: { month: string }) {
  const changes = useApi("listMonthChanges", { month });
  return (
    <Section
      title="Changed since it was first closed"
      note="The month's journal now, less the journal at the first close."
    >
      <Loaded of={changes}>{(data) => <Changes data={data} />}</Loaded>
    </Section>
  );
}

function Changes({ data }: { data: MonthChanges }) {
  const columns: readonly Column<Line>[] = [
    {
      id: "contract",
      onPhone: true,
      title: "Contract",
      value: ({ contractId }) => contractId,
      cell: ({ contractId }) =>
        contractId === null ? (
          "None"
        ) : (
          <ContractName id={contractId} search={{ tab: "journal", journalMonth: data.month }} />
        ),
    },
    { id: "account", onPhone: "beneath", title: "Account", value: ({ account }) => account },
    { id: "currency", onPhone: "beneath", title: "Currency", value: ({ currency }) => currency },
    { id: "debit", title: "Debit", kind: "money", value: ({ debit }) => debit },
    { id: "credit", title: "Credit", kind: "money", value: ({ credit }) => credit },
    { id: "net", onPhone: true, title: "Net", kind: "money", value: ({ debit, credit }) => subtract(debit, credit) },
  ];
  return (
    <>
      {data.accounts.length === 0 ? (
        <p className={classes.nothing}>Nothing: the month is as it was.</p>
      ) : (
        <DataTable
          label="Changes of the month"
          columns={columns}
          rows={data.accounts.map((each, at) => ({ ...each, key: `${at}` }))}
          rowId={({ key }) => key}
        />
      )}
      {data.caughtUpLater.length > 0 && (
        <ul className={classes.nothing}>
          {data.caughtUpLater.map((each) => (
            <li key={`${each.performanceObligationId} ${each.timeframe}`}>
              <ContractName id={each.contractId} />: {moneyWithCurrency(each.amount, each.currency)} caught up in{" "}
              {monthName(each.timeframe)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
