import { stringProblem } from "./wire-checks.ts";

export type JsonProblemCode =
  | "MALFORMED_JSON"
  | "INVALID_ENCODING"
  | "INVALID_STRING"
  | "JSON_TOO_DEEP"
  | "TOO_MANY_ITEMS"
  | "DUPLICATE_JSON_KEY"
  | "FORBIDDEN_KEY";

export type JsonProblem = { readonly code: JsonProblemCode; readonly path: string; readonly message: string };

type Container = { keys: Set<string> | undefined; key: string; index: number };

type Scan = { readonly problem: JsonProblem | undefined; readonly lossyNumbers: readonly string[] };

const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literalToken = /true|false|null/y;

const stepsAtOnce = 10_000;

/** No valid object has so many names, not even metadata of the largest size; a hash table of more would cost too much. */
const mostNames = 20_000;

/**
 * One pass over JSON text without recursion, so that no input can overflow the stack. It follows the grammar closely enough to tell
 * keys from values; `JSON.parse` validates the rest.
 *
 * The first problem is kept and the scan goes on, so that text which is no JSON at all is reported as such, and not by an oddity
 * before the syntax error. Excessive depth, and too many names in one object, end the scan at once.
 */
export class JsonScanner {
  readonly #text: string;
  readonly #maximumDepth: number;
  readonly #open: Container[] = [];
  readonly #lossyNumbers: string[] = [];
  #problem: JsonProblem | undefined;
  #hasTooManyNames = false;
  #at = 0;

  constructor(text: string, maximumDepth: number) {
    this.#text = text;
    this.#maximumDepth = maximumDepth;
  }

  /** The scan in steps of some milliseconds, so that other work can run in between. */
  *scan(): Generator<undefined, Scan> {
    const fatal = yield* this.#document();
    return { problem: fatal ?? this.#problem, lossyNumbers: this.#lossyNumbers };
  }

  *#document(): Generator<undefined, JsonProblem | undefined> {
    let expectsValue = true;
    for (let step = 1; ; step += 1) {
      if (step % stepsAtOnce === 0) yield;
      this.#skipSpace();
      if (expectsValue) {
        const entered = this.#value();
        if (entered === "malformed") return this.#malformed();
        if (entered === "too deep") {
          return {
            code: "JSON_TOO_DEEP",
            path: "",
            message: `The body nests arrays and objects deeper than ${this.#maximumDepth} levels.`,
          };
        }
        if (this.#hasTooManyNames) return this.#tooManyNames();
        expectsValue = entered === "opened";
        continue;
      }
      const container = this.#open.at(-1);
      if (container === undefined) return this.#at === this.#text.length ? undefined : this.#malformed();
      const next = this.#afterValue(container);
      if (next === "malformed") return this.#malformed();
      if (this.#hasTooManyNames) return this.#tooManyNames();
      expectsValue = next === "value";
    }
  }

  /** Reads one value; for a non-empty container, stops before its first value. */
  #value(): "opened" | "done" | "malformed" | "too deep" {
    const character = this.#text[this.#at];
    if (character === "{" || character === "[") {
      if (this.#open.length >= this.#maximumDepth) return "too deep";
      this.#at += 1;
      const isObject = character === "{";
      this.#open.push({ keys: isObject ? new Set() : undefined, key: "", index: 0 });
      this.#skipSpace();
      if (this.#text[this.#at] === (isObject ? "}" : "]")) {
        this.#at += 1;
        this.#open.pop();
        return "done";
      }
      return !isObject || this.#key() ? "opened" : "malformed";
    }
    if (character === '"') return this.#string() === undefined ? "malformed" : "done";
    return this.#number() || this.#literal() ? "done" : "malformed";
  }

  #afterValue(container: Container): "value" | "closed" | "malformed" {
    const character = this.#text[this.#at];
    this.#at += 1;
    if (character === ",") {
      container.index += 1;
      this.#skipSpace();
      return container.keys === undefined || this.#key() ? "value" : "malformed";
    }
    if (character !== (container.keys === undefined ? "]" : "}")) return "malformed";
    this.#open.pop();
    return "closed";
  }

  /** Reads `"key":` of the innermost object and checks the key. */
  #key(): boolean {
    const container = this.#open.at(-1);
    const key = this.#text[this.#at] === '"' ? this.#string() : undefined;
    if (key === undefined || container?.keys === undefined) return false;
    this.#skipSpace();
    if (this.#text[this.#at] !== ":") return false;
    this.#at += 1;
    container.key = key;
    if (container.keys.has(key)) this.#note("DUPLICATE_JSON_KEY", `The key ${JSON.stringify(key)} is given twice.`);
    container.keys.add(key);
    if (container.keys.size > mostNames) this.#hasTooManyNames = true;
    const reachesPrototype = key === "prototype" && this.#open.at(-2)?.key === "constructor";
    if (key === "__proto__" || reachesPrototype) {
      this.#note("FORBIDDEN_KEY", `The key ${JSON.stringify(key)} is not allowed here.`);
    }
    return true;
  }

  /** The string at the current position, or undefined if it does not end or has a bad escape. */
  #string(): string | undefined {
    const start = this.#at;
    let hasEscapes = false;
    for (let at = start + 1; at < this.#text.length; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === 0x5c) {
        hasEscapes = true;
        at += 1;
      } else if (code === 0x22) {
        this.#at = at + 1;
        const value = hasEscapes ? unescaped(this.#text.slice(start, at + 1)) : this.#text.slice(start + 1, at);
        const problem = value === undefined ? undefined : stringProblem(value);
        if (problem !== undefined) this.#note("INVALID_STRING", `A string of the body ${problem}.`);
        return value;
      }
    }
    return undefined;
  }

