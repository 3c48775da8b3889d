import type { UsageStatement } from "@accord/client";
import { useApi } from "../../../api/use-api.ts";
import { day, dayRange, lastDayOf, longMonth } from "../../../format/day.ts";
import { quantity } from "../../../format/money.ts";
import { plural, word } from "../../../format/words.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { Section } from "../../../parts/section.tsx";
import { TextLink } from "../../../parts/text-link.tsx";
import { paths } from "../../../paths.ts";
import { MonthPicker } from "../../../shell/month-picker.tsx";
import { useMonth } from "../../../shell/use-month.ts";
import type { Column } from "../../../table/column.ts";
import { DataTable } from "../../../table/data-table.tsx";

type Period = UsageStatement["periods"][number];
type Charge = Period["charges"][number];

const columns: readonly Column<Charge>[] = [
  {
    id: "what",
    onPhone: true,
    title: "For",
    value: ({ type, differentiator }) => [word(type), differentiator].filter(Boolean).join(", "),
  },
  { id: "from", onPhone: "beneath", title: "From", kind: "day", value: ({ serviceStartDate }) => serviceStartDate },
  { id: "to", title: "To", kind: "day", value: ({ serviceEndDate }) => serviceEndDate },
  { id: "quantity", onPhone: "beneath", title: "Quantity", kind: "number", value: (charge) => charge.quantity },
  { id: "price", title: "Unit price", kind: "number", value: ({ unitPrice }) => unitPrice },
  { id: "total", onPhone: true, title: "Amount", kind: "money", value: ({ total }) => total },
];

/** The usage of the customer in the chosen month and its amount, billed or not. */
export default function UsageTab({ customerId }: { customerId: string }) {
  const [month] = useMonth();
  const statement = useApi("getUsageStatement", { id: customerId, from: `${month}-01`, to: lastDayOf(month) });
  return (
    <Section title={`Usage in ${longMonth(month)}`} note="As it is now, tax excluded." aside={<MonthPicker />}>
      <Loaded of={statement}>
        {({ periods }) =>
          periods.length === 0 ? (
            <EmptyState title="No usage in this month">
              Usage events of a contract that bills usage are priced here as they come.
            </EmptyState>
          ) : (
            periods.map((period) => (
              <OnePeriod
                key={`${period.contractId}${period.billingTermId}${period.commitmentPeriodId}${period.periodStart}`}
                period={period}
              />
            ))
          )
        }
      </Loaded>
    </Section>
  );
}

function OnePeriod({ period }: { period: Period }) {
  const { contractId, commitmentId, periodStart, periodEnd, quantities, charges, drawdown } = period;
  const used = quantities.map(
    ({ eventTypeName, quantity: total, events }) =>
      `${eventTypeName}: ${quantity(total)} in ${plural(events, "event")}`,
  );
  return (
    <Section
      title={dayRange(periodStart, periodEnd)}
      note={used.join(" · ")}
      aside={
        commitmentId ? (
          <TextLink href={paths.commitment(commitmentId)}>The commitment</TextLink>
        ) : (
          <TextLink href={paths.contract(contractId)}>The contract</TextLink>
        )
      }
    >
      {drawdown && (
        <p>
          {quantity(drawdown.consumed)} of {quantity(drawdown.committed)} are drawn down, {quantity(drawdown.remaining)}{" "}
          are left until {day(periodEnd)}.
        </p>
      )}
      <DataTable
        label={`Charges of ${dayRange(periodStart, periodEnd)}`}
        columns={columns}
        rows={charges}
        rowId={(charge) =>
          `${charge.type}${charge.billingTermId}${charge.serviceStartDate}${charge.differentiator}${charge.total}`
        }
        isWhole
      />
    </Section>
  );
}
