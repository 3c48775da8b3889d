import type { Static } from "typebox";
import { actOnContract } from "../../actions/act-on-contract.ts";
import { agreeLaterPrice } from "../../actions/agree-later-price.ts";
import { amendSeats } from "../../actions/amend-seats.ts";
import { type CreatedWhole, createWholeContract, type WholeContract } from "../../actions/create-whole-contract.ts";
import { monthsLookedAtOnce, openContract } from "../../actions/open-contract.ts";
import { reachMilestone } from "../../actions/reach-milestone.ts";
import { setObligationRevenue } from "../../actions/set-obligation-revenue.ts";
import { setRecognizedRevenue } from "../../actions/set-recognized-revenue.ts";
import type { TermPlace } from "../../actions/settled-term.ts";
import { type CreateBillingTermBody, newTermFrom, patchFromBody } from "../../api/schemas/billing-term-bodies.ts";
import { type CommitmentBody, commitmentFromBody } from "../../api/schemas/commitment-bodies.ts";
import * as headers from "../../api/schemas/contract-requests.ts";
import { type CreateDiscountAllocationBody, discountRequestFrom } from "../../api/schemas/discount-allocations.ts";
import { type CreateObligationBody, draftFromBody as obligationFrom } from "../../api/schemas/obligation-bodies.ts";
import { entriesFrom } from "../../api/schemas/obligation-updates.ts";
import { type CreateOpeningBody, openingFromBody } from "../../api/schemas/openings.ts";
import { pobDraftFrom } from "../../api/schemas/performance-obligation-bodies.ts";
import { amendmentFromBody } from "../../api/schemas/seat-amendments.ts";
import type { PobPart } from "../../api/schemas/whole-contracts.ts";
import { dayFrom } from "../../billing-terms/civil-date.ts";
import { addDiscountAllocation } from "../../billing-terms/discount-allocation-service.ts";
import * as billingTerms from "../../billing-terms/service.ts";
import { required } from "../../kernel/assert.ts";
import { DomainError, type Issue, issuesOf } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { bodyValidator } from "../../platform/http/validation.ts";
import type { WriteContext } from "../../platform/write.ts";
import { type BookRow, type Kind, type Named, type RefusedRow, withIds } from "./kind.ts";
import {
  type BookContract,
  type BookCustomRevenue,
  type BookMilestone,
  type BookPrice,
  type BookSeatAmendment,
  schemas,
} from "./schemas-service.ts";

/** A contract of a book with its parts. */
export type ContractRows = {
  readonly row: BookRow;
  readonly parts: ReadonlyMap<Kind, readonly BookRow[]>;
};

/** The id that a key stands for, or why it has none. */
export type IdOf = (named: Named, key: string) => string | { readonly problem: string };

/** A row with its ids in place of keys, and whether the schema of its request accepts it. */
export function checkedRow(row: BookRow, idOf: IdOf): { readonly body: unknown } | { readonly refused: RefusedRow[] } {
  const { body, issues } = withIds(row.body, idOf);
  const named = new Set(issues.map(({ path }) => path));
  // A key that stands for nothing is no id either; one problem is enough.
  const found = [...issues, ...bodyValidator(schemas[row.kind])(body).filter(({ path }) => !named.has(path))];
  return found.length === 0 ? { body } : { refused: found.map((issue) => refusedAt(row, issue)) };
}

/** A problem of a row, at the field that has it. */
export function refusedAt({ file, line }: BookRow, issue: Issue): RefusedRow {
  return { file, line, ...issue };
}

/** What became of a term after it was agreed, as it was agreed from the beginning. */
type Change = {
  readonly row: BookRow;
  readonly billingTermId: string;
  readonly make: (place: TermPlace) => Promise<unknown>;
};

/** Kinds whose rows name obligations of their contract. */
const namingObligations = ["custom-revenue", "discount-allocations", "openings"] as const;

type Parts = ContractRows["parts"];

