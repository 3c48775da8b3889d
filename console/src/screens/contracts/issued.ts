/** Whether an invoice of a schedule is issued and stands. */
export function isIssued({ status }: { readonly status: string }): boolean {
  return status !== "PLANNED" && status !== "DRAFT" && status !== "VOID";
}
