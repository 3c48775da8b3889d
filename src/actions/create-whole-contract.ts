import type { BillingTermRecord } from "../billing-terms/billing-term.ts";
import type { Obligation, ObligationDraft } from "../billing-terms/obligation.ts";
import { rejectWithoutFeature } from "../billing-terms/performance-obligations/group-service.ts";
import type { PobDraft } from "../billing-terms/performance-obligations/pob-request.ts";
import { type SavedPobs, savePobs } from "../billing-terms/performance-obligations/pob-service.ts";
import { reportTerms } from "../billing-terms/report-service.ts";
import { obligationsOfContract } from "../billing-terms/service.ts";
import { termRecordsOfContracts } from "../billing-terms/term-store.ts";
import type { CommitmentDraft } from "../commitments/commitment-draft.ts";
import { createCommitments } from "../commitments/service.ts";
import { actOnLocked } from "../contracts/action-service.ts";
import type { Contract, ContractDraft } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import type { Customer, CustomerDraft } from "../customers/customer.ts";
import { createCustomer } from "../customers/service.ts";
import { required } from "../kernel/assert.ts";
import { DomainError, type Issue, invalid, issuesOf, placed } from "../kernel/errors.ts";
import { rejectionOf } from "../platform/http/error-codes.ts";
import type { Warning } from "../platform/http/wire.ts";
import type { WriteContext } from "../platform/write.ts";
import { insertNewTerm, type NewTerm, noteTerm } from "./add-billing-term.ts";
import { insertNewObligation, noteObligation } from "./add-obligation.ts";

/** Parses a part of the request; its issues are collected with those of all parts. */
type Read<Draft> = () => Draft;

/** A part that other parts of the request refer to by a local id (ADR 0064). */
export type LocalPart<Draft> = { readonly localId: string | undefined; readonly read: Read<Draft> };

/** A requested contract with all its parts, in request order. */
export type WholeContract = {
  readonly customer: Read<CustomerDraft> | undefined;
  readonly contract: Read<ContractDraft>;
  /** Their `groupId` is local: terms with the same one are put into one new group. */
  readonly billingTerms: readonly LocalPart<NewTerm>[];
  readonly obligations: readonly LocalPart<ObligationDraft>[];
  /** With their local group ids. */
  readonly performanceObligations: readonly { readonly groupId: string; readonly read: Read<PobDraft> }[];
  /** They name terms by their local ids. */
  readonly commitments: readonly Read<CommitmentDraft>[];
  readonly approves: boolean;
};

/** The final contract, and everything created with it. */
export type CreatedWhole = {
  readonly contract: Contract;
  readonly customerId: string | null;
  readonly billingTerms: readonly BillingTermRecord[];
  readonly obligations: readonly Obligation[];
  readonly performanceObligationIds: readonly string[];
  readonly commitmentIds: readonly string[];
  readonly warnings: readonly Warning[];
};

/**
 * Creates a contract with its customer, terms, obligations, performance obligations and commitments, and approves it if asked
 * to, all or nothing. Every part is checked as in its own request, and the issues of all parts are returned together.
 *
 * @throws DomainError VALIDATION_FAILED or the code that all issues share, INVALID_CONTRACT_STATE if only the approval is blocked, with the
 *   reasons at their paths in the request
 */
export async function createWholeContract(ctx: WriteContext, request: WholeContract): Promise<CreatedWhole> {
  const check = checks();
  const { customer: readCustomer } = request;
  const customer =
    readCustomer === undefined
      ? undefined
      : await check.at("/customer", async () => createCustomer(ctx, readCustomer()));
  const contract = await header(ctx, request.contract, customer, check);

  const names = localNames();
  const terms = await addTerms(ctx, contract, request, names, check);
  const obligations = await addObligations(ctx, contract, request, names, check);
  const isReported = terms.length + obligations.length > 0;
  let current = isReported ? await reportTerms(ctx, contract) : contract;
  const saved = await addPobs(ctx, contract.id, request, names, check);
  const commitmentIds = await addCommitments(ctx, contract.id, request, names, check);
  if (check.issues.length > 0) throw rejectionOf(check.issues);
  // Read again: adding performance obligations and commitments updates the contract row.
  const hasParts = saved.ids.length + commitmentIds.length > 0;
  if (hasParts) current = await contracts.getContract(ctx, contract.id, "NOT_FOUND");

  const records = await recordsOf(ctx, contract, terms);
  const made = await obligationsOf(ctx, contract, obligations);
  const created = {
    customerId: customer?.id ?? null,
    billingTerms: records,
    obligations: made,
    performanceObligationIds: saved.ids,
    commitmentIds,
    warnings: saved.warnings,
  };
  return { ...created, contract: request.approves ? await approve(ctx, current, names.places) : current };
}

type Checks = ReturnType<typeof checks>;

/** Collects issues: after a rejected part, the next ones are still checked. */
function checks() {
  const issues: Issue[] = [];
  const reject = (found: readonly Issue[]) => void issues.push(...found);
  const at = async <Made>(
    place: string,
    make: () => Promise<Made>,
    rename: (issue: Issue) => Issue = (issue) => issue,
  ): Promise<Made | undefined> => {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      reject(placed(place, issuesOf(error)).map(rename));
      return undefined;
    }
  };
  return { issues, at, reject };
}

