import type { JournalEntry } from "@accord/client";
import { useParams } from "@tanstack/react-router";
import { useSession } from "../../api/session.ts";
import { useApi } from "../../api/use-api.ts";
import { day, longMonth, moment } from "../../format/day.ts";
import { isZero, sum } from "../../format/decimal.ts";
import { inWords, word } from "../../format/words.ts";
import { EntrySource, hasSource, isOfDocument } from "../../parts/entry-source.tsx";
import { entryTitle } from "../../parts/entry-words.ts";
import { Facts } from "../../parts/facts.tsx";
import { History } from "../../parts/history.tsx";
import { syncFact } from "../../parts/ledger-sync.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { Card, Section } from "../../parts/section.tsx";
import { SyncFailed } from "../../parts/sync-failed.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";
import { Amount } from "../../table/cell.tsx";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";
import { Earned } from "./earned.tsx";

type Line = JournalEntry["lines"][number] & { readonly key: string };

const columnsOf = ({ month, currency }: JournalEntry): readonly Column<Line>[] => [
  {
    id: "account",
    onPhone: true,
    title: "Account",
    value: ({ account }) => account,
    cell: ({ account, role }) => (
      <TextLink href={paths.report("account-activity", { month, role, currency })}>{account}</TextLink>
    ),
  },
  { id: "role", title: "Kind of account", value: ({ role }) => role, cell: ({ role }) => word(role) },
  // The ledger's file has its days and months as numbers; who reads it here has them by name.
  { id: "memo", onPhone: "beneath", title: "Text", value: ({ memo }) => inWords(memo) },
  { id: "debit", onPhone: true, title: "Debit", kind: "money", value: ({ debit }) => (isZero(debit) ? null : debit) },
  {
    id: "credit",
    onPhone: true,
    title: "Credit",
    kind: "money",
    value: ({ credit }) => (isZero(credit) ? null : credit),
  },
];

/** One journal entry: its lines, and what it came from. */
export default function EntryPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const entry = useApi("getJournalEntry", { id });
  const { merchant } = useSession();
  const contractId = entry.data?.contractId ?? undefined;
  const contract = useApi("getContract", contractId !== undefined && { id: contractId }).data;
  return (
    <Page
      title={entry.data ? `${entryTitle(entry.data.type)}, no. ${entry.data.number}` : "Journal entry"}
      parent={{ title: "Journal", href: paths.journal({ month: entry.data?.month }) }}
    >
      <Loaded of={entry}>
        {(data) => {
          return (
            <>
              <SyncFailed id={id} syncStatus={data.syncStatus} what="entry" />
              <Card>
                <Facts
                  facts={[
                    ["Date", day(data.date)],
                    ["Month", longMonth(data.month)],
                    ["Currency", data.currency],
                    ["Posted", moment(data.postedAt, merchant.timeZone)],
                    syncFact(data.syncStatus),
                    hasSource(data) && ["Came from", <EntrySource key="s" entry={data} />],
                    data.contractId &&
                      isOfDocument(data) && [
                        "Contract",
                        <TextLink key="c" href={paths.contract(data.contractId)}>
                          {contract?.name ?? "…"}
                        </TextLink>,
                      ],
                    data.reversesEntryId && [
                      "Reverses",
                      <TextLink key="r" href={paths.journalEntry(data.reversesEntryId)}>
                        an earlier entry
                      </TextLink>,
                    ],
                  ]}
                />
              </Card>
              <DataTable
                label="Lines"
                columns={columnsOf(data)}
                rows={data.lines.map((line, at) => ({ ...line, key: `${at}` }))}
                rowId={({ key }) => key}
                isWhole
                totals={{
                  debit: <Amount text={sum(data.lines.map(({ debit }) => debit))} />,
                  credit: <Amount text={sum(data.lines.map(({ credit }) => credit))} />,
                }}
              />
              <Earned entry={data} />
              <Section title="History">
                <History entityId={id} />
              </Section>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