  #number(): boolean {
    numberToken.lastIndex = this.#at;
    const token = numberToken.exec(this.#text)?.[0];
    if (token === undefined) return false;
    this.#at += token.length;
    if (changesValue(token)) this.#lossyNumbers.push(this.#path());
    return true;
  }

  #literal(): boolean {
    literalToken.lastIndex = this.#at;
    const token = literalToken.exec(this.#text)?.[0];
    this.#at += token?.length ?? 0;
    return token !== undefined;
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  #note(code: JsonProblemCode, message: string): void {
    this.#problem ??= { code, path: this.#path(), message };
  }

  #path(): string {
    return this.#open
      .map(({ keys, key, index }) => `/${keys === undefined ? index : pointerSegment(key)}`)
      .join("")
      .toWellFormed();
  }

  #tooManyNames(): JsonProblem {
    this.#open.pop();
    const message = `An object of the body has more than ${mostNames} names.`;
    return { code: "TOO_MANY_ITEMS", path: this.#path(), message };
  }

  #malformed(): JsonProblem {
    return {
      code: "MALFORMED_JSON",
      path: "",
      message: `The body is not valid JSON (near character ${this.#at + 1}).`,
    };
  }
}

/** One segment of a JSON pointer (RFC 6901). */
export function pointerSegment(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

function unescaped(token: string): string | undefined {
  try {
    return JSON.parse(token) as string;
  } catch {
    // Other raw control characters are invalid JSON, but U+0000 has a code of its own (behaviour BOD-8).
    return token.includes("\u0000") ? "\u0000" : undefined;
  }
}

/** True if the number changes its value when read as a double: `1.10` does not; 2^53 + 1 and 1e400 do. */
function changesValue(token: string): boolean {
  if (token.length <= 15 && !/[eE]/.test(token)) return false;
  // A double represents so few digits with a small exponent well enough to print the same value.
  if (/^[-.\d]{1,15}[eE][+-]?\d{1,2}$/.test(token)) return false;
  const parsed = Number(token);
  if (!Number.isFinite(parsed)) return true;
  if (parsed === 0) return /[1-9]/.test(token.split(/[eE]/, 1)[0] ?? "");
  return scientific(token) !== scientific(String(parsed));
}

/** One spelling per value other than zero: sign, significant digits and the exponent of the last one. */
function scientific(token: string): string {
  const [mantissa = "", exponent = "0"] = token.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = whole + fraction;
  let [first, end] = [0, digits.length];
  // Loops, because a pattern such as /0+$/ takes quadratic time on a megabyte of zeros.
  while (digits[first] === "0") first += 1;
  while (digits[end - 1] === "0") end -= 1;
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return `${token.startsWith("-") ? "-" : ""}${digits.slice(first, end)}e${power}`;
}
