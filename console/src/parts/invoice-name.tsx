import { useApi } from "../api/use-api.ts";
import { paths } from "../paths.ts";
import { TextLink } from "./text-link.tsx";

/** An invoice by its number, as a link; a draft has none yet. */
export function InvoiceName({ id }: { id: string }) {
  const { data } = useApi("getInvoice", { id });
  return <TextLink href={paths.invoice(id)}>{data === undefined ? "…" : (data.invoiceNumber ?? "draft")}</TextLink>;
}
