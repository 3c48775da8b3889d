import { Checkbox } from "@mantine/core";
import {
  createColumnHelper,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useCallback, useMemo, useRef } from "react";
import { BodyRow } from "./body-row.tsx";
import { cellClass } from "./cell-class.ts";
import { type Column, isRight } from "./column.ts";
import classes from "./data-table.module.css";
import { HeaderCell } from "./header-cell.tsx";
import { arrange } from "./on-phone.ts";
import type { Sort } from "./sort.ts";
import { useFirstRows, widestRows } from "./use-first-rows.ts";
import { useIsPhone } from "./use-is-phone.ts";
import { useIsPrinting } from "./use-is-printing.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useScrollSign } from "./use-scroll-sign.ts";

const features = tableFeatures({ rowSelectionFeature });

type Props<Row> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** What a click on a row, or Enter, opens. */
  readonly rowHref?: (row: Row) => string | undefined;
  readonly hidden?: Readonly<Record<string, boolean>>;
  readonly sort?: Sort;
  readonly onSort?: (sort: Sort) => void;
  readonly selection?: readonly [RowSelectionState, (next: RowSelectionState) => void];
  /** Sums by the id of their column, in the last line. */
  readonly totals?: Readonly<Record<string, ReactNode>>;
  readonly totalsTitle?: string;
  /** While it is true, lines without content stand where rows will be. */
  readonly isLoading?: boolean;
  /** While it is true, the rows are those of a question asked before. */
  readonly isStale?: boolean;
  /** As high as its rows, without a scroll area of its own. */
  readonly isWhole?: boolean;
  /** Amounts are closer to each other, and their heads take two lines where one makes the table too wide. */
  readonly isDense?: boolean;
  /** Of many columns of amounts: smaller digits, so that a year of months is seen at once. */
  readonly isTight?: boolean;
};

const rowHeight = 34;
const twoLinesHeight = 46;
/** So many rows are drawn at once: their columns are as wide as they need from the first moment on, and stay so. */
const mostAtOnce = 200;

/** Where a row stands; one that is unseen has no height, and keeps its columns as wide as it needs. */
type Place = { readonly index: number; readonly start: number; readonly end: number; readonly isUnseen?: boolean };

const skeletonRows = Array.from({ length: 8 }, (_, at) => at);

