import type { FieldKind } from "./filter-reference.ts";

/** A filter without its field: the text that is sent, and its meaning or the code of its rejection. */
export type FilterCase =
  | { readonly sent: string; readonly operands: readonly string[] }
  | { readonly sent: string; readonly rejected: string };

const unknownId = "0197f1a0-5c1e-7b9a-9a55-000000000000";
const rejected = "FILTER_VALUE_INVALID";

/**
 * All kinds of values for one rule and field: matches, non-matches, other spellings, empty values, and nonsense.
 *
 * @param held distinct values of the field in the rows, in order
 */
export function filterCases(kind: FieldKind, rule: string, held: readonly string[]): FilterCase[] {
  if (rule === "isnull" || rule === "isnotnull") {
    return ["", ":", ":whatever"].map((value) => ({ sent: `${rule}${value}`, operands: [] }));
  }
  const samples = [...new Set([held[0], held.at(-1)])].filter((value) => value !== undefined);
  const empty = [
    { sent: `${rule}:`, rejected },
    { sent: rule, rejected: "FILTER_MALFORMED" },
  ];
  if (rule === "in" || rule === "nin") return [...empty, ...listCases(kind, rule, samples)];
  const values = rule.endsWith("like") ? likeValues(samples) : [...samples, ...nearbyValues(kind, samples)];
  return [
    ...empty,
    ...(kind === "text"
      ? unquotedCases(rule, samples)
      : nonsense(kind, rule).map((value) => ({ sent: `${rule}:${value}`, rejected }))),
    ...[...new Set(values)].map((value) => ({ sent: `${rule}:${written(kind, value)}`, operands: [value] })),
  ];
}

function listCases(kind: FieldKind, rule: string, samples: readonly string[]): FilterCase[] {
  const miss = missOf(kind, samples);
  const of = (list: readonly string[], separator = "|"): FilterCase => ({
    sent: `${rule}:${list.map((value) => written(kind, value)).join(separator)}`,
    operands: list,
  });
  const tooMany = Array.from({ length: 201 }, () => written(kind, miss));
  return [
    { sent: `${rule}:${written(kind, miss)}||${written(kind, miss)}`, rejected },
    { sent: `${rule}:${tooMany.join("|")}`, rejected },
    ...nonsense(kind, rule).map((value) => ({ sent: `${rule}:${miss};${value}`, rejected })),
    ...samples.map((sample) => of([sample])),
    of([miss]),
    ...["|", ";", ",", " , "].map((separator) => of([miss, ...samples], separator)),
  ];
}

/** Texts are quoted, so that they are literal. */
function written(kind: FieldKind, value: string): string {
  return kind === "text" ? `"${value.replace(/["\\]/g, "\\$&")}"` : value;
}

/** Without quotes, a comma or colon that begins no filter is literal (behaviour FIL-4, FIL-6). */
function unquotedCases(rule: string, samples: readonly string[]): FilterCase[] {
  return samples
    .filter((sample) => !/^[%\\"]|[%\\]$/.test(sample))
    .map((sample) => ({ sent: `${rule}:${sample}`, operands: [sample] }));
}

function missOf(kind: FieldKind, samples: readonly string[]): string {
  if (kind === "text") return "no such thing";
  if (kind === "id") return unknownId;
  return kind === "month" ? "2031-01" : (samples[0] ?? "");
}

function nearbyValues(kind: FieldKind, samples: readonly string[]): string[] {
  switch (kind) {
    case "text":
      return [...samples.flatMap((text) => [text.toUpperCase(), text.toLowerCase()]), "no such thing", ""];
    case "id":
      return [...samples.map((id) => id.toUpperCase()), unknownId];
    case "moment":
      return ["1900-01-01", "2200-12-31", ...samples.flatMap(momentsNear)];
    case "day":
    case "days":
      return ["1900-01-01", "2200-12-31", ...samples.flatMap(momentsNearDay)];
    case "decimal":
      return [
        "0",
        "-1",
        "999999999999.99",
        ...samples.flatMap((amount) => [amount.replace(/\.?0+$/, ""), `${amount}01`]),
      ];
    case "month":
      return ["1999-12", "2031-01"];
    case "word":
      return [];
  }
}

function momentsNear(text: string): string[] {
  const moment = Temporal.Instant.from(text);
  const near = [-1, 1].map((milliseconds) => moment.add({ milliseconds }).toString());
  return [...near, text.slice(0, 10), moment.toString({ timeZone: "+05:30" })];
}

function momentsNearDay(text: string): string[] {
  const midnight = Temporal.Instant.from(`${text}T00:00:00Z`);
  const near = [-1, 1].map((milliseconds) => midnight.add({ milliseconds }).toString());
  return [...near, midnight.toString(), midnight.add({ hours: 24 }).toString().slice(0, 10)];
}

/** Parts, anchors, and characters with a meaning in SQL patterns. */
function likeValues(samples: readonly string[]): string[] {
  const parts = samples.flatMap((text) => {
    const [start, part, end] = [text.slice(0, 3), text.slice(1, 5), text.slice(-3)];
    return [text, part, part.toUpperCase(), `${start}%`, `%${end}`, `%${part}%`, `${end}%`, `%${start}`];
  });
  return [...parts.filter((text) => text !== ""), "%", "\\%", "_", "\\", "\\%_", "0%_o", "no such thing"];
}

/** Values are read independently of the rule, so rules after the first get one value of each kind. */
function nonsense(kind: FieldKind, rule: string): readonly string[] {
  const all = nonsenseOf[kind];
  return rule === "eq" || rule === "in" ? all : all.slice(0, 1);
}

const notMoments = [
  "tomorrow",
  "2026-02-30",
  "2026-01-01T24:00:00Z",
  "2026-01-01T00:00:00",
  "infinity",
  "1899-12-31",
  '""',
];
const nonsenseOf: Readonly<Record<FieldKind, readonly string[]>> = {
  text: [],
  word: ["NO_SUCH_WORD", '""'],
  id: ["abc", unknownId.slice(1), `{${unknownId}}`, '""'],
  moment: notMoments,
  day: notMoments,
  days: notMoments,
  decimal: ["abc", "1e5", "NaN", "0x10", "1.2.3", '""'],
  month: ["2026-13", "2026-1", "2026-01-01", '""'],
};
