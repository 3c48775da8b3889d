import { Fragment, type ReactNode } from "react";
import { useSession } from "../../api/session.ts";
import { day, moment, month as monthName } from "../../format/day.ts";
import { word } from "../../format/words.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { entryTitle } from "../../parts/entry-words.ts";
import { TextLink } from "../../parts/text-link.tsx";
import { Amount } from "../../table/cell.tsx";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";
import { useUrl } from "../../use-url.ts";
import type { Definition } from "./definitions.ts";
import { type Report, type ReportColumn, type ReportRow, type ReportTable, textOf } from "./report.ts";
import { type Arranged, arranged } from "./report-columns.ts";
import { useReportLinks } from "./report-links.ts";

type Keyed = ReportRow & { readonly rowKey: string };
type Props = { readonly definition: Definition; readonly table: ReportTable; readonly report: Report };

/** The table of a report: ids stay out of sight, every amount with a source is a link. */
export function ReportGrid({ definition, table, report }: Props) {
  const { merchant } = useSession();
  const linksOf = useReportLinks(definition, report);
  const isMain = table === report;
  const periods = isMain ? [...(report.months ?? []), ...(report.years ?? [])] : [];
  const isYear = periods.length > 3;
  const isWhole = useUrl()[0].amounts === "whole";
  const ofNames = isYear ? { width: 180, narrowest: isWhole ? 120 : 135 } : { width: 290, narrowest: 150 };
  // Account activity was requested by role, and the account is shown, so the role column is left out.
  const isLeftOut = (key: string) =>
    /(^id$|Id$)/.test(key) || (definition.name === "account-activity" && key === "role");
  const visible = table.columns.filter(({ key, label }) => !isLeftOut(key) && !/ id$/i.test(label));
  const shown = arranged(visible);
  const columns = shown.flatMap((column): Column<Keyed>[] => [
    columnOf(column),
    ...(definition.periodsAfter === column.key ? periods.map(periodColumn) : []),
  ]);
  function columnOf({ key, label, kind, under }: Arranged): Column<Keyed> {
    const value = (row: Keyed) => textOf(row, key);
    if (kind === "money")
      return {
        ...{ id: key, title: label, kind: "money", value, cell: (row) => amount(row, key, value(row)) },
        isPinned: periods.length > 0 && key === "total" && key === shown.at(-1)?.key,
      };
    if (kind === "count") return { id: key, title: label, kind: "number", value };
    return {
      ...{ id: key, title: label, value, cell: (row) => words(row, key, kind, value(row)) },
      ...(under.length > 0 && {
        secondLine: { title: under.map((each) => each.label).join(" · "), cell: (row) => together(row, under) },
      }),
      // Names are cut if they are long, because the amounts are what the report is read for.
      ...(/name$/i.test(key) && (under.length > 0 || periods.length > 0) && ofNames),
    };
  }
  function periodColumn(period: string): Column<Keyed> {
    // A period in which a row has nothing is nought like any other.
    const value = (row: Keyed) => row.values?.[period] ?? "0";
    // The year is below the month, so that columns are only as wide as their amounts.
    const title = period.length === 7 ? monthName(period).replace(" ", isYear ? "\n" : " ") : period;
    return { id: period, title, kind: "money", value, cell: (row) => amount(row, period, value(row)) };
  }
  function amount(row: ReportRow, key: string, text: string | undefined): ReactNode {
    if (text === undefined) return null;
    const href = linksOf.cell(row, key);
    return href === undefined || !/[1-9]/.test(text) ? (
      <Amount text={text} isWhole={isWhole} />
    ) : (
      <TextLink href={href}>
        <Amount text={text} isWhole={isWhole} />
      </TextLink>
    );
  }
  function words(row: ReportRow, key: string, kind: ReportColumn["kind"], text: string | undefined): ReactNode {
    if (text === undefined) return key === "name" ? "None" : "";
    if (kind === "date") return day(text);
    if (kind === "month") return monthName(text);
    if (kind === "instant") return moment(text, merchant.timeZone);
    const href = linksOf.name(row, key);
    const said = key === "type" ? entryTitle(text) : key === "role" || key === "sourceType" ? word(text) : text;
    return href === undefined ? said : <TextLink href={href}>{said}</TextLink>;
  }
  function together(row: ReportRow, columns: readonly ReportColumn[]): ReactNode {
    const visible = columns.filter(({ key }) => textOf(row, key) !== undefined);
    return visible.map(({ key, kind }, at) => (
      <Fragment key={key}>
        {at > 0 && " · "}
        {words(row, key, kind, textOf(row, key))}
      </Fragment>
    ));
  }
  if (table.rows.length === 0) {
    return <EmptyState title="Nothing in these months">Choose other months above, or another currency.</EmptyState>;
  }
  const totals = table.totals && totalsOf(table.totals, columns, isWhole, isMain ? linksOf.total : undefined);
  return (
    <DataTable
      label={table.title ?? definition.title}
      columns={columns}
      rows={table.rows.map((row, at) => ({ ...row, rowKey: `${at}` }))}
      rowId={({ rowKey }) => rowKey}
      totals={totals ?? undefined}
      isDense
      isTight={isYear}
    />
  );
}

function totalsOf(
  totals: ReportRow,
  columns: readonly Column<Keyed>[],
  isWhole: boolean,
  link?: (key: string) => string | undefined,
) {
  const cells = columns.flatMap(({ id, kind }): (readonly [string, ReactNode])[] => {
    const text = totals.values?.[id] ?? textOf(totals, id);
    if (text === undefined) return [];
    if (kind !== "money") return kind === "number" ? [[id, text]] : [];
    const href = /[1-9]/.test(text) ? link?.(id) : undefined;
    return [
      [
        id,
        href ? (
          <TextLink key={id} href={href}>
            <Amount text={text} isWhole={isWhole} />
          </TextLink>
        ) : (
          <Amount key={id} text={text} isWhole={isWhole} />
        ),
      ],
    ];
  });
  return Object.fromEntries(cells);
}
