import type { ListedCommitment } from "@accord/client";
import { day } from "../../../format/day.ts";
import { word } from "../../../format/words.ts";
import { Status } from "../../../parts/status.tsx";
import type { Column } from "../../../table/column.ts";
import { DataTable } from "../../../table/data-table.tsx";
import { commitmentName } from "../../usage/commitment-words.ts";

const columns: readonly Column<ListedCommitment>[] = [
  { id: "name", onPhone: true, title: "Commitment", value: commitmentName },
  {
    id: "status",
    onPhone: "beneath",
    title: "Status",
    value: ({ status }) => status,
    cell: ({ status }) => <Status code={status} />,
  },
  { id: "from", title: "From", kind: "day", value: (each) => each.commitmentStartDate },
  {
    id: "to",
    onPhone: "beneath",
    title: "To",
    value: (each) => each.commitmentEndDate,
    cell: (each) => day(each.commitmentEndDate),
  },
  {
    id: "interval",
    title: "Period",
    value: (each) => each.commitmentInterval,
    cell: (each) => word(each.commitmentInterval ?? "once"),
  },
  { id: "committed", onPhone: true, title: "Committed", kind: "money", value: ({ totals }) => totals.committed },
  { id: "consumed", onPhone: true, title: "Drawn down", kind: "money", value: ({ totals }) => totals.consumed },
  { id: "overage", title: "Overage", kind: "money", value: ({ totals }) => totals.overages },
  { id: "prepaid", title: "Prepaid", kind: "money", value: ({ totals }) => totals.prepaid },
];

type Props = { readonly rows: readonly ListedCommitment[]; readonly href: (row: ListedCommitment) => string };

export function CommitmentTable({ rows, href }: Props) {
  return <DataTable label="Commitments" columns={columns} rows={rows} rowId={({ id }) => id} rowHref={href} isWhole />;
}
