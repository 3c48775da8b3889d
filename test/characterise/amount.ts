/** Whole hundredths as a decimal text with two places. */
export function hundredths(value: number): string {
  const digits = String(Math.abs(Math.round(value))).padStart(3, "0");
  return `${value < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
