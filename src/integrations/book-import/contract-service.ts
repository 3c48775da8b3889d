import type { Static } from "typebox";
import { actOnContract } from "../../actions/act-on-contract.ts";
import { agreeLaterPrice } from "../../actions/agree-later-price.ts";
import { amendSeats } from "../../actions/amend-seats.ts";
import { type CreatedWhole, createWholeContract, type WholeContract } from "../../actions/create-whole-contract.ts";
import type { TermPlace } from "../../actions/lock-term.ts";
import { monthsLookedAtOnce, openContract } from "../../actions/open-contract.ts";
import { reachMilestone } from "../../actions/reach-milestone.ts";
import { setObligationRevenue } from "../../actions/set-obligation-revenue.ts";
import { setRecognizedRevenue } from "../../actions/set-recognized-revenue.ts";
import { newTermFrom, patchFromBody } from "../../api/schemas/billing-term-bodies.ts";
import { commitmentFromBody } from "../../api/schemas/commitment-bodies.ts";
import * as headers from "../../api/schemas/contract-requests.ts";
import { type CreateDiscountAllocationBody, discountRequestFrom } from "../../api/schemas/discount-allocations.ts";
import { draftFromBody as obligationFrom } from "../../api/schemas/obligation-bodies.ts";
import { entriesFrom } from "../../api/schemas/obligation-updates.ts";
import { type CreateOpeningBody, openingFromBody } from "../../api/schemas/openings.ts";
import { pobDraftFrom } from "../../api/schemas/performance-obligation-bodies.ts";
import { amendmentFromBody } from "../../api/schemas/seat-amendments.ts";
import { addDiscountAllocation } from "../../billing-terms/performance-obligations/discount-allocation-service.ts";
import * as billingTerms from "../../billing-terms/service.ts";
import { required } from "../../kernel/assert.ts";
import { dayFrom } from "../../kernel/day.ts";
import { DomainError, type Issue, issuesOf } from "../../kernel/errors.ts";
import type { WriteContext } from "../../platform/write.ts";
import {
  type CheckedParts,
  type ContractRows,
  checkedParts,
  checkedRow,
  type IdOf,
  type Keys,
  missing,
  namesWithin,
  namingObligations,
  refusedAt,
} from "./checked-rows-service.ts";
import type { BookRow, Kind, RefusedRow } from "./kind.ts";
import type { BookCustomRevenue } from "./schemas-service.ts";

/** A later change of a term: a price, seats or a reached milestone. */
type Change = {
  readonly row: BookRow;
  readonly billingTermId: string;
  readonly make: (place: TermPlace) => Promise<unknown>;
};

/**
 * Creates a contract with its parts and loads its opening, by the use cases of the API, or returns the problems of its rows.
 *
 * @param monthsInUse pass the same one for all contracts of a write
 * @returns the id of the contract, and its currency
 */
export async function loadContract(
  ctx: WriteContext,
  { row, parts }: ContractRows,
  idOf: IdOf,
  monthsInUse = monthsLookedAtOnce(),
): Promise<{ readonly id: string; readonly currency: string } | { readonly refused: readonly RefusedRow[] }> {
  const names = namesWithin(parts, idOf);
  const checked = checkedParts({ row, parts }, idOf, names.inContract);
  if ("refused" in checked) return checked;
  const { header, keys } = checked;
  const { approve, ...body } = header;
  const changes = changesOf(ctx, checked);
  const rowsOf = (kind: Kind) => parts.get(kind) ?? [];
  const later = namingObligations.flatMap(rowsOf);
  const request: WholeContract = {
    ...wholeOf(keys, names.local),
    contract: () => headers.draftFromBody({ body, lossyNumbers: row.lossyNumbers }),
    approves: approve === true && changes.length + later.length === 0,
  };
  try {
    const created = await createWholeContract(ctx, request);
    const { id, currency } = created.contract;
    const localTerms = new Map(
      [...termIdsOf(created, keys)].map(([key, termId]) => [names.local(`term ${key}`), termId]),
    );
    const placeOf = (local: string): TermPlace => {
      return { contractId: id, billingTermId: required(localTerms.get(local), "a term of the contract") };
    };
    const idIn = later.length === 0 ? idOf : await idsOfParts(ctx, created, { keys, idOf });
    const openings = rowsOf("openings");
    const approvesLast = approve === true && !request.approves && openings.length === 0;
    // In the order of a contract's life: later agreements, amounts set by hand, approval, and the opening from other books.
    const steps: readonly (() => Promise<readonly RefusedRow[]>)[] = [
      ...changes.map(
        ({ row: part, billingTermId, make }) =>
          () =>
            orRefused(part, () => make(placeOf(billingTermId))),
      ),
      ...rowsOf("custom-revenue").map((months) => () => setMonths(ctx, created, months, idIn)),
      ...rowsOf("discount-allocations").map((discount) => () => allocateDiscount(ctx, created, discount, idIn)),
      ...(approvesLast ? [() => approveWhole(ctx, id)] : []),
      ...openings.map((opening) => () => load(ctx, created, opening, { monthsInUse, idIn })),
    ];
    for (const step of steps) {
      const refused = await step();
      if (refused.length > 0) return { refused };
    }
    return { id, currency };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { terms: billingTerms, obligations, pobs: performanceObligations, commitments } = keys;
    const lists = { billingTerms, obligations, performanceObligations, commitments };
    return { refused: problemsOf(error).map((issue) => placedAt(issue, row, lists)) };
  }
}

