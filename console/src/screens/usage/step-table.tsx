import type { Commitment } from "@accord/client";
import { quantity } from "../../format/money.ts";
import { Amount } from "../../table/cell.tsx";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";
import { Drawn } from "./drawn.tsx";

type Step = Commitment["periods"][number]["steps"][number];
type Props = {
  readonly steps: readonly Step[];
  readonly schedules: Commitment["schedules"];
  readonly isMoney: boolean;
};

/** The steps of a period in the order of drawdown, with the remaining value of each. */
export function StepTable({ steps, schedules, isMoney }: Props) {
  const amount = (text: string) => (isMoney ? <Amount text={text} /> : quantity(text));
  const kind = isMoney ? "money" : "number";
  const names = new Map(schedules.flatMap((each) => each.steps.map(({ id, name }) => [id, name] as const)));
  const columns: readonly Column<Step>[] = [
    {
      id: "step",
      title: "Step",
      value: ({ stepId }) => names.get(stepId) || `Step ${steps.findIndex((each) => each.stepId === stepId) + 1}`,
    },
    {
      id: "share",
      title: "Drawn down",
      width: 170,
      value: ({ consumed }) => consumed,
      cell: ({ consumed, committed }) => <Drawn consumed={consumed} committed={committed} />,
    },
    {
      id: "committed",
      title: "Committed",
      kind,
      value: ({ committed }) => committed,
      cell: (row) => amount(row.committed),
    },
    { id: "used", title: "Used", kind, value: ({ consumed }) => consumed, cell: (row) => amount(row.consumed) },
    { id: "left", title: "Left", kind, value: ({ remaining }) => remaining, cell: (row) => amount(row.remaining) },
  ];
  return (
    <DataTable label="Steps of the period" columns={columns} rows={steps} rowId={({ stepId }) => stepId} isWhole />
  );
}
