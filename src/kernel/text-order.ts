/** The order of two texts by their UTF-16 code units, which is the same everywhere; a locale has an order of its own. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
