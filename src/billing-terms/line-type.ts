/** What a line of a document bills (data model 13.2, rules 6). */
export const lineTypes = [
  "FLAT",
  "UNIT",
  "SEAT",
  "SEAT_TRUE_UP",
  "PRICE_TRUE_UP",
  "ONE_OFF",
  "USAGE",
  "LATE_USAGE",
  "OVERAGE",
  "TRUE_UP",
  "PREPAYMENT",
  "PREPAID_APPLIED",
  "ADJUSTMENT",
  "MANUAL",
  "MINIMUM",
] as const;
export type LineType = (typeof lineTypes)[number];
