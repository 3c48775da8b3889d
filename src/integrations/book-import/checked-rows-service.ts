import type { Static } from "typebox";
import type { CreateBillingTermBody } from "../../api/schemas/billing-term-bodies.ts";
import type { CommitmentBody } from "../../api/schemas/commitment-bodies.ts";
import type { CreateObligationBody } from "../../api/schemas/obligation-bodies.ts";
import type { PobPart } from "../../api/schemas/whole-contracts.ts";
import type { Issue } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { bodyValidator } from "../../platform/http/validation.ts";
import { type BookRow, type Kind, type Named, type RefusedRow, withIds } from "./kind.ts";
import {
  type BookContract,
  type BookMilestone,
  type BookPrice,
  type BookSeatAmendment,
  schemas,
} from "./schemas-service.ts";

/** The rows of a contract and of its parts. */
export type ContractRows = {
  readonly row: BookRow;
  readonly parts: ReadonlyMap<Kind, readonly BookRow[]>;
};

/** Looks up the id that a key stands for, or the reason why there is none. */
export type IdOf = (named: Named, key: string) => string | { readonly problem: string };

/** The body of a row with ids in place of keys, if the schema of its request accepts it; otherwise all problems of the row. */
export function checkedRow(row: BookRow, idOf: IdOf): { readonly body: unknown } | { readonly refused: RefusedRow[] } {
  const { body, issues } = withIds(row.body, idOf);
  const named = new Set(issues.map(({ path }) => path));
  // An unknown key is not an id either and also breaks the schema; one problem is enough.
  const found = [...issues, ...bodyValidator(schemas[row.kind])(body).filter(({ path }) => !named.has(path))];
  return found.length === 0 ? { body } : { refused: found.map((issue) => refusedAt(row, issue)) };
}

/** An issue with the file and line of its row. */
export function refusedAt({ file, line }: BookRow, issue: Issue): RefusedRow {
  return { file, line, ...issue };
}

/** Kinds whose rows refer to obligations of their contract. */
export const namingObligations = ["custom-revenue", "discount-allocations", "openings"] as const;

type Parts = ContractRows["parts"];

/** Ids that stand for the keys of a contract's rows within one request, so that its rows can refer to each other. */
export function namesWithin(
  parts: Parts,
  idOf: IdOf,
): { readonly local: (name: string) => string; readonly inContract: IdOf } {
  const locals = new Map<string, string>();
  const local = (name: string): string => {
    const known = locals.get(name);
    if (known !== undefined) return known;
    const id = newId();
    locals.set(name, id);
    return id;
  };
  const keysOf = (...of: readonly Kind[]) => new Set(of.flatMap((kind) => parts.get(kind) ?? []).map(({ key }) => key));
  const terms = keysOf("billing-terms", "obligations");
  const pobs = keysOf("billing-terms", "obligations", "performance-obligations");
  const commitments = keysOf("commitments");
  const inContract: IdOf = (named, key) => {
    if (named === "group") return local(`group ${key}`);
    if (named === "billing-terms") return terms.has(key) ? local(`term ${key}`) : missing(key, "term or obligation");
    if (named === "performance-obligations")
      return pobs.has(key) ? local(`obligation ${key}`) : missing(key, "obligation");
    if (named === "commitments") return commitments.has(key) ? local(`commitment ${key}`) : missing(key, "commitment");
    return idOf(named, key);
  };
  return { local, inContract };
}

/** The problems of each part of a contract that has no row itself. */
export function problemsOfParts(parts: Parts, idOf: IdOf): RefusedRow[] {
  const { inContract } = namesWithin(parts, idOf);
  return [...parts.values()].flat().flatMap((row) => {
    const result = checkedRow(row, inContract);
    return "refused" in result ? result.refused : [];
  });
}

/** A row with a body that the schema of its request accepts. */
export type CheckedRow<Body> = { readonly row: BookRow; readonly body: Body };

/** The rows that a contract is created from. */
export type Keys = {
  readonly terms: readonly CheckedRow<Static<typeof CreateBillingTermBody>>[];
  readonly obligations: readonly CheckedRow<CreateObligationBody>[];
  readonly pobs: readonly CheckedRow<Static<typeof PobPart>>[];
  readonly commitments: readonly CheckedRow<Static<typeof CommitmentBody>>[];
};

export type CheckedParts = {
  readonly header: Static<typeof BookContract>;
  readonly keys: Keys;
  readonly prices: readonly CheckedRow<Static<typeof BookPrice>>[];
  readonly amendments: readonly CheckedRow<Static<typeof BookSeatAmendment>>[];
  readonly milestones: readonly CheckedRow<Static<typeof BookMilestone>>[];
};

/** The rows of a contract with ids in place of keys; or the problems of all rows, each checked on its own. */
export function checkedParts(
  { row, parts }: ContractRows,
  idOf: IdOf,
  inContract: IdOf,
): CheckedParts | { readonly refused: readonly RefusedRow[] } {
  const refused: RefusedRow[] = [];
  const checked = <Body>(kind: Kind): CheckedRow<Body>[] =>
    (parts.get(kind) ?? []).flatMap((part) => {
      const result = checkedRow(part, inContract);
      if ("body" in result) return [{ row: part, body: result.body as Body }];
      refused.push(...result.refused);
      return [];
    });
  const header = checkedRow(row, idOf);
  if ("refused" in header) refused.push(...header.refused);
  const found: Omit<CheckedParts, "header"> = {
    keys: {
      terms: checked("billing-terms"),
      obligations: checked("obligations"),
      pobs: checked("performance-obligations"),
      commitments: checked("commitments"),
    },
    prices: checked("prices"),
    amendments: checked("seat-amendments"),
    milestones: checked("milestones"),
  };
  // Rows that refer to obligations are read later, once these have ids. Their own problems are already listed here.
  for (const kind of namingObligations) checked(kind);
  if (refused.length > 0 || "refused" in header) return { refused };
  return { header: header.body as Static<typeof BookContract>, ...found };
}

/** The problem of a row that refers to something its contract does not have. */
export function missing(key: string, what: string) {
  return { problem: `The contract has no ${what} with the id ${key}.` };
}
