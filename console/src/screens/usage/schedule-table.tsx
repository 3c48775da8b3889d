import type { Commitment } from "@accord/client";
import { dayRange } from "../../format/day.ts";
import { money, quantity } from "../../format/money.ts";
import { word } from "../../format/words.ts";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";

type Schedule = Commitment["schedules"][number];

/** What is committed from when to when, in steps that are drawn down one after the other. */
export function ScheduleTable({ schedules, isMoney }: { schedules: readonly Schedule[]; isMoney: boolean }) {
  const amount = (text: string) => (isMoney ? money(text) : quantity(text));
  const columns: readonly Column<Schedule>[] = [
    { id: "days", title: "From and to", value: ({ startDate, endDate }) => dayRange(startDate, endDate) },
    {
      id: "interval",
      title: "Every",
      value: ({ commitmentInterval }) => (commitmentInterval === null ? "Once" : word(commitmentInterval)),
    },
    {
      id: "value",
      title: "Committed for each",
      kind: isMoney ? "money" : "number",
      value: (each) => each.commitmentValue,
    },
    {
      id: "steps",
      title: "In steps",
      value: ({ steps }) =>
        steps
          .map(({ name, commitmentValue }) => [name, amount(commitmentValue)].filter(Boolean).join(" "))
          .join(", then "),
    },
    {
      id: "overage",
      title: "Beyond it",
      value: ({ overageConfigs }) =>
        overageConfigs
          .map(({ overagePrice, overagePricings }) =>
            overagePrice === null
              ? overagePricings.map(({ conditionValue, price }) => `${price} from ${conditionValue}`).join(", ")
              : `${overagePrice} each`,
          )
          .join("; "),
    },
    {
      id: "prepaid",
      title: "Prepaid",
      kind: isMoney ? "money" : "number",
      value: ({ prepaidEnabled, prepaidValue }) => (prepaidEnabled ? prepaidValue : null),
    },
  ];
  return <DataTable label="What is committed" columns={columns} rows={schedules} rowId={({ id }) => id} isWhole />;
}