/** The contract, or a placeholder for a rejected one, so that its parts can still be checked; then nothing is stored. */
async function header(
  ctx: WriteContext,
  read: Read<ContractDraft>,
  customer: Customer | undefined,
  check: Checks,
): Promise<Contract> {
  const sent = await check.at("", async () => read());
  const contract = sent && (await check.at("", () => contracts.createContract(ctx, sent, customer)));
  if (contract !== undefined) return contract;
  const blank = {
    start: null,
    end: null,
    customerId: null,
    externalIds: [],
    metadata: null,
    customFields: [],
  } as const;
  return contracts.createContract(ctx, { ...(sent ?? nothingSent), ...blank });
}

const nothingSent: ContractDraft = {
  name: "Rejected",
  customerId: null,
  currency: undefined,
  start: null,
  end: null,
  closeDate: null,
  netPaymentTerms: undefined,
  externalIds: [],
  source: "API",
  poNumber: null,
  consolidationKey: null,
  allocationMethod: "STATED",
  metadata: null,
  customFields: [],
};

/** The records of local ids, the local ids of rejected parts, and the path of each new record in the request. */
function localNames() {
  return {
    terms: new Map<string, string>(),
    groups: new Map<string, string>(),
    rejected: new Set<string>(),
    places: new Map<string, string>(),
  };
}
type LocalNames = ReturnType<typeof localNames>;

async function addTerms(
  ctx: WriteContext,
  contract: Contract,
  { billingTerms }: WholeContract,
  names: LocalNames,
  check: Checks,
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, { localId, read }] of billingTerms.entries()) {
    const place = `/billingTerms/${index}`;
    let local: string | undefined;
    const term = await check.at(place, async () => {
      const draft = read();
      local = draft.groupId;
      const groupId = local === undefined ? undefined : names.groups.get(local);
      return insertNewTerm(ctx, contract, { ...draft, groupId });
    });
    if (term === undefined) {
      for (const name of [localId, local]) if (name !== undefined) names.rejected.add(name);
    } else {
      ids.push(term.termId);
      for (const id of [term.termId, term.pobId, term.groupId]) names.places.set(id, place);
      if (local !== undefined) names.groups.set(local, term.groupId);
    }
    name(names, localId, term?.termId, place, check);
  }
  return ids;
}

async function addObligations(
  ctx: WriteContext,
  contract: Contract,
  { obligations }: WholeContract,
  names: LocalNames,
  check: Checks,
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, { localId, read }] of obligations.entries()) {
    const place = `/obligations/${index}`;
    const made = await check.at(place, async () => insertNewObligation(ctx, contract, read()));
    if (made !== undefined) {
      ids.push(made.obligationId);
      names.places.set(made.obligationId, place);
    } else if (localId !== undefined) names.rejected.add(localId);
    name(names, localId, made?.termId, place, check);
  }
  return ids;
}

function name(
  names: LocalNames,
  localId: string | undefined,
  termId: string | undefined,
  place: string,
  check: Checks,
): void {
  if (localId === undefined) return;
  if (names.terms.has(localId)) {
    const message = "Another part of the request has this localId; give each its own.";
    check.reject([{ path: `${place}/localId`, code: "DUPLICATE", message }]);
  }
  if (termId !== undefined) names.terms.set(localId, termId);
}

type SavedAll = { readonly ids: readonly string[]; readonly warnings: SavedPobs["warnings"] };

async function addPobs(
  ctx: WriteContext,
  contractId: string,
  { performanceObligations: all }: WholeContract,
  names: LocalNames,
  check: Checks,
): Promise<SavedAll> {
  if (all.length === 0) return { ids: [], warnings: [] };
  const isAllowed = await check.at("/performanceObligations", async () => {
    rejectWithoutFeature(ctx);
    return true;
  });
  const ids: string[] = [];
  const warnings: Warning[] = [];
  const numbered = all.map((pob, index) => ({ ...pob, index }));
  for (const [local, members] of Map.groupBy(numbered, ({ groupId }) => groupId)) {
    // If a term of the group was rejected, its issue says more than those of performance obligations that no longer fit.
    if (isAllowed === undefined || names.rejected.has(local)) continue;
    const places = members.map(({ index }) => `/performanceObligations/${index}`);
    const inRequest = (issue: Issue): Issue => ({ ...issue, path: pathOf(issue.path, places) });
    const saved = await check.at(
      "",
      async () => {
        const toCreate = members.map(({ read }) => read());
        const batch = { toCreate, toUpdate: [], toDelete: [], allocates: false };
        const groupId = names.groups.get(local);
        if (groupId === undefined) throw unknownGroup(places);
        // Read again: the addition before updated the contract row.
        const contract = await contracts.getContract(ctx, contractId, "NOT_FOUND");
        return savePobs(ctx, contract, groupId, batch, () => false);
      },
      inRequest,
    );
    if (saved === undefined) continue;
    ids.push(...saved.createdIds);
    for (const [at, id] of saved.createdIds.entries()) names.places.set(id, required(places[at], "its place"));
    warnings.push(...saved.warnings);
  }
  return { ids, warnings };
}

