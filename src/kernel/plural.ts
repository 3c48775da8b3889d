/** A count in words: "1 month", "3 months", "0 entries". */
export function plural(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