/** The later changes of terms: prices, seats and reached milestones. */
function changesOf(ctx: WriteContext, { prices, amendments, milestones }: CheckedParts): Change[] {
  return [
    ...prices.map(({ row, body: { billingTermId, effectiveDate, ...price } }): Change => {
      const patch = { ...patchFromBody(price), effectiveDate: dayFrom(effectiveDate) };
      return { row, billingTermId, make: (place) => agreeLaterPrice(ctx, place, patch) };
    }),
    ...amendments.map(({ row, body: { billingTermId, ...amendment } }): Change => {
      return { row, billingTermId, make: (place) => amendSeats(ctx, place, amendmentFromBody(amendment)) };
    }),
    ...milestones.map(({ row, body: { billingTermId, reachedOn, note = null } }): Change => {
      return {
        row,
        billingTermId,
        make: (place) => reachMilestone(ctx, place, { reachedOn: dayFrom(reachedOn), note }),
      };
    }),
  ];
}

/** The parts of the request that creates a contract as a whole. */
function wholeOf(
  { terms, obligations, pobs, commitments }: Keys,
  local: (name: string) => string,
): Omit<WholeContract, "contract" | "approves"> {
  return {
    customer: undefined,
    billingTerms: terms.map(({ row, body }) => ({ localId: local(`term ${row.key}`), read: () => newTermFrom(body) })),
    obligations: obligations.map(({ row, body }) => {
      return { localId: local(`term ${row.key}`), read: () => obligationFrom(body) };
    }),
    performanceObligations: pobs.map(({ body: { billingTermGroupId: groupId, ...rest } }) => {
      return { groupId, read: () => pobDraftFrom(rest) };
    }),
    commitments: commitments.map(
      ({ body }) =>
        () =>
          commitmentFromBody(body),
    ),
  };
}

async function approveWhole(ctx: WriteContext, contractId: string): Promise<readonly RefusedRow[]> {
  await actOnContract(ctx, contractId, { action: "APPROVE", reason: undefined });
  return [];
}

/** Runs a use case for a row and returns the problems if it is rejected; empty if it succeeds. */
async function orRefused(row: BookRow, use: () => Promise<unknown>): Promise<RefusedRow[]> {
  try {
    await use();
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return problemsOf(error).map((issue) => refusedAt(row, issue));
  }
}

/** The issues of a rejection; if it has reasons that block the approval of a contract, those instead. */
function problemsOf(error: DomainError): Issue[] {
  const reasons = (error.details as { readonly blockReasons?: readonly (Omit<Issue, "path"> & { path?: string })[] })
    .blockReasons;
  if (reasons === undefined || reasons.length === 0) return issuesOf(error);
  return reasons.map(({ path = "", code, message }) => ({ path, code, message }));
}

type Lists = Readonly<Record<string, readonly { readonly row: BookRow }[]>>;

/** Places an issue of a whole contract at the row that it is about. */
function placedAt(issue: Issue, contract: BookRow, lists: Lists): RefusedRow {
  const [, list = "", index, rest = ""] = /^\/(\w+)\/(\d+)(.*)$/.exec(issue.path) ?? [];
  const part = lists[list]?.[Number(index)];
  return part === undefined ? refusedAt(contract, issue) : refusedAt(part.row, { ...issue, path: rest });
}

/** The lookup of ids by key for the parts of a contract that was just created. A term's key also stands for its obligation. */
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
  // Performance obligations were created group by group.
  const inOrder = [...Map.groupBy(keys.pobs, ({ body }) => body.billingTermGroupId)].flatMap(([, members]) => members);
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

/** Sets the revenue of months of an obligation by hand, also for past months. */
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

/** Allocates a discount to only some obligations of a contract. */
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

/** Loads the opening, the figures from other books, of a contract that was just created. */
async function load(
  ctx: WriteContext,
  created: CreatedWhole,
  opening: BookRow,
  { monthsInUse, idIn }: { readonly monthsInUse: ReturnType<typeof monthsLookedAtOnce>; readonly idIn: IdOf },
): Promise<RefusedRow[]> {
  const result = checkedRow(opening, idIn);
  if ("refused" in result) return result.refused;
  const draft = openingFromBody(result.body as Static<typeof CreateOpeningBody>);
  return orRefused(opening, () => openContract(ctx, created.contract.id, draft, monthsInUse));
}

/** Ids of the created terms, including those of obligations, by the keys of their rows. */
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
