import type { PayloadOf } from "@accord/client";
import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { subtract, sum } from "../../format/decimal.ts";
import { accountName, plural } from "../../format/words.ts";
import { ContractName } from "../../parts/contract-name.tsx";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";
import { sumsOf } from "../../table/sums.tsx";
import { useIsPhone } from "../../table/use-is-phone.ts";
import classes from "./what-posts.module.css";

export type ClosePreview = PayloadOf<"previewClose">;

type AccountSums = {
  readonly id: string;
  readonly title: string;
  readonly currency: string;
  readonly debit: string;
  readonly credit: string;
};

/** The entries of a close added up: by account, or what each contract earns. */
export function WhatPosts({ preview }: { preview: ClosePreview }) {
  const [by, setBy] = useState("account");
  const { entries, totalEntries } = preview;
  if (entries.length === 0) return <p className={classes.nothing}>Nothing would be posted.</p>;
  const isPartial = entries.length < totalEntries;
  return (
    <div className={classes.parts}>
      <div className={classes.bar}>
        <SegmentedControl
          aria-label="Added up by"
          value={by}
          onChange={setBy}
          data={[
            { value: "account", label: "By account" },
            { value: "contract", label: "By contract" },
          ]}
        />
        {isPartial && (
          <span className={classes.nothing}>
            Of the first {entries.length} of {totalEntries} entries
          </span>
        )}
      </div>
      {by === "account" ? <ByAccount entries={entries} /> : <ByContract entries={entries} />}
    </div>
  );
}

type Entry = ClosePreview["entries"][number];

/** The currency of a row: a column, or on a phone a second line. */
const currencyColumn = {
  ...{ id: "currency", title: "Currency", width: 80 },
  value: ({ currency }: { readonly currency: string }) => currency,
};

const accountColumns = (isPhone: boolean): readonly Column<AccountSums>[] => [
  {
    ...{ id: "title", title: "Account", value: ({ title }) => title },
    ...(isPhone && {
      cell: ({ title }) => <span className={classes.wrapped}>{title}</span>,
      secondLine: { title: "Currency", cell: currencyColumn.value },
      narrowest: 100,
    }),
  },
  ...(isPhone ? [] : [currencyColumn]),
  { id: "debit", title: "Debit", kind: "money", value: ({ debit }) => debit },
  { id: "credit", title: "Credit", kind: "money", value: ({ credit }) => credit },
];

function ByAccount({ entries }: { entries: readonly Entry[] }) {
  const lines = entries.flatMap(({ currency, lines }) => lines.map((line) => ({ ...line, currency })));
  const rows = [...Map.groupBy(lines, ({ currency, account, role }) => `${currency}|${account}|${role}`)]
    .map(([id, each]) => ({
      id,
      title: each[0] === undefined ? id : accountName(each[0]),
      currency: each[0]?.currency ?? "",
      debit: sum(each.map(({ debit }) => debit)),
      credit: sum(each.map(({ credit }) => credit)),
    }))
    .toSorted((a, b) => b.currency.localeCompare(a.currency) || a.title.localeCompare(b.title));
  const columns = accountColumns(useIsPhone());
  return (
    <DataTable
      label="What is posted, by account"
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      isWhole
      isDense
      totals={sumsOf(columns, rows)}
    />
  );
}

type ContractSums = {
  readonly id: string;
  readonly currency: string;
  readonly revenue: string;
  readonly other: string;
  readonly entries: number;
};

const contractColumns = (isPhone: boolean): readonly Column<ContractSums>[] => [
  {
    id: "contract",
    title: "Contract",
    value: ({ id }) => id,
    cell: ({ id }) => (id === "" ? "None" : <ContractName id={id} search={{ tab: "revenue" }} />),
    ...(isPhone && {
      secondLine: {
        title: "Currency",
        cell: ({ currency, entries }) => `${currency}, ${plural(entries, "entry", "entries")}`,
      },
      narrowest: 100,
    }),
  },
  ...(isPhone
    ? []
    : [
        currencyColumn,
        { id: "entries", title: "Entries", kind: "number" as const, value: (row: ContractSums) => String(row.entries) },
      ]),
  { id: "other", title: "Balances presented", kind: "money", value: ({ other }) => other },
  { id: "revenue", title: "Revenue", kind: "money", value: ({ revenue }) => revenue },
];

function ByContract({ entries }: { entries: readonly Entry[] }) {
  const rows: readonly ContractSums[] = [...Map.groupBy(entries, ({ contractId }) => contractId ?? "")].map(
    ([id, each]) => {
      const lines = each.flatMap((entry) => entry.lines);
      const revenue = lines.filter(({ role }) => role.includes("REVENUE"));
      return {
        id,
        currency: each[0]?.currency ?? "",
        revenue: subtract(sum(revenue.map(({ credit }) => credit)), sum(revenue.map(({ debit }) => debit))),
        other: sum(
          each.filter(({ type }) => type === "PRESENTATION").flatMap((entry) => entry.lines.map(({ debit }) => debit)),
        ),
        entries: each.length,
      };
    },
  );
  const columns = contractColumns(useIsPhone());
  return (
    <DataTable
      label="What is posted, by contract"
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      isDense
      totals={sumsOf(columns, rows)}
    />
  );
}
