import { createHash } from "node:crypto";
import { sql } from "kysely";
import { assert, required } from "../kernel/assert.ts";
import { type Day, formatDay } from "../kernel/day.ts";
import { conflict } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { decide, heldForApproval, planMoved } from "./approvals/approval.ts";
import { keepChangeRequest } from "./approvals/ask.ts";
import type { Approval, KeptRequest } from "./approvals/change-request.ts";
import type { Need } from "./approvals/policy.ts";
import { ApprovalRequired } from "./approvals/required.ts";
import { viewOfChangeRequest } from "./approvals/view.ts";
import { inTransaction, type Tx } from "./db/pool.ts";
import type { Principal } from "./http/endpoint.ts";
import { dryRunBusy } from "./http/errors.ts";
import type { RouteAnswer, RouteRequest } from "./http/route.ts";
import type { Warning } from "./http/wire.ts";
import { answerBefore, type KeyedRequest, keepAnswer } from "./idempotency.ts";
import { drainOutbox, lockContracts } from "./outbox.ts";
import {
  commitSession,
  openSession,
  type Platform,
  provisionalNumbers,
  rolledBack,
  takeNumbers,
  type WriteContext,
  type WriteOptions,
} from "./write.ts";

/** What a use case answers: the record as integrators see it, and the contract whose books it may move, null for none. */
export type UseCaseAnswer = {
  readonly payload: unknown;
  readonly contractId: string | null;
  readonly warnings?: readonly Warning[];
};

/**
 * Reports what a write did to one contract's invoices, revenue and books. Given by the reports, which know them all, and
 * handed in through `app.ts`, so that no earlier capability imports a later one.
 */
export type Consequences = {
  readonly snapshot: (context: WriteContext, contractId: string) => Promise<ContractSnapshot>;
  readonly compare: (context: WriteContext, before: ContractSnapshot, after: ContractSnapshot) => PlanReport;
  /** What a write about a document of no single contract created, found by the ids it gave out. */
  readonly made: (context: WriteContext, ids: readonly string[]) => Promise<PlanReport>;
};

/** The state of one contract's documents, revenue and journal; made and read by `Consequences` alone. */
export type ContractSnapshot = unknown;
export type PlanReport = {
  readonly summary: Readonly<Record<string, unknown>>;
  /** As it is shown: long lists cut. */
  readonly plan: Readonly<Record<string, unknown>>;
  /** As it is hashed: every entry. */
  readonly hashed: unknown;
};

export type WritingPlatform = Platform & { readonly consequences: Consequences };

type WriteRequest = KeyedRequest &
  Pick<
    RouteRequest<unknown>,
    "principal" | "requestId" | "operationId" | "params" | "dryRun" | "agreedOn" | "ifPlan" | "approval"
  >;

/** The contract a write is about; undefined when the write creates it, null when it is about none or several. */
type ContractOfWrite = string | null | undefined;

export type RunWriteOptions = {
  /** Named by the request, or found through the document that it names. */
  readonly contractId: ContractOfWrite | ((tx: Tx, merchantId: string) => Promise<string | null>);
  readonly message: string;
};

/**
 * Runs a use case about one contract as the request wants it: for real, as a dry run that keeps nothing, or for real
 * only if the plan shown by an earlier dry run still holds (`If-Plan`; rules 2).
 */
export async function runWrite(
  platform: WritingPlatform,
  request: WriteRequest,
  { contractId, message }: RunWriteOptions,
  use: (context: WriteContext) => Promise<UseCaseAnswer>,
): Promise<RouteAnswer> {
  return carryOut(platform, request, {
    use: async (ctx) => {
      const { payload, warnings } = await use(ctx);
      return { payload, message, ...(warnings === undefined ? {} : { warnings }) };
    },
    hold: async (tx, options) => {
      const held = await resolved(contractId, tx, options);
      if (typeof held === "string") await lockContracts(tx, options.merchantId, [held]);
      await sql`select from books where merchant_id = ${options.merchantId} for share`.execute(tx);
    },
    preview: async (tx, options) => preview(platform, tx, options, await resolved(contractId, tx, options), use),
  });
}

