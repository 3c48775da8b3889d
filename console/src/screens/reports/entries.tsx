import type { RevenueEntry } from "@accord/client";
import { useAll } from "../../api/use-api.ts";
import { longMonth, month } from "../../format/day.ts";
import { ContractName } from "../../parts/contract-name.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { RevenueSource } from "../../parts/revenue-source.tsx";
import { Status } from "../../parts/status.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";
import { useToday } from "../../shell/use-month.ts";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";
import { ExportMenu } from "../../table/export-menu.tsx";
import { sumsOf } from "../../table/sums.tsx";
import { useUrl } from "../../use-url.ts";
import { definitions } from "./definitions.ts";

const statuses: Readonly<Record<RevenueEntry["status"], string>> = {
  POSTED: "Posted",
  ACCRUED: "Earned, not posted",
  PLANNED: "Planned",
};

const waterfall = { name: "waterfall", title: "Revenue waterfall" };

/** What is behind a cell of a report: the revenue entries of a month or of some, each with its contract, journal and source. */
export default function Entries() {
  const [url] = useUrl();
  const today = useToday();
  const timeframe = url.timeframe ?? today.slice(0, 7);
  const { through = timeframe, contract = url.withinContract, customer = url.withinCustomer } = url;
  const isOneMonth = through === timeframe;
  const filter = {
    timeframe: isOneMonth ? timeframe : { gte: timeframe, lte: through },
    ...(isId(contract) && { contractId: contract }),
    ...(isId(customer) && { customerId: customer }),
    ...(isId(url.product) && { productId: url.product }),
    ...(url.status && { status: url.status }),
  };
  const entries = useAll("listRevenueSchedules", { filter });
  const rows = entries.data?.filter((entry) => fits(entry, url));
  const columns: readonly Column<RevenueEntry>[] = [
    {
      id: "contract",
      onPhone: true,
      title: "Contract",
      value: ({ contractId }) => contractId,
      cell: ({ contractId }) => <ContractName id={contractId} search={{ tab: "revenue" }} />,
    },
    ...(isOneMonth
      ? []
      : [
          {
            id: "month",
            onPhone: "beneath" as const,
            title: "Month",
            value: (row: RevenueEntry) => row.timeframe,
            cell: (row: RevenueEntry) => month(row.timeframe),
          },
        ]),
    {
      id: "source",
      onPhone: "beneath",
      title: "Earned",
      value: ({ source }) => source,
      cell: (row) => <RevenueSource of={row} />,
    },
    {
      id: "status",
      onPhone: "beneath",
      title: "Status",
      value: ({ status }) => status,
      cell: ({ status }) => (
        <Status code={status} tone={status === "POSTED" ? "good" : "quiet"}>
          {statuses[status]}
        </Status>
      ),
    },
    {
      id: "journal",
      title: "Posted in",
      value: ({ status }) => (status === "POSTED" ? "yes" : null),
      cell: (row) =>
        row.status === "POSTED" ? (
          <TextLink href={paths.contract(row.contractId, { tab: "journal", journalMonth: row.timeframe })}>
            its journal
          </TextLink>
        ) : (
          "–"
        ),
    },
    { id: "currency", onPhone: "beneath", title: "Currency", value: ({ currency }) => currency, width: 80 },
    { id: "amount", onPhone: true, title: "Amount", kind: "money", value: ({ amount }) => amount },
  ];
  return (
    <Page
      title={`Revenue of ${longMonth(timeframe)}${isOneMonth ? "" : ` to ${longMonth(through)}`}`}
      parent={wayBack(url)}
      subtitle={url.currency && `Amounts in ${url.currency}`}
      actions={
        // What the screen leaves out by currency or category, and what belongs nowhere, the list cannot.
        rows?.length === entries.data?.length && (
          <ExportMenu operation="listRevenueSchedules" input={{ filter }} rows={rows?.length} />
        )
      }
    >
      <Loaded of={entries}>
        {() =>
          rows === undefined || rows.length === 0 ? (
            <EmptyState title="Nothing is earned here" />
          ) : (
            <DataTable
              label="Entries"
              columns={columns}
              rows={rows}
              rowId={(row) =>
                `${row.performanceObligationId} ${row.timeframe} ${row.source} ${row.earnedTimeframe} ${row.categoryId}`
              }
              totals={sumsOf(columns, rows)}
            />
          )
        }
      </Loaded>
    </Page>
  );
}

type Url = Readonly<Record<string, string | undefined>>;

/** A cell of a report may be of what has no customer, category or product. */
function isId(text: string | undefined): text is string {
  return text !== undefined && text !== "none";
}

function fits(entry: RevenueEntry, url: Url): boolean {
  const { currency, contract, customer, category, product } = url;
  const pairs = [
    [currency, entry.currency],
    [contract, entry.contractId],
    [customer, entry.customerId],
    [category, entry.categoryId],
    [product, entry.productId],
  ];
  return pairs.every(([asked, has]) => asked === undefined || asked === (has ?? "none"));
}

/** A link back to the cell of the report, with its months, rows, currency and `asOf`. */
function wayBack({ report, group, from, to, basis, asOf, currency, withinContract, withinCustomer, ...url }: Url) {
  const { name, title } = definitions.find((each) => each.name === report) ?? waterfall;
  const narrowed = { contract: withinContract, customer: withinCustomer };
  return { title, href: paths.report(name, { month: url.month, group, from, to, basis, asOf, currency, ...narrowed }) };
}
