import type { Invoice } from "@accord/client";
import { daysOverdue } from "../../format/ages.ts";
import { plural } from "../../format/words.ts";
import { Status } from "../../parts/status.tsx";
import { useToday } from "../../shell/use-month.ts";

/** The status of an invoice; overdue is shown instead of issued. */
export function InvoiceStatus({ invoice }: { invoice: Pick<Invoice, "status" | "dueDate" | "holdReason"> }) {
  const today = useToday();
  const { status, dueDate, holdReason } = invoice;
  if (holdReason !== null) return <Status code="HELD">Held: tax address missing</Status>;
  const late = daysOverdue(dueDate, today);
  const isOpen = status === "ISSUED" || status === "PARTIALLY_PAID";
  if (isOpen && late > 0) return <Status code="OVERDUE">{`${plural(late, "day")} overdue`}</Status>;
  return <Status code={status} />;
}
