import { useApi } from "../api/use-api.ts";
import { doors } from "../doors.ts";
import { Door } from "./door.tsx";

/** An invoice by its number, with the door to it; a draft has none yet. */
export function InvoiceName({ id }: { id: string }) {
  const { data } = useApi("getInvoice", { id });
  return <Door href={doors.invoice(id)}>{data === undefined ? "…" : (data.invoiceNumber ?? "draft")}</Door>;
}
