/** Moves the point of a decimal text by two places to the right: "0.077" as "7.7". */
export function asPercent(fraction: string): string {
  return moved(fraction, 2);
}

/** A percentage as a fraction, "7.7" as "0.077"; undefined if the text is not a percentage or is above 100. */
export function asFraction(percent: string): string | undefined {
  const text = percent.trim().replace(",", ".");
  if (!/^\d{1,3}(\.\d{1,6})?$/.test(text)) return undefined;
  const fraction = moved(text, -2);
  return fraction === "1" || fraction.startsWith("0") ? fraction : undefined;
}

/** "0.15" as "15%", in the reader's own way: the fraction is moved by two places, as text. */
export function percent(fraction: string): string {
  return new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 6 }).format(
    fraction as `${number}`,
  );
}

function moved(text: string, by: number): string {
  const [whole = "0", decimals = ""] = text.split(".");
  const digits = `00${whole}${decimals}00`;
  const point = 2 + whole.length + by;
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, "") || "0";
  const right = digits.slice(point).replace(/0+$/, "");
  return right === "" ? left : `${left}.${right}`;
}
