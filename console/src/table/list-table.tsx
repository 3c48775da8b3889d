import type { ListName } from "@accord/client";
import type { RowSelectionState } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { useState } from "react";
import { everyRow, type ReadName, type Row, useApi } from "../api/use-api.ts";
import { useBeside } from "../api/use-beside.ts";
import { count } from "../format/money.ts";
import { Failure } from "../parts/failure.tsx";
import { useUrl } from "../use-url.ts";
import type { Column } from "./column.ts";
import { ColumnChoice } from "./column-choice.tsx";
import { DataTable } from "./data-table.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { type Filter, filterText } from "./filters.ts";
import classes from "./list-table.module.css";
import { Pager } from "./pager.tsx";
import { readSort, writeSort } from "./sort.ts";
import { type ListTotals, serverSums, sumsOf } from "./sums.tsx";
import { useHiddenColumns } from "./use-hidden-columns.ts";
import { ViewsMenu } from "./views-menu.tsx";

/** The rows that somebody chose: those that are ticked, or all that the filters leave. */
export type Chosen<Item> = {
  readonly count: number;
  /** How many the filters leave. */
  readonly total: number;
  readonly read: () => Promise<readonly Item[]>;
  readonly chooseAll: () => void;
  readonly clear: () => void;
};

type Props<Name extends ListName & ReadName> = {
  /** What the list is called, for its files and for people who hear the screen. */
  readonly label: string;
  readonly operation: Name;
  /** What the operation takes beside page, order and filters: the id of a path, what each row has besides. */
  readonly input?: Readonly<Record<string, string | boolean>>;
  /** A filter that always holds, as the API writes it. */
  readonly within?: string;
  readonly columns: readonly Column<Row<Name>>[];
  readonly filters?: readonly Filter[];
  readonly rowHref?: (row: Row<Name>) => string;
  /** Shown when there is nothing at all, without filters. */
  readonly empty: ReactNode;
  /** What can be done with the rows that are chosen. */
  readonly bulk?: (chosen: Chosen<Row<Name>>) => ReactNode;
  /** How it is ordered until somebody chooses: "issueDate:desc". */
  readonly order?: string;
  /** Beside the filters: links to views, a switch. */
  readonly aside?: ReactNode;
};

const perPage = 100;

/** A list of the server: its page, order and filters are in the address, so that it can be sent, kept and come back to. */
export function ListTable<Name extends ListName & ReadName>(props: Props<Name>) {
  const { label, operation, input, within, columns, filters = [], rowHref, empty, bulk } = props;
  const [url, change] = useUrl();
  const [selection, setSelection] = useState<RowSelectionState>({});
  const [allOf, setAllOf] = useState<string>();
  const [hidden, toggle] = useHiddenColumns(label, columns);
  const page = Math.max(1, Number(url.page ?? "1") || 1);
  const sort = readSort(url.sort ?? props.order);
  const filter = [within, filterText(filters, url)].filter(Boolean).join(",") || undefined;
  const asked = { ...input, filter, sort: sort && writeSort(sort) };
  const { data, error, isPlaceholderData, refetch } = useApi(operation, { ...asked, page, limit: perPage } as never);
  const answer = data as Page<Row<Name>> | undefined;
  const rows = answer?.data ?? none;
  const isWhole = answer === undefined || answer.totalItems <= rows.length;
  const totals = useTotals(
    operation,
    { ...input, filter },
    !isWhole && columns.some(({ total }) => total !== undefined),
  );
  const ticked = rows.filter((row) => selection[idOf(row)]);
  const isBulk = ticked.length > 0 && bulk !== undefined;
  const total = answer?.totalItems ?? 0;
  // All of other filters are others, and one that is not ticked any more is left out.
  const isAll = allOf === (filter ?? "") && ticked.length === rows.length;
  const chosen: Chosen<Row<Name>> = {
    count: isAll ? total : ticked.length,
    total,
    read: async () => (isAll ? everyRow(operation, asked) : ticked),
    chooseAll: () => {
      setSelection(Object.fromEntries(rows.map((row) => [idOf(row), true])));
      setAllOf(filter ?? "");
    },
    clear: () => {
      setSelection({});
      setAllOf(undefined);
    },
  };
  const isFiltered = filterText(filters, url) !== "";
  return (
    <section className={classes.list} aria-label={label}>
      <div className={`${classes.bar} no-print`} data-bulk={isBulk || undefined}>
        {isBulk ? (
          bulk(chosen)
        ) : (
          <>
            <FilterBar filters={filters} />
            {props.aside}
          </>
        )}
        <div className={classes.tools}>
          <ViewsMenu />
          <ColumnChoice columns={columns} hidden={hidden} toggle={toggle} />
          <ExportMenu operation={operation} input={asked} rows={answer?.totalItems} />
        </div>
      </div>
      {error && <Failure error={error} retry={refetch} />}
      {!error && answer?.totalItems === 0 ? (
        isFiltered ? (
          <NothingFits filters={filters} />
        ) : (
          empty
        )
      ) : (
        !error && (
          <>
            <DataTable
              label={label}
              columns={columns}
              rows={rows}
              rowId={idOf}
              rowHref={rowHref}
              hidden={hidden}
              sort={sort}
              onSort={(next) => change({ sort: writeSort(next) })}
              selection={bulk ? [selection, setSelection] : undefined}
              totals={isWhole ? sumsOf(columns, rows) : serverSums(columns, totals)}
              totalsTitle={isWhole ? "Total" : `Total of all ${count(answer.totalItems)}`}
              isLoading={answer === undefined}
              isStale={isPlaceholderData}
            />
            {answer && (
              <Pager
                page={page}
                perPage={perPage}
                total={answer.totalItems}
                go={(to) => change({ page: String(to) })}
              />
            )}
          </>
        )
      )}
    </section>
  );
}

/** Sums of every row that the filters leave. */
function useTotals<Name extends ListName & ReadName>(operation: Name, asked: object, isWanted: boolean) {
  const { data } = useBeside(operation, operation, isWanted && ({ ...asked, limit: 1, totals: true } as never));
  return isWanted ? (data as { readonly totals?: ListTotals } | undefined)?.totals : undefined;
}

type Page<Item> = { readonly data: readonly Item[]; readonly totalItems: number };

const none: never[] = [];

function idOf(row: object): string {
  return (row as { readonly id: string }).id;
}

function NothingFits({ filters }: { filters: readonly Filter[] }) {
  const [, change] = useUrl();
  const clear = () => change(Object.fromEntries(filters.map(({ name }) => [name, undefined])));
  return (
    <div className={classes.nothing}>
      <p>No row fits these filters.</p>
      <button type="button" className={classes.clear} onClick={clear}>
        Clear the filters
      </button>
    </div>
  );
}