/**
 * Runs a use case about no contract, in one transaction with its audit rows, its events and, where the request carries an
 * Idempotency-Key, its answer. Its plan is what `plan` says, such as the entries of a close, or else what its audit rows say.
 */
export function answerWrite(
  platform: Platform,
  request: WriteRequest,
  use: (context: WriteContext) => Promise<RouteAnswer>,
  plan?: (context: WriteContext) => Promise<EffectPlan>,
): Promise<RouteAnswer> {
  return carryOut(platform, request, {
    use,
    hold: async (tx, { merchantId }) => {
      await sql`select from books where merchant_id = ${merchantId} for update`.execute(tx);
    },
    preview: (tx, options) => previewOfEffects(platform, tx, options, use, plan),
  });
}

/**
 * What a request was answered before under the same Idempotency-Key; undefined when it is new. For a use case that works
 * in many transactions, whose last one is an {@link answerWrite}: it asks first, before anything has an effect.
 *
 * @throws TransportError 409 IDEMPOTENCY_IN_PROGRESS, 422 IDEMPOTENCY_KEY_REUSED
 */
export function answeredBefore(platform: Platform, request: WriteRequest): Promise<RouteAnswer | undefined> {
  const { merchantId } = request.principal;
  return inTransaction(platform.db, merchantId, (tx) => answerBefore(tx, merchantId, request));
}

/** One write: what it does, what it would do, and what has to be held so that nothing comes between the two. */
type Work = {
  readonly use: (context: WriteContext) => Promise<RouteAnswer>;
  readonly hold: (tx: Tx, options: WriteOptions) => Promise<void>;
  readonly preview: (tx: Tx, options: WriteOptions) => Promise<Preview>;
};

/**
 * Does what a request wants of a write: a dry run; the write itself, under `If-Plan` if it says so; or, where a policy wants
 * a second person, a change request that holds the dry run (ADR 0032).
 */
async function carryOut(platform: Platform, request: WriteRequest, work: Work): Promise<RouteAnswer> {
  const options = writeOptions(request);
  if (request.dryRun) {
    const preview = await rolledBack(platform, options, async ({ tx }) => {
      await beginDryRun(tx, options.merchantId);
      return work.preview(tx, options);
    });
    return { status: 200, payload: { dryRun: true, ...preview }, message: "Dry run: nothing was changed." };
  }
  if (request.approval !== undefined) return answerApproved(platform, request, request.approval, work);
  try {
    return await answerOnce(platform, request, async (tx) => {
      if (request.ifPlan !== undefined) await expectPlan(tx, options, request.ifPlan, work);
      const session = await openSession(platform, tx, options, takeNumbers);
      const answer = await work.use(session.context);
      await commitSession(platform, options, session);
      return answer;
    });
  } catch (error) {
    if (!(error instanceof ApprovalRequired)) throw error;
    return askForApproval(platform, request, error.need, work);
  }
}

/** Keeps what was asked for, with its dry run as of now, and changes nothing else. */
function askForApproval(platform: Platform, request: WriteRequest, need: Need, work: Work): Promise<RouteAnswer> {
  const options = writeOptions(request);
  return answerOnce(platform, request, async (tx) => {
    if (request.ifPlan !== undefined) await expectPlan(tx, options, request.ifPlan, work);
    const { planHash, ...dryRun } = await previewed(tx, options, work);
    const session = await openSession(platform, tx, options, takeNumbers);
    const { keyId, createdByUserId: userId } = request.principal;
    const asked = await keepChangeRequest(session.context, {
      ...{ kinds: need.kinds, role: need.role, planHash, dryRun, requestedBy: { keyId, userId } },
      request: keptRequest(request),
    });
    await commitSession(platform, options, session);
    const message = "A second person has to approve this; nothing was changed.";
    return { status: 202, payload: viewOfChangeRequest(asked), message };
  });
}

function keptRequest({ operationId, method, path, params, query, body, agreedOn }: WriteRequest): KeptRequest {
  const agreed = agreedOn === undefined ? null : formatDay(agreedOn);
  return { operationId, method, path, params, query, body: body ?? null, agreedOn: agreed };
}

