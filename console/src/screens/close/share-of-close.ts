/** So much longer than its preview a close takes: it computes the same once more, then stores, proves and seals it. */
const timesPreview = 5;

/** Percent of a close, by how long its preview took; below 100 while it is not done, and undefined where the preview was not measured. */
export function shareOfClose(elapsed: number, previewTook: number | undefined): number | undefined {
  if (previewTook === undefined || previewTook <= 0) return undefined;
  const part = elapsed / (timesPreview * previewTook);
  // What takes longer than expected goes on, ever slower, and never stands still at the end.
  return Math.min(99, Math.round(part <= 0.8 ? part * 100 : 100 - 20 * Math.exp((0.8 - part) / 0.2)));
}
