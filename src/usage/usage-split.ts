/** Usage with this differentiator and split key has a quantity and a line of its own in each billing period. */
export type UsageSplit = { readonly differentiator: string | null; readonly invoiceSplitKey: string | null };

/** The split as text, for grouping. */
export function splitKeyOf({ differentiator, invoiceSplitKey }: UsageSplit): string {
  return JSON.stringify([differentiator, invoiceSplitKey]);
}

/** Order of lines: by differentiator, then by split key, null first. */
export function bySplit(a: UsageSplit, b: UsageSplit): number {
  return byText(a.differentiator, b.differentiator) || byText(a.invoiceSplitKey, b.invoiceSplitKey);
}

function byText(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}
