import { createHash } from "node:crypto";
import { sql } from "kysely";
import { assert, required } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { conflict } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
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
  /** What a write did to several contracts, by their ids, as one report. */
  readonly sideBySide: (reports: ReadonlyMap<string, PlanReport>) => PlanReport;
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
  Pick<RouteRequest<unknown>, "principal" | "requestId" | "dryRun" | "agreedOn" | "ifPlan">;

/**
 * The contract a write is about, or those that it changes one by one; undefined when the write creates it, null when it is about
 * none, or a document of several.
 */
type ContractOfWrite = string | readonly string[] | null | undefined;

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
  const options = writeOptions(request);
  if (request.dryRun) {
    const preview = await dryRun(platform, options, contractId, use);
    return { status: 200, payload: { dryRun: true, ...preview }, message: "Dry run: nothing was changed." };
  }
  return answerOnce(platform, request, async (tx) => {
    if (request.ifPlan !== undefined) await expectPlan(platform, tx, options, contractId, request.ifPlan, use);
    return async (ctx) => {
      const { payload, warnings } = await use(ctx);
      return { payload, message, ...(warnings === undefined ? {} : { warnings }) };
    };
  });
}

/**
 * Runs a use case that has no dry run, in one transaction with its audit rows, its events and, where the request
 * carries an Idempotency-Key, its answer.
 */
export function answerWrite(
  platform: Platform,
  request: WriteRequest,
  use: (context: WriteContext) => Promise<RouteAnswer>,
): Promise<RouteAnswer> {
  return answerOnce(platform, request, async () => use);
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

/** Carries a request out, or answers what it was answered before under the same Idempotency-Key (behaviour 2.6). */
function answerOnce(
  platform: Platform,
  request: WriteRequest,
  prepare: (tx: Tx) => Promise<(context: WriteContext) => Promise<RouteAnswer>>,
): Promise<RouteAnswer> {
  const options = writeOptions(request);
  return inTransaction(platform.db, options.merchantId, async (tx) => {
    const before = await answerBefore(tx, options.merchantId, request);
    if (before !== undefined) return before;
    const use = await prepare(tx);
    const session = await openSession(platform, tx, options, takeNumbers);
    const answer = await use(session.context);
    await commitSession(platform, options, session);
    await keepAnswer(tx, options.merchantId, request, answer);
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

function dryRun(
  platform: WritingPlatform,
  options: WriteOptions,
  contractId: RunWriteOptions["contractId"],
  use: (context: WriteContext) => Promise<UseCaseAnswer>,
): Promise<Preview> {
  return rolledBack(platform, options, async ({ tx }) => {
    await beginDryRun(tx, options.merchantId);
    return preview(platform, tx, options, await resolved(contractId, tx, options), use);
  });
}

async function expectPlan(
  platform: WritingPlatform,
  tx: Tx,
  options: WriteOptions,
  named: RunWriteOptions["contractId"],
  planHash: string,
  use: (context: WriteContext) => Promise<UseCaseAnswer>,
): Promise<void> {
  // Taken before the savepoint, these locks outlive its rollback: nothing can come between the preview and the real write.
  const contractId = await resolved(named, tx, options);
  await lockContracts(tx, options.merchantId, namedOf(contractId));
  await sql`select from books where merchant_id = ${options.merchantId} for share`.execute(tx);
  await sql`savepoint preview`.execute(tx);
  const now = await preview(platform, tx, options, contractId, use);
  await sql`rollback to savepoint preview`.execute(tx);
  if (now.planHash !== planHash) {
    throw conflict("PLAN_CHANGED", "The plan has changed since the dry run; run it again and send its new planHash.", {
      planHash: now.planHash,
    });
  }
}

function namedOf(contractId: ContractOfWrite): readonly string[] {
  if (typeof contractId === "string") return [contractId];
  return contractId ?? [];
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
    audit: () => undefined,
  };

  const reportOn = reporterOf(contractId);
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

function reporterOf(contractId: ContractOfWrite) {
  if (contractId === null) return reportOnMade;
  return typeof contractId === "object" ? reportOnContracts : reportOnContract;
}

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

/** The differences that a write makes to several contracts, each by itself, with all that reacts to it. */
async function reportOnContracts(
  { subscribers, consequences }: WritingPlatform,
  context: WriteContext,
  { contractId, use }: Previewed,
): Promise<Reported> {
  const contractIds = namedOf(contractId);
  await drainOutbox(context, subscribers, contractIds);
  const before = new Map<string, ContractSnapshot>();
  for (const id of contractIds) before.set(id, await consequences.snapshot(context, id));
  const answer = await use(context);
  await drainOutbox(context, subscribers, contractIds);
  await sql`set constraints all immediate`.execute(context.tx);
  const reports = new Map<string, PlanReport>();
  for (const id of contractIds) {
    reports.set(id, consequences.compare(context, before.get(id), await consequences.snapshot(context, id)));
  }
  return { compared: consequences.sideBySide(reports), answer };
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
