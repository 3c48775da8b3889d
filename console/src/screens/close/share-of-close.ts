/** Ratio of the time of a close to that of its preview: a close computes the same again, then stores, verifies and hashes it. */
const timesPreview = 5;

/** Percent of a close, by how long its preview took; below 100 while it is not done, and undefined where the preview was not measured. */
export function shareOfClose(elapsed: number, previewTook: number | undefined): number | undefined {
  if (previewTook === undefined || previewTook <= 0) return undefined;
  const part = elapsed / (timesPreview * previewTook);
  // If the close takes longer than expected, the bar slows down and never reaches the end.
  return Math.min(99, Math.round(part <= 0.8 ? part * 100 : 100 - 20 * Math.exp((0.8 - part) / 0.2)));
}
