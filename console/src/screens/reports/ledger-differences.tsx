import type { LedgerReconciliation } from "@accord/client";
import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useApi } from "../../api/use-api.ts";
import { isZero, sum } from "../../format/decimal.ts";
import { plural } from "../../format/words.ts";
import { Section } from "../../parts/section.tsx";
import { Status, type Tone } from "../../parts/status.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";
import { Amount } from "../../table/cell.tsx";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";
import classes from "./ledger-reconciliation.module.css";

type Account = LedgerReconciliation["accounts"][number];

const statuses: Readonly<Record<Account["status"], readonly [words: string, tone: Tone]>> = {
  EQUAL: ["Agrees", "good"],
  NOT_EXPORTED: ["Not exported yet", "warn"],
  DIFFERENT: ["Differs", "bad"],
  OTHER: ["Only in the ledger", "quiet"],
};

const doesDiffer = ({ status }: Account) => status === "DIFFERENT" || status === "NOT_EXPORTED";

/** Sorted by number, then by name: "1100 Receivable". Many names begin with a number. */
function wordsOf({ account, name }: Account): string {
  if (name === null) return account;
  return name.startsWith(account) ? name : `${account} ${name}`;
}

/** Both sides of each account, for each currency, with what they differ by. */
export function LedgerDifferences({ of: { month, accounts } }: { of: LedgerReconciliation }) {
  return [...Map.groupBy(accounts, ({ currency }) => currency)].map(([currency, each]) => (
    <InOneCurrency key={currency} month={month} currency={currency} accounts={each} />
  ));
}

type Props = { readonly month: string; readonly currency: string; readonly accounts: readonly Account[] };

function InOneCurrency({ month, currency, accounts }: Props) {
  const differing = accounts.filter(doesDiffer);
  const [shown, setShown] = useState(differing.length > 0 ? "differences" : "all");
  const posted = useApi("getTrialBalance", { month }).data?.currencies.find((each) => each.currency === currency);
  const columns: readonly Column<Account>[] = [
    {
      id: "account",
      title: "Account",
      value: wordsOf,
      cell: (row) => {
        const account = posted?.accounts.find((each) => each.account === row.name)?.account;
        if (account === undefined) return wordsOf(row);
        return (
          <TextLink href={paths.report("account-activity", { month, currency, account })}>{wordsOf(row)}</TextLink>
        );
      },
    },
    { id: "own", title: "Journal", kind: "money", value: ({ own }) => own },
    { id: "ledger", title: "Ledger", kind: "money", value: ({ ledger }) => ledger },
    { id: "difference", title: "Difference", kind: "money", value: ({ difference }) => difference },
    {
      id: "notExported",
      title: "Not exported yet",
      kind: "money",
      value: ({ notExported }) => notExported,
      cell: ({ notExported }) =>
        isZero(notExported) ? (
          <Amount text={notExported} />
        ) : (
          <TextLink href={paths.journal({ month })}>
            <Amount text={notExported} />
          </TextLink>
        ),
    },
    {
      id: "status",
      title: "Status",
      value: ({ status }) => status,
      cell: ({ status }) => (
        <Status code={status} tone={statuses[status][1]}>
          {statuses[status][0]}
        </Status>
      ),
    },
  ];
  return (
    <Section
      title={currency}
      note="Debits less credits."
      aside={
        <div className={classes.toggle}>
          <Status code={differing.length === 0 ? "PASSED" : "FAILED"}>
            {differing.length === 0
              ? "The ledger agrees"
              : `${plural(differing.length, "account")} of ours differ${differing.length === 1 ? "s" : ""}`}
          </Status>
          {differing.length > 0 && (
            <SegmentedControl
              aria-label={`Which accounts in ${currency}`}
              className="no-print"
              data={[
                { value: "differences", label: "Differences" },
                { value: "all", label: "Every account" },
              ]}
              value={shown}
              onChange={setShown}
            />
          )}
        </div>
      }
    >
      <DataTable
        label={`Ledger reconciliation in ${currency}`}
        columns={columns}
        rows={shown === "all" ? accounts : differing}
        rowId={({ account }) => account}
        isWhole
        totals={{
          own: <Amount text={sum(accounts.map(({ own }) => own))} />,
          ledger: <Amount text={sum(accounts.map(({ ledger }) => ledger))} />,
          difference: <Amount text={sum(accounts.map(({ difference }) => difference))} />,
        }}
        totalsTitle="All accounts"
      />
    </Section>
  );
}
