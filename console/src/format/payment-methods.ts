/** How money came, as a choice. */
export const methods = [
  { value: "ACH_CREDIT", label: "Bank transfer" },
  { value: "ACH_DEBIT", label: "Direct debit" },
  { value: "CREDIT_CARD", label: "Card" },
  { value: "CHECK", label: "Check" },
  { value: "LINK", label: "Payment link" },
] as const;

export type Method = (typeof methods)[number]["value"];

export function methodName(method: Method | null): string {
  return methods.find(({ value }) => value === method)?.label ?? "–";
}