/** Carries out what a second person approves, if it still does what was asked for, and marks the request in one transaction. */
function answerApproved(
  platform: Platform,
  request: WriteRequest,
  approval: Approval,
  work: Work,
): Promise<RouteAnswer> {
  const options = { ...writeOptions(request), isApproved: true };
  return answerOnce(platform, { ...request, ...approval.keyed }, async (tx) => {
    const asked = await heldForApproval(tx, options.merchantId, approval);
    await work.hold(tx, options);
    const now = await previewed(tx, options, work);
    if (now.planHash !== asked.planHash) throw planMoved(asked, now);
    const session = await openSession(platform, tx, options, takeNumbers);
    const { payload: result } = await work.use(session.context);
    await commitSession(platform, options, session);
    const decision = { status: "APPROVED", by: approval.by, reason: null } as const;
    const decided = await decide(session.context, asked, decision, request.requestId);
    return { status: 200, payload: { ...viewOfChangeRequest(decided), result }, message: "Approved and carried out." };
  });
}

/** Carries a request out, or answers what it was answered before under the same Idempotency-Key (behaviour 2.6). */
function answerOnce(
  platform: Platform,
  request: KeyedRequest & Pick<WriteRequest, "principal">,
  carriedOut: (tx: Tx) => Promise<RouteAnswer>,
): Promise<RouteAnswer> {
  const { merchantId } = request.principal;
  return inTransaction(platform.db, merchantId, async (tx) => {
    const before = await answerBefore(tx, merchantId, request);
    if (before !== undefined) return before;
    const answer = await carriedOut(tx);
    await keepAnswer(tx, merchantId, request, answer);
    return answer;
  });
}

/** The key of the request as the actor of its audit rows, and what the request says of all of its changes. */
export function writeOptions(request: {
  readonly principal: Principal;
  readonly requestId: string;
  readonly agreedOn?: Day | undefined;
}): WriteOptions {
  const { principal, requestId, agreedOn } = request;
  return { merchantId: principal.merchantId, actor: { kind: "KEY", id: principal.keyId }, requestId, agreedOn };
}

type Preview = Omit<PlanReport, "hashed"> & { readonly planHash: string; readonly result: unknown };

/** What `answerWrite` shows of a plan of its own: as it is shown, and as it is hashed where that is more. */
export type EffectPlan = { readonly plan: Readonly<Record<string, unknown>>; readonly hashed?: unknown };

async function expectPlan(tx: Tx, options: WriteOptions, planHash: string, work: Work): Promise<void> {
  // Taken before the savepoint, these locks outlive its rollback: nothing can come between the preview and the real write.
  await work.hold(tx, options);
  const now = await previewed(tx, options, work);
  if (now.planHash !== planHash) {
    throw conflict("PLAN_CHANGED", "The plan has changed since the dry run; run it again and send its new planHash.", {
      planHash: now.planHash,
    });
  }
}

/** A preview inside a transaction that goes on. */
async function previewed(tx: Tx, options: WriteOptions, work: Work): Promise<Preview> {
  await sql`savepoint preview`.execute(tx);
  const now = await work.preview(tx, options);
  await sql`rollback to savepoint preview`.execute(tx);
  return now;
}

/** What a write about no contract would do: what it would note in the audit log, unless it says more itself. */
async function previewOfEffects(
  platform: Platform,
  tx: Tx,
  options: WriteOptions,
  use: (context: WriteContext) => Promise<RouteAnswer>,
  plan: ((context: WriteContext) => Promise<EffectPlan>) | undefined,
): Promise<Preview> {
  const { context, audits, givenIds } = await previewSession(platform, tx, options);
  if (plan !== undefined) {
    const { plan: shown, hashed = shown } = await plan(context);
    return { planHash: hash(hashed), summary: { warnings: [] }, plan: shown, result: null };
  }
  const { payload: result } = await use(context);
  await context.flush();
  const effects = audits.map(({ worth: _worth, ...effect }) => effect);
  const shown = withoutIds({ plan: { effects }, result }, givenIds) as Pick<Preview, "plan" | "result">;
  return { planHash: hash(shown.plan), summary: { warnings: [] }, ...shown };
}

