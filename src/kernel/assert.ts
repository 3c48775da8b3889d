/**
 * A bug found at run time, and never an expected rejection. It rolls the transaction back and is answered with 500. Nobody catches
 * it to carry on.
 */
export class AssertionError extends Error {
  override readonly name = "AssertionError";
}

/** Throws {@link AssertionError} unless `condition` holds; `what` says what must be true. */
export function assert(condition: unknown, what: string): asserts condition {
  if (!condition) throw new AssertionError(`Assertion failed: ${what}`);
}

/** The value, which must not be missing: null or undefined is a bug, not a rejection. */
export function required<T>(value: T | null | undefined, what: string): T {
  assert(value !== null && value !== undefined, `${what} is missing`);
  return value;
}

/** Marks the end of an exhaustive `switch`. */
export function unreachable(value: never): never {
  throw new AssertionError(`Assertion failed: unexpected value ${String(value)}`);
}