/** Rows and columns of figures: of many rows only those in sight are drawn, J, K and Enter walk through them. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, columns, rows, rowId, rowHref, hidden, sort, onSort, selection, totals, isLoading, isStale } = props;
  const area = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useScrollSign(frame, area);
  const printing = useIsPrinting();
  const isPhone = useIsPhone();
  const table = useTable({
    features,
    columns: useMemo(() => definitions(columns), [columns]),
    data: rows as Row[],
    getRowId: rowId,
    enableRowSelection: selection !== undefined,
    state: {
      rowSelection: selection?.[0] ?? {},
    },
    onRowSelectionChange: (change) => {
      if (selection) selection[1](typeof change === "function" ? change(selection[0]) : change);
    },
  });
  const hiddenKey = JSON.stringify(hidden);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is hidden is compared by what it says
  const { columns: shown, beneath } = useMemo(
    () => arrange(columns, { hidden, isPhone }),
    [columns, hiddenKey, isPhone],
  );
  // On a phone a long name takes the second line: there is no pointing at it to read the rest.
  const hasTwoLines =
    beneath.length > 0 ||
    (isPhone && (props.isDense || props.isTight)) ||
    shown.some(({ secondLine }) => secondLine !== undefined);
  const modelRows = table.getRowModel().rows;
  const every = printing || props.isWhole || modelRows.length <= mostAtOnce;
  const virtual = useVirtualizer({
    count: modelRows.length,
    getScrollElement: () => area.current,
    estimateSize: () => (hasTwoLines ? twoLinesHeight : rowHeight),
    overscan: 12,
    enabled: !every,
  });
  const { drawn, isFirst } = useFirstRows(modelRows.length, every && !printing && !props.isWhole && !hasTwoLines);
  const items: readonly Place[] = every
    ? Array.from({ length: drawn }, (_, index) => ({ index, start: 0, end: 0 }))
    : virtual.getVirtualItems();
  const sizers: readonly Place[] = isFirst
    ? widestRows(rows, shown, drawn).map((index) => ({ index, start: 0, end: 0, isUnseen: true }))
    : [];
  const before = every ? 0 : (items[0]?.start ?? 0);
  const after = every ? 0 : virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  // The same from one drawing to the next, with what it needs of the latest.
  const toggle = useRef<(at: number) => void>(undefined);
  toggle.current = (at) => modelRows[at]?.toggleSelected();
  const choose = useCallback((at: number) => toggle.current?.(at), []);
  const active = useRowKeys({
    isEnabled: rowHref !== undefined || selection !== undefined,
    count: modelRows.length,
    href: (at) => (modelRows[at] ? rowHref?.(modelRows[at].original) : undefined),
    choose: (at) => selection && choose(at),
    show: (at) =>
      every
        ? area.current?.querySelector(`tr[aria-rowindex="${at + 2}"]`)?.scrollIntoView({ block: "nearest" })
        : virtual.scrollToIndex(at),
  });
  const span = shown.length + (selection ? 1 : 0);
  return (
    <div ref={frame} className={classes.frame}>
      <div
        ref={area}
        className={classes.area}
        data-whole={props.isWhole || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached without a mouse
        tabIndex={0}
        aria-busy={isLoading || isStale}
      >
        <table
          className={classes.table}
          aria-label={label}
          aria-rowcount={rows.length + 1}
          data-stale={isStale || undefined}
          data-dense={props.isDense || props.isTight || undefined}
          data-tight={props.isTight || undefined}
          data-two-lines={hasTwoLines || undefined}
          data-beneath={beneath.length > 0 || undefined}
        >
          <thead>
            <tr>
              {selection && (
                <th className={classes.choose}>
                  <Checkbox
                    aria-label="Choose every row"
                    checked={table.getIsAllRowsSelected()}
                    indeterminate={table.getIsSomeRowsSelected()}
                    onChange={table.getToggleAllRowsSelectedHandler()}
                  />
                </th>
              )}
              {shown.map((column) => (
                <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {isLoading && skeletonRows.map((at) => <SkeletonRow key={at} columns={shown} span={span} at={at} />)}
            {!isLoading && before > 0 && <Space height={before} span={span} />}
            {!isLoading &&
              [...items, ...sizers].map(({ index, isUnseen = false }) => {
                const row = modelRows[index];
                if (row === undefined) return null;
                return (
                  <BodyRow
                    key={isUnseen ? `unseen ${row.id}` : row.id}
                    isUnseen={isUnseen}
                    row={row.original}
                    at={index}
                    href={rowHref?.(row.original)}
                    columns={shown}
                    beneath={beneath}
                    isActive={active === index}
                    isChosen={row.getIsSelected()}
                    choose={selection && choose}
                  />
                );
              })}
            {!isLoading && after > 0 && <Space height={after} span={span} />}
          </tbody>
          {totals && rows.length > 0 && (
            <tfoot>
              <tr>
                {selection && <td className={classes.choose} />}
                {shown.map((column, at) => (
                  <td key={column.id} className={cellClass(column)}>
                    {totals[column.id] ?? (at === 0 ? (props.totalsTitle ?? "Total") : null)}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </div>
  );
}

function definitions<Row extends object>(columns: readonly Column<Row>[]) {
  const helper = createColumnHelper<typeof features, Row>();
  return helper.columns(
    columns.map((column) => helper.accessor(column.value, { id: column.id, header: column.title })),
  );
}

function Space({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden className={classes.space}>
      <td colSpan={span} style={{ height }} />
    </tr>
  );
}

function SkeletonRow<Row>({ columns, span, at }: { columns: readonly Column<Row>[]; span: number; at: number }) {
  return (
    <tr aria-hidden>
      {span > columns.length && <td className={classes.choose} />}
      {columns.map((column, index) => (
        <td key={column.id} className={isRight(column.kind) ? classes.right : undefined}>
          <span className={classes.bone} style={{ width: index === 0 ? `${52 + ((at * 17) % 36)}%` : "58%" }} />
        </td>
      ))}
    </tr>
  );
}
