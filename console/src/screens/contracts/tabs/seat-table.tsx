import type { BillingTerm } from "@accord/client";
import { useAll } from "../../../api/use-api.ts";
import { day } from "../../../format/day.ts";
import { quantity } from "../../../format/money.ts";
import { InvoiceName } from "../../../parts/invoice-name.tsx";
import { ScrollArea } from "../../../parts/scroll-area.tsx";
import classes from "./terms-tab.module.css";

/** How the number of seats changed, from the first count to the last. */
export function SeatTable({ term }: { term: BillingTerm }) {
  const { data } = useAll("listSeatAmendments", { id: term.contractId, billingTermId: term.id });
  if (!data?.length) return null;
  return (
    <ScrollArea label={`Changes of the seats of ${term.name}`}>
      <table className={classes.tiers} aria-label={`Seats of ${term.name}`}>
        <thead>
          <tr>
            <th>From</th>
            <th>Seats</th>
            <th>Before</th>
            <th>Why</th>
            <th>Billed on</th>
          </tr>
        </thead>
        <tbody>
          {data.map((each) => (
            <tr key={each.id}>
              <td>{day(each.effectiveDate)}</td>
              <td>{quantity(each.resultingQuantity)}</td>
              <td>{quantity(each.previousQuantity)}</td>
              <td>{each.note ?? "–"}</td>
              <td>{each.billedInvoiceId ? <InvoiceName id={each.billedInvoiceId} /> : "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
