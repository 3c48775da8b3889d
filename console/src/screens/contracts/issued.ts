import { subtract } from "../../format/decimal.ts";

/** What an invoice of a schedule bills, without tax: what revenue is compared with. */
export function netOf({
  subtotal,
  discountTotal,
}: {
  readonly subtotal: string;
  readonly discountTotal: string;
}): string {
  return subtract(subtotal, discountTotal);
}

/** True if an invoice of a schedule is issued and not void. */
export function isIssued({ status }: { readonly status: string }): boolean {
  return status !== "PLANNED" && status !== "DRAFT" && status !== "VOID";
}
