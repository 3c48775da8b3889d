/** Milliseconds of work before the browser can draw and handle input again. */
const sliceMilliseconds = 12;

/**
 * Collects an iterable in slices with pauses, so that a file of a million rows does not freeze the page. Undefined if it was aborted.
 */
export async function inSlices<Each>(made: Iterable<Each>, signal?: AbortSignal): Promise<Each[] | undefined> {
  const all: Each[] = [];
  let until = performance.now() + sliceMilliseconds;
  for (const each of made) {
    all.push(each);
    if (performance.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (signal?.aborted) return undefined;
    until = performance.now() + sliceMilliseconds;
  }
  return signal?.aborted ? undefined : all;
}