/** What rows of one contract name each other by: ids that hold in one request alone, in place of keys that its rows have. */
function namesWithin(
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

/** What is wrong with the parts of a contract that the book has no row of, each by itself: they are refused for that alone. */
export function problemsOfParts(parts: Parts, idOf: IdOf): RefusedRow[] {
  const { inContract } = namesWithin(parts, idOf);
  return [...parts.values()].flat().flatMap((row) => {
    const result = checkedRow(row, inContract);
    return "refused" in result ? result.refused : [];
  });
}

/**
 * Creates a contract with its parts and loads it with its opening, by the use cases of the API, or says what is wrong with its rows.
 *
 * @param monthsInUse of all contracts of one write the same
 * @returns the id of the contract, and its currency
 */
export async function loadContract(
  ctx: WriteContext,
  { row, parts }: ContractRows,
  idOf: IdOf,
  monthsInUse = monthsLookedAtOnce(),
): Promise<{ readonly id: string; readonly currency: string } | { readonly refused: readonly RefusedRow[] }> {
  const { local, inContract } = namesWithin(parts, idOf);
  const rowsOf = (kind: Kind) => parts.get(kind) ?? [];
  const refused: RefusedRow[] = [];
  const checked = <Body>(kind: Kind): { readonly row: BookRow; readonly body: Body }[] =>
    rowsOf(kind).flatMap((part) => {
      const result = checkedRow(part, inContract);
      if ("body" in result) return [{ row: part, body: result.body as Body }];
      refused.push(...result.refused);
      return [];
    });
  const header = checkedRow(row, idOf);
  if ("refused" in header) refused.push(...header.refused);
  const terms = checked<Static<typeof CreateBillingTermBody>>("billing-terms");
  const obligations = checked<CreateObligationBody>("obligations");
  const pobs = checked<Static<typeof PobPart>>("performance-obligations");
  const commitments = checked<Static<typeof CommitmentBody>>("commitments");
  const prices = checked<Static<typeof BookPrice>>("prices");
  const amendments = checked<Static<typeof BookSeatAmendment>>("seat-amendments");
  const milestones = checked<Static<typeof BookMilestone>>("milestones");
  // What names obligations is read once they have ids; what is wrong with it by itself is listed with the rest.
  const later = namingObligations.flatMap(rowsOf);
  for (const kind of namingObligations) checked(kind);
  if (refused.length > 0 || "refused" in header) return { refused };

  const { approve, ...body } = header.body as Static<typeof BookContract>;
  const openings = rowsOf("openings");
  const changes: readonly Change[] = [
    ...prices.map(({ row: of, body: { billingTermId, effectiveDate, ...price } }) => {
      const patch = { ...patchFromBody(price), effectiveDate: dayFrom(effectiveDate) };
      return { row: of, billingTermId, make: (place: TermPlace) => agreeLaterPrice(ctx, place, patch) };
    }),
    ...amendments.map(({ row: of, body: { billingTermId, ...amendment } }) => {
      const make = (place: TermPlace) => amendSeats(ctx, place, amendmentFromBody(amendment));
      return { row: of, billingTermId, make };
    }),
    ...milestones.map(({ row: of, body: { billingTermId, reachedOn, note = null } }) => {
      const make = (place: TermPlace) => reachMilestone(ctx, place, { reachedOn: dayFrom(reachedOn), note });
      return { row: of, billingTermId, make };
    }),
  ];
  const request: WholeContract = {
    customer: undefined,
    contract: () => headers.draftFromBody({ body, lossyNumbers: row.lossyNumbers }),
    billingTerms: terms.map((term) => ({ localId: local(`term ${term.row.key}`), read: () => newTermFrom(term.body) })),
    obligations: obligations.map((one) => ({
      ...{ localId: local(`term ${one.row.key}`), read: () => obligationFrom(one.body) },
    })),
    performanceObligations: pobs.map(({ body: { billingTermGroupId: groupId, ...rest } }) => {
      return { groupId, read: () => pobDraftFrom(rest) };
    }),
    commitments: commitments.map((one) => () => commitmentFromBody(one.body)),
    approves: approve === true && later.length + changes.length === 0,
  };
  const lists = { billingTerms: terms, obligations, performanceObligations: pobs, commitments };
  try {
    const created = await createWholeContract(ctx, request);
    const keys = { terms, obligations, pobs, commitments };
    const termIds = termIdsOf(created, keys);
    const localTerms = new Map([...termIds].map(([key, id]) => [local(`term ${key}`), id]));
    const placeOf = (local: string) => {
      const billingTermId = required(localTerms.get(local), "a term of the contract");
      return { contractId: created.contract.id, billingTermId };
    };
    for (const { row: part, billingTermId, make } of changes) {
      const found = await orRefused(part, () => make(placeOf(billingTermId)));
      if (found.length > 0) return { refused: found };
    }
    const idIn = later.length === 0 ? idOf : await idsOfParts(ctx, created, { keys, idOf });
    for (const months of rowsOf("custom-revenue")) {
      const found = await setMonths(ctx, created, months, idIn);
      if (found.length > 0) return { refused: found };
    }
    for (const discount of rowsOf("discount-allocations")) {
      const found = await allocateDiscount(ctx, created, discount, idIn);
      if (found.length > 0) return { refused: found };
    }
    if (approve === true && !request.approves && openings.length === 0)
      await actOnContract(ctx, created.contract.id, { action: "APPROVE", reason: undefined });
    for (const opening of openings) {
      const found = await load(ctx, created, opening, { monthsInUse, idIn });
      if (found.length > 0) return { refused: found };
    }
    return { id: created.contract.id, currency: created.contract.currency };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { refused: problemsOf(error).map((issue) => placedAt(issue, row, lists)) };
  }
}

/** What a row is refused for; nothing where it is carried out. */
async function orRefused(row: BookRow, use: () => Promise<unknown>): Promise<RefusedRow[]> {
  try {
    await use();
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return problemsOf(error).map((issue) => refusedAt(row, issue));
  }
}

/** What a rejection names, and all that keeps a contract from being approved. */
function problemsOf(error: DomainError): Issue[] {
  const reasons = (error.details as { readonly blockReasons?: readonly (Omit<Issue, "path"> & { path?: string })[] })
    .blockReasons;
  if (reasons === undefined || reasons.length === 0) return issuesOf(error);
  return reasons.map(({ path = "", code, message }) => ({ path, code, message }));
}

type Lists = Readonly<Record<string, readonly { readonly row: BookRow }[]>>;

/** An issue of a contract with its parts, at the row that it is about. */
function placedAt(issue: Issue, contract: BookRow, lists: Lists): RefusedRow {
  const [, list = "", index, rest = ""] = /^\/(\w+)\/(\d+)(.*)$/.exec(issue.path) ?? [];
  const part = lists[list]?.[Number(index)];
  return part === undefined ? refusedAt(contract, issue) : refusedAt(part.row, { ...issue, path: rest });
}

function missing(key: string, what: string) {
  return { problem: `The contract has no ${what} with the id ${key}.` };
}

type Keys = Readonly<
  Record<"terms" | "obligations" | "pobs" | "commitments", readonly { readonly row: BookRow; readonly body: unknown }[]>
>;

/** What rows name of a contract that was just created; an obligation and a term name what follows them. */
async function idsOfParts(
  ctx: WriteContext,
  created: CreatedWhole,
  { keys, idOf }: { readonly keys: Keys; readonly idOf: IdOf },
): Promise<IdOf> {
  const termIds = termIdsOf(created, keys);
  const pobIds = new Map<string | null, string>();
  for (const [index, { row }] of keys.obligations.entries()) {
    const pob = created.obligations[index]?.performanceObligation;
    if (pob !== undefined) pobIds.set(row.key, pob.id);
  }
  // They were created group by group.
  const inOrder = [
    ...Map.groupBy(keys.pobs, ({ body }) => (body as Static<typeof PobPart>).billingTermGroupId),
  ].flatMap(([, members]) => members);
  for (const [index, { row }] of inOrder.entries()) {
    const id = created.performanceObligationIds[index];
    if (id !== undefined) pobIds.set(row.key, id);
  }
  if (keys.terms.length > 0) {
    const records = await billingTerms.performanceObligationsOfContracts(ctx.tx, ctx.merchant.id, [
      created.contract.id,
    ]);
    const keyOfTerm = new Map([...termIds].map(([key, id]) => [id, key]));
    for (const { pob } of records) {
      const key = pob.billingTerm === null ? undefined : keyOfTerm.get(pob.billingTerm.id);
      if (key !== undefined) pobIds.set(key, pob.id);
    }
  }
  const commitmentIds = new Map(keys.commitments.map(({ row }, index) => [row.key, created.commitmentIds[index]]));
  return (named, key) => {
    if (named === "event-types") return idOf(named, key);
    if (named === "commitments") return commitmentIds.get(key) ?? missing(key, "commitment");
    const ids = named === "billing-terms" ? termIds : pobIds;
    return ids.get(key) ?? missing(key, named === "billing-terms" ? "term or obligation" : "obligation");
  };
}

/** Sets what months of an obligation earn, in place of its pattern, also those that are over. */
async function setMonths(ctx: WriteContext, created: CreatedWhole, row: BookRow, idIn: IdOf): Promise<RefusedRow[]> {
  const result = checkedRow(row, idIn);
  if ("refused" in result) return result.refused;
  const { performanceObligationId, customRevenue } = result.body as Static<typeof BookCustomRevenue>;
  const entriesIn = (currency: string) => entriesFrom(customRevenue, currency);
  const own = created.obligations.find(({ performanceObligation: { id } }) => id === performanceObligationId);
  const closed = { closedThrough: null };
  const found = await orRefused(row, () =>
    own === undefined
      ? setRecognizedRevenue(ctx, performanceObligationId, entriesIn, { closed })
      : setObligationRevenue(ctx, created.contract.id, own.id, entriesIn, { closed }),
  );
  return found.map((issue) => ({ ...issue, path: issue.path.replace(/^\/\d/, "/customRevenue$&") }));
}

/** Has a discount belong to some obligations of a contract alone. */
async function allocateDiscount(
  ctx: WriteContext,
  created: CreatedWhole,
  row: BookRow,
  idIn: IdOf,
): Promise<RefusedRow[]> {
  const result = checkedRow(row, idIn);
  if ("refused" in result) return result.refused;
  const discount = discountRequestFrom(result.body as Static<typeof CreateDiscountAllocationBody>);
  return orRefused(row, () => addDiscountAllocation(ctx, created.contract.id, discount));
}

/** Loads a contract that was just created with what other books say of it. */
async function load(
  ctx: WriteContext,
  created: CreatedWhole,
  opening: BookRow,
  { monthsInUse, idIn }: { readonly monthsInUse: ReturnType<typeof monthsLookedAtOnce>; readonly idIn: IdOf },
): Promise<RefusedRow[]> {
  const result = checkedRow(opening, idIn);
  if ("refused" in result) return result.refused;
  const said = openingFromBody(result.body as Static<typeof CreateOpeningBody>);
  return orRefused(opening, () => openContract(ctx, created.contract.id, said, monthsInUse));
}

/** The terms that were created, also those of obligations, by the keys of their rows. */
function termIdsOf(created: CreatedWhole, { terms, obligations }: Keys): Map<string | null, string> {
  const ids = new Map<string | null, string>();
  for (const [index, { row }] of terms.entries()) {
    const record = created.billingTerms[index];
    if (record !== undefined) ids.set(row.key, record.term.id);
  }
  for (const [index, { row }] of obligations.entries()) {
    const pob = created.obligations[index]?.performanceObligation;
    if (pob !== undefined) ids.set(row.key, pob.billingTerm.id);
  }
  return ids;
}
