import { type JsonProblem, JsonScanner } from "./json-scanner.ts";

/** Maximal nesting of arrays and objects in a body, and in metadata (behaviour H1, rules 1). */
const maximumBodyDepth = 64;
export const maximumMetadataDepth = 32;

/** The value of a body, or the reason why it cannot be read without loss. */
export type GuardedJson =
  | { readonly ok: true; readonly value: unknown; readonly lossyNumbers: readonly string[] }
  | { readonly ok: false; readonly problem: JsonProblem };

/**
 * Reads JSON bytes strictly (behaviour H1, H3, H4, BOD-1, BOD-6 to BOD-12).
 *
 * Before parsing, one linear scan limits the depth and finds what `JSON.parse` would accept silently: duplicate keys, keys that
 * reach prototypes, characters that the database cannot store, and numbers that change their value when parsed. The JSON pointers
 * of such numbers are returned, because it depends on the field whether that matters.
 */
export function readJson(bytes: Uint8Array): GuardedJson {
  const reading = readInSteps(bytes);
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}

/** As {@link readJson}, for large bodies: pauses now and then, so that other work is done in between. */
export async function readJsonInTurns(bytes: Uint8Array): Promise<GuardedJson> {
  const reading = readInSteps(bytes);
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function* readInSteps(bytes: Uint8Array): Generator<undefined, GuardedJson> {
  const text = decodeUtf8(bytes);
  if (text === undefined) {
    return rejected({ code: "INVALID_ENCODING", path: "", message: "The body is not valid UTF-8." });
  }
  const scan = yield* new JsonScanner(text, maximumBodyDepth).scan();
  yield;
  if (scan.problem !== undefined) return rejected(scan.problem);
  try {
    return { ok: true, value: JSON.parse(text), lossyNumbers: scan.lossyNumbers };
  } catch {
    return rejected({ code: "MALFORMED_JSON", path: "", message: "The body is not valid JSON." });
  }
}

/** True if the parsed value nests deeper than `limit` levels of arrays and objects. A scalar has depth 0. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const containers = level.filter((entry) => typeof entry === "object" && entry !== null);
    if (containers.length > 0 && depth >= limit) return true;
    level = containers.flatMap((container) => Object.values(container as object));
  }
  return false;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Strict UTF-8 without a byte order mark; undefined where a lenient decoder would insert U+FFFD (behaviour BOD-9). */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function rejected(problem: JsonProblem): GuardedJson {
  return { ok: false, problem };
}
