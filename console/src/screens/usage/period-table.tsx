import type { Commitment } from "@accord/client";
import { dayRange } from "../../format/day.ts";
import { quantity } from "../../format/money.ts";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";
import { Amount } from "../../table/cell.tsx";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";
import { periodStatus } from "./commitment-words.ts";
import { Drawn } from "./drawn.tsx";

type Period = Commitment["periods"][number];

/** Every period of a commitment; its steps are in the unit of the commitment, overage and true-up are money. */
export function PeriodTable({ periods, isMoney }: { periods: readonly Period[]; isMoney: boolean }) {
  const amount = (text: string) => (isMoney ? <Amount text={text} /> : quantity(text));
  const columns: readonly Column<Period>[] = [
    {
      id: "days",
      onPhone: true,
      title: "Period",
      value: ({ periodStart, periodEnd }) => dayRange(periodStart, periodEnd),
    },
    { id: "status", onPhone: "beneath", title: "Status", value: ({ status }) => periodStatus(status) },
    {
      id: "drawn",
      onPhone: true,
      title: "Drawn down",
      width: 170,
      value: ({ amounts }) => amounts.consumed,
      cell: ({ amounts }) => <Drawn consumed={amounts.consumed} committed={amounts.committed} />,
    },
    {
      id: "committed",
      title: "Committed",
      kind: "number",
      value: ({ amounts }) => amounts.committed,
      cell: ({ amounts }) => amount(amounts.committed),
    },
    {
      id: "left",
      title: "Left",
      kind: "number",
      value: ({ amounts }) => amounts.remaining,
      cell: ({ amounts }) => amount(amounts.remaining),
    },
    { id: "overage", onPhone: true, title: "Overage", kind: "money", value: ({ amounts }) => amounts.overage },
    { id: "trueUp", onPhone: true, title: "True-up", kind: "money", value: ({ amounts }) => amounts.trueUp },
    {
      id: "invoices",
      title: "Invoices",
      value: ({ invoiceIds }) => String(invoiceIds.length),
      cell: ({ invoiceIds }) =>
        invoiceIds.length === 0
          ? "–"
          : invoiceIds.map((id, at) => (
              <span key={id}>
                {at > 0 && ", "}
                <TextLink href={paths.invoice(id)}>{at + 1}</TextLink>
              </span>
            )),
    },
  ];
  return (
    <DataTable
      label="Periods of the commitment"
      columns={columns}
      rows={periods}
      rowId={({ periodId }) => periodId}
      isWhole={periods.length <= 24}
    />
  );
}
