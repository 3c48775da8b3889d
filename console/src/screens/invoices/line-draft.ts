/** A line of a manual invoice, as typed. */
export type LineDraft = {
  readonly key: number;
  readonly name: string;
  readonly quantity: string;
  readonly unitPrice: string;
  /** The service of a line: the day `start`, or the days from `start` to `end`. */
  readonly earned: "day" | "days";
  readonly start: string;
  readonly end: string;
  readonly categoryId: string | null;
};

export function emptyLine(key: number, today: string): LineDraft {
  return { key, name: "", quantity: "1", unitPrice: "", earned: "day", start: today, end: "", categoryId: null };
}

/** The line as the API takes it; undefined while something is missing. */
export function lineOf({ name, quantity, unitPrice, earned, start, end, categoryId }: LineDraft) {
  const isNumber = (text: string) => /^-?\d{1,15}(\.\d{1,12})?$/.test(text.trim());
  if (name.trim() === "" || !isNumber(quantity) || !isNumber(unitPrice) || start === "") return undefined;
  if (earned === "days" && end === "") return undefined;
  const days = earned === "day" ? { recognitionDate: start } : { serviceStartDate: start, serviceEndDate: end };
  return {
    ...{ name: name.trim(), quantity: quantity.trim(), unitPrice: unitPrice.trim() },
    revenue: { ...days, ...(categoryId !== null && { categoryId }) },
  };
}
