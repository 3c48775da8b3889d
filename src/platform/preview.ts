import { createHash } from "node:crypto";
import { sql } from "kysely";
import { assert, required } from "../kernel/assert.ts";
import { newId } from "../kernel/ids.ts";
import type { Tx } from "./db/pool.ts";
import type { RouteAnswer } from "./http/answer.ts";
import { dryRunBusy } from "./http/errors.ts";
import type { Warning } from "./http/wire.ts";
import { drainOutbox } from "./outbox.ts";
import { openSession, type Platform, provisionalNumbers, type WriteContext, type WriteOptions } from "./write.ts";

/** The result of a use case: the view of the record, and the contract that it created or changed, or null if the request knows it. */
export type UseCaseAnswer = Pick<RouteAnswer, "payload" | "status"> & {
  readonly contractId: string | null;
  readonly warnings?: readonly Warning[];
  /** Unless it is the usual one of the operation. */
  readonly message?: string;
};

/**
 * Reports how a write changed the invoices, revenue and journal of a contract. Implemented by `reports/`, and passed in by `app.ts`, because an
 * earlier folder cannot import a later one.
 */
export type Consequences = {
  readonly snapshot: (context: WriteContext, contractId: string) => Promise<ContractSnapshot>;
  readonly compare: (context: WriteContext, before: ContractSnapshot, after: ContractSnapshot) => PlanReport;
  /** One report about what a write did to several contracts, by their ids. */
  readonly sideBySide: (reports: ReadonlyMap<string, PlanReport>) => PlanReport;
  /** The records that a write about a document of several contracts created, found by the new ids. */
  readonly made: (context: WriteContext, ids: readonly string[]) => Promise<PlanReport>;
};

/** The state of one contract's documents, revenue and journal; only `Consequences` makes and reads it. */
export type ContractSnapshot = unknown;
export type PlanReport = {
  readonly summary: Readonly<Record<string, unknown>>;
  /** The plan as it is shown: long lists are cut. */
  readonly plan: Readonly<Record<string, unknown>>;
  /** The plan as it is hashed: with every entry. */
  readonly hashed: unknown;
};

export type WritingPlatform = Platform & { readonly consequences: Consequences };

/**
 * The contract that a write is about, or the contracts that it changes one by one; undefined if the write creates it; null if it is
 * about none, or about a document of several.
 */
export type ContractOfWrite = string | readonly string[] | null | undefined;

/** The effect of a write, with the hash that `If-Plan` must have. */
export type Preview = Omit<PlanReport, "hashed"> & { readonly planHash: string; readonly result: unknown };

/** A plan that the use case of `answerWrite` makes itself; `hashed` is what is hashed if that is more than what is shown. */
export type EffectPlan = { readonly plan: Readonly<Record<string, unknown>>; readonly hashed?: unknown };

/** Runs a write and all reactions, and compares the state before and after. The caller rolls back. */
export async function preview(
  platform: WritingPlatform,
  tx: Tx,
  options: WriteOptions,
  contractId: ContractOfWrite,
  use: (context: WriteContext) => Promise<UseCaseAnswer>,
): Promise<Preview> {
  const { context, givenIds } = await previewSession(platform, tx, options);

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

/** The effect of a write on one contract, including all reactions. */
async function reportOnContract(
  platform: WritingPlatform,
  context: WriteContext,
  { contractId, use }: Previewed,
): Promise<Reported> {
  const { subscribers, consequences } = platform;
  if (typeof contractId === "string") await drainOutbox(context, subscribers, [contractId]);
  const before = typeof contractId === "string" ? await consequences.snapshot(context, contractId) : undefined;
  const answer = await use(context);
  const named = typeof contractId === "string" ? contractId : null;
  const written = required(answer.contractId ?? named, "the contract of the write");
  assert(named === null || written === named, "a write is about the contract it names");
  await drainOutbox(context, subscribers, [written]);
  await sql`set constraints all immediate`.execute(context.tx);
  const after = await consequences.snapshot(context, written);
  return { compared: consequences.compare(context, before, after), answer };
}

/** The effects of a write on several contracts, each by itself, including all reactions. */
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

/** Reports what a write about a document of several contracts creates; it has no reactions before commit. */
async function reportOnMade(
  { consequences }: WritingPlatform,
  context: WriteContext,
  { givenIds, use }: Previewed,
): Promise<Reported> {
  const answer = await use(context);
  context.flush();
  await sql`set constraints all immediate`.execute(context.tx);
  return { compared: await consequences.made(context, [...givenIds]), answer };
}

/** The preview of a write about no contract: its audit rows, unless it reports more itself. */
export async function previewOfEffects(
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
  context.flush();
  const effects = audits.map(({ amount: _amount, changes = [], ...effect }) => {
    // The real write has a time of its own.
    return { ...effect, changes: changes.filter(({ path }) => path !== "createdAt") };
  });
  const shown = withoutIds({ plan: { effects }, result }, givenIds) as Pick<Preview, "plan" | "result">;
  return { planHash: hash(shown.plan), summary: { warnings: [] }, ...shown };
}

/** A session that collects the new ids and the audit rows. */
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

/** The contracts that a write names. */
export function namedOf(contractId: ContractOfWrite): readonly string[] {
  if (typeof contractId === "string") return [contractId];
  return contractId ?? [];
}

/**
 * Begins a dry run or a close preview: one at a time per merchant and with short time-outs, because it holds locks and does a whole regeneration
 * (rules 2).
 */
export async function beginDryRun(tx: Tx, merchantId: string): Promise<void> {
  await sql`set local lock_timeout = '2s'; set local statement_timeout = '5s'`.execute(tx);
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('accord.dry-run'), hashtext(${merchantId})) as taken`.execute(tx);
  if (rows[0]?.taken !== true) throw dryRunBusy();
}

/** Replaces ids that the dry run created, alone or before a colon, by null: the real write will create others. */
function withoutIds(value: unknown, ids: ReadonlySet<string>): unknown {
  if (typeof value === "string") return ids.has(value.split(":", 1)[0] ?? "") ? null : value;
  if (Array.isArray(value)) return value.map((item) => withoutIds(item, ids));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutIds(item, ids)]));
}

function hash(plan: unknown): string {
  return createHash("sha256").update(JSON.stringify(plan)).digest("hex");
}
