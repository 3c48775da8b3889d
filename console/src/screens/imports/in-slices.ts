/** As long as the browser may be busy before it draws and listens again. */
const sliceMilliseconds = 12;

/**
 * Everything that is made one by one, with pauses in which the page stays alive: a file of a million rows must not freeze it. Undefined
 * once nobody waits for it any more.
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