function unknownGroup(places: readonly string[]): DomainError {
  const message = "No billing term of the request has this billingTermGroupId; send the one that its terms have.";
  return rejectionOf(
    places.map((_place, at) => ({ path: `/toCreate/${at}/billingTermGroupId`, code: "NOT_FOUND", message })),
  );
}

/** Translates a path of a group request, such as `/toCreate/1/name`, into a path of this one. */
function pathOf(path: string, places: readonly string[]): string {
  const [, at, rest = ""] = /^\/toCreate\/(\d+)(.*)$/.exec(path) ?? [];
  return at === undefined
    ? required(places[0], "a performance obligation of the group")
    : `${places[Number(at)]}${rest}`;
}

async function addCommitments(
  ctx: WriteContext,
  contractId: string,
  { commitments }: WholeContract,
  names: LocalNames,
  check: Checks,
): Promise<string[]> {
  if (commitments.length === 0) return [];
  const drafts = commitments.map((read) => read());
  const places = drafts.flatMap((draft, index) =>
    termsNamed(draft).some((id) => names.rejected.has(id)) ? [] : [index],
  );
  const checked = places.map((index) => withTerms(required(drafts[index], "a draft"), names));
  const inRequest = (issue: Issue): Issue => ({
    ...issue,
    path: issue.path.replace(/^\/commitments\/(\d+)/, (_all, at) => `/commitments/${places[Number(at)]}`),
  });
  const made = await check.at(
    "",
    async () => createCommitments(ctx, await contracts.getContract(ctx, contractId, "NOT_FOUND"), checked),
    (issue) => (issue.path === "" ? { ...issue, path: "/commitments" } : inRequest(issue)),
  );
  return (made ?? []).map(({ commitment }) => commitment.id);
}

function termsNamed({ schedules }: CommitmentDraft): string[] {
  return schedules.flatMap(({ steps, overageConfigs = [] }) => [
    ...steps.flatMap(({ billingTermIds }) => billingTermIds),
    ...overageConfigs.flatMap(({ billingTermId }) => billingTermId ?? []),
  ]);
}

/** A commitment with local term ids replaced. */
function withTerms(draft: CommitmentDraft, { terms }: LocalNames): CommitmentDraft {
  const termOf = (id: string) => terms.get(id) ?? id;
  const schedules = draft.schedules.map((schedule) => ({
    ...schedule,
    steps: schedule.steps.map((step) => ({ ...step, billingTermIds: step.billingTermIds.map(termOf) })),
    overageConfigs: schedule.overageConfigs?.map((overage) =>
      overage.billingTermId === undefined ? overage : { ...overage, billingTermId: termOf(overage.billingTermId) },
    ),
  }));
  return { ...draft, schedules };
}

async function recordsOf(ctx: WriteContext, contract: Contract, ids: readonly string[]): Promise<BillingTermRecord[]> {
  if (ids.length === 0) return [];
  const byId = new Map(
    (await termRecordsOfContracts(ctx.tx, ctx.merchant.id, [contract.id])).map((record) => [record.term.id, record]),
  );
  const records = ids.map((id) => required(byId.get(id), "a term just added"));
  for (const record of records) noteTerm(ctx, contract, record);
  return records;
}

async function obligationsOf(ctx: WriteContext, contract: Contract, ids: readonly string[]): Promise<Obligation[]> {
  if (ids.length === 0) return [];
  const found = await obligationsOfContract(ctx.tx, ctx.merchant.id, contract.id);
  const byId = new Map(found.map((obligation) => [obligation.id, obligation]));
  const obligations = ids.map((id) => required(byId.get(id), "an obligation just added"));
  for (const obligation of obligations) noteObligation(ctx, contract, obligation);
  return obligations;
}

/** @throws DomainError INVALID_CONTRACT_STATE with the reasons, at their places in the request */
async function approve(ctx: WriteContext, contract: Contract, places: ReadonlyMap<string, string>): Promise<Contract> {
  try {
    return await actOnLocked(ctx, contract, { action: "APPROVE", reason: undefined });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "INVALID_CONTRACT_STATE") throw error;
    const { blockReasons, ...details } = error.details as { blockReasons: readonly { readonly path?: string }[] };
    const placedReasons = blockReasons.map((reason) =>
      reason.path === undefined ? reason : { ...reason, path: inRequest(reason.path, places) },
    );
    throw invalid(error.code, error.message, { ...details, blockReasons: placedReasons });
  }
}

/** The path of a reason in the request: that of the last record named in its own path. */
function inRequest(path: string, places: ReadonlyMap<string, string>): string {
  const segments = path.split("/");
  const at = segments.findLastIndex((segment) => places.has(segment));
  return at === -1 ? path : [places.get(segments[at] ?? ""), ...segments.slice(at + 1)].join("/");
}