/** A session whose ids are remembered and whose audit rows are kept apart. */
async function previewSession(platform: Platform, tx: Tx, options: WriteOptions) {
  const givenIds = new Set<string>();
  const session = await openSession(platform, tx, options, provisionalNumbers());
  const context: WriteContext = {
    ...session.context,
    readBeside: (use) => use(tx),
    newId: () => {
      const id = newId();
      givenIds.add(id);
      return id;
    },
  };
  return { context, givenIds, audits: session.audits };
}

function resolved(
  contractId: RunWriteOptions["contractId"],
  tx: Tx,
  { merchantId }: WriteOptions,
): Promise<ContractOfWrite> | ContractOfWrite {
  return typeof contractId === "function" ? contractId(tx, merchantId) : contractId;
}

/** Writes, lets everything react, compares, and leaves the rolling back to the caller. */
async function preview(
  platform: WritingPlatform,
  tx: Tx,
  options: WriteOptions,
  contractId: ContractOfWrite,
  use: (context: WriteContext) => Promise<UseCaseAnswer>,
): Promise<Preview> {
  const { context, givenIds } = await previewSession(platform, tx, options);

  const reportOn = contractId === null ? reportOnMade : reportOnContract;
  const { compared, answer } = await reportOn(platform, context, { contractId, givenIds, use });

  const { payload: result, warnings = [] } = answer;
  const summary = { ...compared.summary, warnings: warnings.map(({ message }) => message) };
  const plan = { ...compared.plan, warnings };
  const shown = withoutIds({ ...compared, summary, plan, result }, givenIds) as PlanReport & { result: unknown };
  const { hashed, ...report } = shown;
  return { planHash: hash(hashed), ...report };
}

type Previewed = {
  readonly contractId: ContractOfWrite;
  readonly givenIds: ReadonlySet<string>;
  readonly use: (context: WriteContext) => Promise<UseCaseAnswer>;
};

type Reported = { readonly compared: PlanReport; readonly answer: UseCaseAnswer };

/** The difference that a write makes to one contract, with all that reacts to it. */
async function reportOnContract(
  platform: WritingPlatform,
  context: WriteContext,
  { contractId, use }: Previewed,
): Promise<Reported> {
  const { subscribers, consequences } = platform;
  if (typeof contractId === "string") await drainOutbox(context, subscribers, [contractId]);
  const before = typeof contractId === "string" ? await consequences.snapshot(context, contractId) : undefined;
  const answer = await use(context);
  assert(contractId === undefined || answer.contractId === contractId, "a write is about the contract it names");
  const written = required(answer.contractId, "the contract of the write");
  await drainOutbox(context, subscribers, [written]);
  await sql`set constraints all immediate`.execute(context.tx);
  const after = await consequences.snapshot(context, written);
  return { compared: consequences.compare(context, before, after), answer };
}

/** What a write about a document of no single contract makes: nothing reacts to that before it is committed. */
async function reportOnMade(
  { consequences }: WritingPlatform,
  context: WriteContext,
  { givenIds, use }: Previewed,
): Promise<Reported> {
  const answer = await use(context);
  await context.flush();
  await sql`set constraints all immediate`.execute(context.tx);
  return { compared: await consequences.made(context, [...givenIds]), answer };
}

/**
 * Begins a dry run or a close preview: one a merchant at a time, and none that waits or computes for long, because it holds
 * locks and does a whole regeneration for a question (rules 2).
 */
export async function beginDryRun(tx: Tx, merchantId: string): Promise<void> {
  await sql`set local lock_timeout = '2s'; set local statement_timeout = '5s'`.execute(tx);
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('accord.dry-run'), hashtext(${merchantId})) as taken`.execute(tx);
  if (rows[0]?.taken !== true) throw dryRunBusy();
}

/** Ids that the dry run made up are shown as null: the real write will give others. */
function withoutIds(value: unknown, ids: ReadonlySet<string>): unknown {
  if (typeof value === "string") return ids.has(value) ? null : value;
  if (Array.isArray(value)) return value.map((item) => withoutIds(item, ids));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutIds(item, ids)]));
}

function hash(plan: unknown): string {
  return createHash("sha256").update(JSON.stringify(plan)).digest("hex");
}
