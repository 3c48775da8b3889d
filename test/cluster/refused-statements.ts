import { readFileSync } from "node:fs";

// What a cluster of Citus rejects in a statement, or executes otherwise than one PostgreSQL does (ADR 0095).

const baseline = readFileSync(new URL("../../migrations/0001_baseline.sql", import.meta.url), "utf8");
/** Tables with a merchant that every node has, or the coordinator alone. */
const elsewhere = ["membership", "api_key", "user_session", "sign_in_link", "event_arrival", "webhook_turn"];

/** Tables whose rows are on the node of their merchant. */
export const distributedTables: readonly string[] = [
  ...baseline.matchAll(/^create table (\w+) \(([\s\S]*?)^\)/gm),
].flatMap(([, name = "", columns = ""]) =>
  /^\s+merchant_id uuid/m.test(columns) && !elsewhere.includes(name) ? [name] : [],
);

const named = `"?(?:${distributedTables.join("|")})"?(?![\\w.])`;
const touchesDistributed = new RegExp(`\\b(?:from|join|into|update)\\s+${named}`, "i");
const namesMerchant = /\bmerchant_id\b|\bcurrent_merchant\(\)/;
/** The merchant is the first column of every table, and so the first value of an insert that names no columns. */
const insertsOwnFirst = /\binsert into "?\w+"? (?:values \(|select )\$1\b/i;
const insertsFromQuery = /\binsert into "?\w+"?(?: \([^()]*\))? select\b/i;
const variable =
  /\b(?:convert_to|sha256|jsonb_build_\w+|to_jsonb|to_char|now|clock_timestamp|gen_random_uuid|concat_ws|nextval)\(/i;

/**
 * Why a cluster would reject a statement, or could not tell that it concerns one merchant; empty if it would not.
 *
 * @param statement with single spaces
 */
export function refusalsOf(statement: string): string[] {
  if (!touchesDistributed.test(statement)) return [];
  const rules: readonly (readonly [reason: string, isBroken: boolean])[] = [
    ["names no merchant", !namesMerchant.test(statement) && !insertsOwnFirst.test(statement)],
    [
      "inserts the rows of a query, which is a COPY, without returning or on conflict",
      insertsFromQuery.test(statement) && !/\breturning\b|\bon conflict\b/i.test(statement),
    ],
    ["returns what a function computes that is not immutable", returned(statement).some((part) => variable.test(part))],
    ["takes a number of a sequence, which only inserted values may", /\b(?:set|select) .*\bnextval\(/i.test(statement)],
    ["joins the job queue", joinsQueue(statement)],
  ];
  return rules.flatMap(([reason, isBroken]) => (isBroken ? [reason] : []));
}

/** What each `returning` of a statement names. */
function returned(statement: string): string[] {
  return [...statement.matchAll(/\breturning\b/gi)].map(({ index }) => upToClosing(statement.slice(index)));
}

/** The job queue is on the coordinator: it is read in a part of its own, and the rest of the statement knows its result. */
function joinsQueue(statement: string): boolean {
  if (!/\bpgboss\./.test(statement)) return false;
  let rest = statement;
  for (const { index } of [...statement.matchAll(/\bas materialized \(/gi)].toReversed()) {
    const begin = rest.indexOf("(", index) + 1;
    const part = upToClosing(rest.slice(begin));
    if (/\bpgboss\./.test(part) && !touchesDistributed.test(part))
      rest = rest.slice(0, begin) + rest.slice(begin + part.length);
  }
  return /\bpgboss\./.test(rest);
}

/** A text up to the bracket that closes one from before it. */
function upToClosing(text: string): string {
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") open += 1;
    else if (text[at] === ")" && --open < 0) return text.slice(0, at);
  }
  return text;
}
