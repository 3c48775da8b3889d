import type { ClosePackage, JournalEntry } from "@accord/client";
import { Select, Skeleton } from "@mantine/core";
import { useAll, useApi } from "../../api/use-api.ts";
import { longMonth, month as shortMonth } from "../../format/day.ts";
import { subtract } from "../../format/decimal.ts";
import { plural } from "../../format/words.ts";
import { entryTitle } from "../../parts/entry-words.ts";
import { Failure } from "../../parts/failure.tsx";
import { Section } from "../../parts/section.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";
import { useUrl } from "../../use-url.ts";
import { type BalanceChange, balanceChanges } from "./balance-changes.ts";
import { entriesBetween } from "./entries-between.ts";
import classes from "./package-difference.module.css";

const now = "now";

/** The difference between this close and the present state of the month, or another close. */
export function PackageDifference({ of }: { of: ClosePackage }) {
  const [url, change] = useUrl();
  const packages = useAll("listClosePackages").data;
  const others = packages?.filter(({ id }) => id !== of.id) ?? [];
  const other = others.find(({ id }) => id === url.with);
  const months = [...Map.groupBy(others, ({ month }) => month)];
  return (
    <Section
      title="What is different"
      note="Balances, debits above zero and credits in parentheses."
      aside={
        <Select
          aria-label="Compared with"
          className={classes.choice}
          searchable
          allowDeselect={false}
          value={other?.id ?? now}
          data={[
            { value: now, label: `${longMonth(of.month)} as it is now` },
            ...months.map(([month, each]) => ({
              group: longMonth(month),
              items: each.map(({ id, closeCount }) => ({
                value: id,
                label: `Close ${closeCount} of ${shortMonth(month)}`,
              })),
            })),
          ]}
          onChange={(id) => change({ with: id === null || id === now ? undefined : id })}
        />
      }
    >
      {url.with !== undefined && packages === undefined ? (
        <Skeleton height={64} />
      ) : other === undefined ? (
        <ToNow of={of} />
      ) : of.manifest.sequence < other.manifest.sequence ? (
        <Between earlier={of} later={other} />
      ) : (
        <Between earlier={other} later={of} />
      )}
    </Section>
  );
}

function ToNow({ of }: { of: ClosePackage }) {
  const difference = useApi("compareClosePackage", { id: of.id });
  if (difference.error) return <Failure error={difference.error} retry={difference.refetch} />;
  if (difference.data === undefined) return <Skeleton height={64} />;
  const { accounts, entriesSince, totalEntriesSince } = difference.data;
  const rows = accounts.map(({ account, currency, role, before, after }) => ({
    ...{ key: `${currency} ${account} ${role}`, account, currency },
    ...{ before: before?.balance ?? "0", after: after?.balance ?? "0" },
    change: subtract(after?.balance ?? "0", before?.balance ?? "0"),
  }));
  return (
    <>
      <Balances rows={rows} before={titleOf(of)} after="Now" />
      <Entries month={of.month} entries={entriesSince} total={totalEntriesSince} until="since" />
    </>
  );
}

function Between({ earlier, later }: { earlier: ClosePackage; later: ClosePackage }) {
  const isSameMonth = earlier.month === later.month;
  const since = useApi("compareClosePackage", isSameMonth && { id: earlier.id });
  const between = since.data && entriesBetween(since.data, later.manifest.journal.lastNumber);
  return (
    <>
      <Balances
        rows={balanceChanges(earlier.manifest, later.manifest)}
        before={titleOf(earlier)}
        after={titleOf(later)}
      />
      {isSameMonth && between !== undefined && (
        <Entries
          month={earlier.month}
          entries={between.entries}
          total={between.entries.length}
          mayBeMore={between.mayBeMore}
          until="between them"
        />
      )}
    </>
  );
}

function titleOf({ month, closeCount }: ClosePackage): string {
  return `Close ${closeCount} of ${shortMonth(month)}`;
}

function Balances({ rows, before, after }: { rows: readonly BalanceChange[]; before: string; after: string }) {
  if (rows.length === 0) return <p className={classes.nothing}>Nothing: every balance is the same.</p>;
  const columns: readonly Column<BalanceChange>[] = [
    { id: "account", title: "Account", value: ({ account }) => account },
    { id: "currency", title: "Currency", value: ({ currency }) => currency },
    { id: "before", title: before, kind: "money", value: (row) => row.before },
    { id: "after", title: after, kind: "money", value: (row) => row.after },
    { id: "change", title: "Difference", kind: "money", value: ({ change }) => change },
  ];
  return <DataTable label="Differences" columns={columns} rows={rows} rowId={({ key }) => key} isWhole />;
}

type EntriesProps = {
  readonly month: string;
  /** The first rows. */
  readonly entries: readonly Pick<JournalEntry, "id" | "number" | "type">[];
  readonly total: number;
  readonly until: string;
  /** Whether the total may be more than is known. */
  readonly mayBeMore?: boolean;
};

function Entries({ month, entries, total, until, mayBeMore = false }: EntriesProps) {
  if (total === 0)
    return (
      <p className={classes.nothing}>
        Nothing was posted in {longMonth(month)} {until}.
      </p>
    );
  const shown = entries.slice(0, 12);
  return (
    <p className={classes.nothing}>
      {mayBeMore && "At least "}
      {plural(total, "entry", "entries")} {total === 1 ? "was" : "were"} posted in {longMonth(month)} {until}:{" "}
      {shown.map(({ id, number, type }, at) => (
        <span key={id}>
          {at > 0 && ", "}
          <TextLink href={paths.journalEntry(id)}>
            {entryTitle(type)}, no. {number}
          </TextLink>
        </span>
      ))}
      {total > shown.length && ` and ${total - shown.length} more`}.
    </p>
  );
}
