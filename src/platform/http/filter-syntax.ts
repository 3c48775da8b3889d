import { invalid } from "../../kernel/errors.ts";
import { type FilterField, type FilterRule, filterRules } from "./filter.ts";

/**
 * One filter as it was written. `items` is the value split at `|`, `;` and `,` outside quotes, for list rules. An empty item is
 * undefined; the empty text is written `""`.
 */
export type WrittenFilter = {
  readonly field: string;
  readonly rule: string;
  readonly value: string | undefined;
  readonly items: readonly (string | undefined)[];
};

type Fields = Readonly<Record<string, FilterField>>;

/**
 * Splits a filter text into filters. A comma starts a new filter only if a known `field:rule` follows; otherwise it continues the
 * value (behaviour FIL-6), so that both names such as `Acme, Inc.` and comma lists work. Text in double quotes is literal.
 */
export function splitFilters(text: string, fields: Fields): WrittenFilter[] {
  const parts: string[] = [];
  let start = 0;
  for (const at of positionsOutsideQuotes(text, ",")) {
    if (at < start || !startsFilter(text.slice(at + 1), fields)) continue;
    parts.push(text.slice(start, at));
    start = at + 1;
  }
  parts.push(text.slice(start));
  return parts.map(readFilter);
}

const rules: ReadonlySet<string> = new Set(filterRules);

function startsFilter(text: string, fields: Fields): boolean {
  const match = /^\s*([^:,]{1,64}):([a-z]+)(?=[:,]|\s*$)/.exec(text);
  return match !== null && Object.hasOwn(fields, match[1] ?? "") && rules.has(match[2] ?? "");
}

function readFilter(part: string): WrittenFilter {
  const [, field = "", rule = "", value] = /^\s*([^:]*):([^:]*)(?::(.*))?$/s.exec(part) ?? [];
  const takesNoValue = rule.trim() === "isnull" || rule.trim() === "isnotnull";
  if (field.trim() === "" || rule.trim() === "" || (value === undefined && !takesNoValue)) {
    throw invalid("FILTER_MALFORMED", "A filter is written field:rule:value, several are separated by commas.", {
      filter: part.slice(0, 200),
    });
  }
  const raw = takesNoValue ? "" : (value ?? "");
  return { field: field.trim(), rule: rule.trim(), value: unquoted(raw), items: listItems(raw) };
}

export function isFilterRule(rule: string): rule is FilterRule {
  return rules.has(rule);
}

function listItems(value: string): (string | undefined)[] {
  const items: string[] = [];
  let start = 0;
  for (const at of positionsOutsideQuotes(value, ",;|")) {
    items.push(value.slice(start, at));
    start = at + 1;
  }
  items.push(value.slice(start));
  return items.map((item) => unquoted(item.trim()));
}

/** The positions of `characters` outside quotes. A quote opens only at the start of a value or an item. */
function positionsOutsideQuotes(text: string, characters: string): number[] {
  const positions: number[] = [];
  let quoted = false;
  let atStart = true;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quoted) {
      if (character === "\\") at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"' && atStart && closes(text, at)) {
      quoted = true;
    } else if (characters.includes(character)) {
      positions.push(at);
    }
    atStart = ":,;|".includes(character) || (atStart && character === " ");
  }
  return positions;
}

/** True if the quote is closed. One that is never closed is an ordinary character, as in `name:eq:"A`. */
function closes(text: string, open: number): boolean {
  return open >= 0 && text.indexOf('"', open + 1) > open;
}

/** The text between double quotes, with `\"` and `\\` in it read as `"` and `\`; any other text unchanged. */
function unquoted(text: string): string | undefined {
  if (text === "") return undefined;
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  return text.slice(1, -1).replace(/\\(["\\])/g, "$1");
}
