import { useParams } from "@tanstack/react-router";
import { useSession } from "../../api/session.ts";
import { useApi } from "../../api/use-api.ts";
import { longMonth, moment } from "../../format/day.ts";
import { isNegative, isZero, negate } from "../../format/decimal.ts";
import { count } from "../../format/money.ts";
import { Copyable } from "../../parts/copyable.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { Card, Section } from "../../parts/section.tsx";
import { Status } from "../../parts/status.tsx";
import { actorOf, useActorName } from "../../parts/use-actor-name.ts";
import { paths } from "../../paths.ts";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";
import { sumsOf } from "../../table/sums.tsx";
import { PackageDifference } from "./package-difference.tsx";

type Account = {
  readonly account: string;
  readonly role: string;
  readonly debit: string;
  readonly credit: string;
  readonly balance: string;
};

const columns: readonly Column<Account>[] = [
  { id: "account", title: "Account", value: ({ account }) => account },
  { id: "debit", title: "Debit", kind: "money", value: ({ debit }) => debit },
  { id: "credit", title: "Credit", kind: "money", value: ({ credit }) => credit },
  {
    id: "debitBalance",
    title: "Debit balance",
    kind: "money",
    value: ({ balance }) => (isNegative(balance) || isZero(balance) ? null : balance),
  },
  {
    id: "creditBalance",
    title: "Credit balance",
    kind: "money",
    value: ({ balance }) => (isNegative(balance) ? negate(balance) : null),
  },
];

/** One close of a month: its figures, what proves them, and how the month differs now. */
export default function PackagePage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { merchant } = useSession();
  const nameOf = useActorName();
  const found = useApi("getClosePackage", { id });
  const difference = useApi("compareClosePackage", { id });
  const month = found.data?.month;
  return (
    <Page
      title={found.data ? `Close ${found.data.closeCount} of ${longMonth(found.data.month)}` : "Close package"}
      parent={{ title: "Close", href: paths.close({ month }) }}
      badge={
        difference.data && (
          <Status code={difference.data.isSame ? "PASSED" : "REOPENED"}>
            {difference.data.isSame ? "The month is as it was" : "The month has changed since"}
          </Status>
        )
      }
    >
      <Loaded of={found}>
        {({ hash, manifest, ...of }) => (
          <>
            <Card>
              <Facts
                facts={[
                  [
                    "Closed",
                    `${moment(manifest.closedAt, merchant.timeZone)} by ${nameOf(actorOf(manifest.closedBy))}`,
                  ],
                  ["Entries", `${count(manifest.journal.count)}, the last is no. ${manifest.journal.lastNumber}`],
                  ["Revenue lines", count(manifest.revenue.count)],
                  manifest.proof && [
                    "Proved",
                    `${count(manifest.proof.contracts.proved)} of ${count(manifest.proof.contracts.total)} contracts`,
                  ],
                  ["Place in the chain", String(manifest.sequence)],
                  ["Hash", <Copyable key="h" text={hash} shown={`${hash.slice(0, 16)} …`} />],
                  manifest.previousHash && [
                    "Hash before",
                    <Copyable key="p" text={manifest.previousHash} shown={`${manifest.previousHash.slice(0, 16)} …`} />,
                  ],
                ]}
              />
            </Card>
            <PackageDifference of={{ ...of, hash, manifest }} />
            {manifest.currencies.map((each) => (
              <Section key={each.currency} title={`Trial balance in ${each.currency}`}>
                <DataTable
                  label={`Trial balance in ${each.currency}`}
                  columns={columns}
                  rows={each.accounts.toSorted((a, b) => a.account.localeCompare(b.account))}
                  rowId={({ account, role }) => `${account} ${role}`}
                  isWhole
                  isDense
                  totals={sumsOf(
                    columns,
                    each.accounts.map((account) => ({ ...account, currency: each.currency })),
                  )}
                />
              </Section>
            ))}
          </>
        )}
      </Loaded>
    </Page>
  );
}
