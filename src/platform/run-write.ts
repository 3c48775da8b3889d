import { sql } from "kysely";
import { type Day, formatDay } from "../kernel/day.ts";
import { conflict } from "../kernel/errors.ts";
import { decide, heldForApproval, planMoved } from "./approvals/approval.ts";
import { storeChangeRequest } from "./approvals/ask.ts";
import type { Approval, StoredRequest } from "./approvals/change-request.ts";
import type { Need } from "./approvals/policy.ts";
import { ApprovalRequired } from "./approvals/required.ts";
import { viewOfChangeRequest } from "./approvals/view.ts";
import { actorOf } from "./auth/person.ts";
import { inTransaction, type Tx } from "./db/pool.ts";
import type { RouteAnswer } from "./http/answer.ts";
import type { Principal } from "./http/endpoint.ts";
import type { RouteRequest } from "./http/route-declaration.ts";
import { answerBefore, type KeyedRequest, storeAnswer } from "./idempotency.ts";
import { lockContracts } from "./outbox.ts";
import {
  beginDryRun,
  type ContractOfWrite,
  type EffectPlan,
  namedOf,
  type Preview,
  preview,
  previewOfEffects,
  type UseCaseAnswer,
  type WritingPlatform,
} from "./preview.ts";
import {
  commitSession,
  openSession,
  type Platform,
  rolledBack,
  takeNumbers,
  type WriteContext,
  type WriteOptions,
} from "./write.ts";

type WriteRequest = KeyedRequest &
  Pick<
    RouteRequest<unknown>,
    "principal" | "requestId" | "operationId" | "params" | "dryRun" | "agreedOn" | "ifPlan" | "approval"
  >;

export type RunWriteOptions = {
  /** In the request, or found through the document that the request names. */
  readonly contractId: ContractOfWrite | ((tx: Tx, merchantId: string) => Promise<string | null>);
  readonly message: string;
};

/**
 * Runs a use case about one contract as the request asks: for real, as a dry run that stores nothing, or for real only if the plan
 * of an earlier dry run still holds (`If-Plan`; rules 2).
 */
export async function runWrite(
  platform: WritingPlatform,
  request: WriteRequest,
  { contractId, message }: RunWriteOptions,
  use: (context: WriteContext) => Promise<UseCaseAnswer>,
): Promise<RouteAnswer> {
  return carryOut(platform, request, {
    use: async (ctx) => {
      const { contractId: _shown, ...answer } = await use(ctx);
      return { message, ...answer };
    },
    hold: async (tx, options) => {
      lockContracts(tx, options.merchantId, namedOf(await resolved(contractId, tx, options)));
      await sql`select from books where merchant_id = ${options.merchantId} for share`.execute(tx);
    },
    preview: async (tx, options) => preview(platform, tx, options, await resolved(contractId, tx, options), use),
  });
}

/**
 * Runs a use case about no contract, in one transaction with its audit rows, its events and, if the request has an Idempotency-Key, its response.
 * Its plan is the result of `plan`, such as the entries of a close, or else its audit rows.
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
 * The earlier response to a request with the same Idempotency-Key; undefined if it is new. For use cases with several transactions, the last of
 * which is an {@link answerWrite}: they call this before anything has an effect.
 *
 * @throws TransportError 409 IDEMPOTENCY_IN_PROGRESS, 422 IDEMPOTENCY_KEY_REUSED
 */
export function answeredBefore(platform: Platform, request: WriteRequest): Promise<RouteAnswer | undefined> {
  const { merchantId } = request.principal;
  return inTransaction(platform.db, merchantId, (tx) => answerBefore(tx, merchantId, request));
}

/** One write: how to run it, how to preview it, and which locks prevent changes between the two. */
type Work = {
  readonly use: (context: WriteContext) => Promise<RouteAnswer>;
  readonly hold: (tx: Tx, options: WriteOptions) => Promise<void>;
  readonly preview: (tx: Tx, options: WriteOptions) => Promise<Preview>;
};

/**
 * Carries out a write as requested: as a dry run; for real, under `If-Plan` if sent; or, if an approval policy applies, as a change request with
 * the dry run (ADR 0032).
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

/** Stores a change request with its present dry run, and changes nothing else. */
function askForApproval(platform: Platform, request: WriteRequest, need: Need, work: Work): Promise<RouteAnswer> {
  const options = writeOptions(request);
  return answerOnce(platform, request, async (tx) => {
    if (request.ifPlan !== undefined) await expectPlan(tx, options, request.ifPlan, work);
    const { planHash, ...dryRun } = await previewed(tx, options, work);
    const session = await openSession(platform, tx, options, takeNumbers);
    const { keyId, userId } = request.principal;
    const changeRequest = await storeChangeRequest(session.context, {
      ...{ kinds: need.kinds, role: need.role, planHash, dryRun, requestedBy: { keyId, userId } },
      request: storedRequest(request),
    });
    await commitSession(platform, options, session);
    const message = "A second person has to approve this; nothing was changed.";
    return { status: 202, payload: viewOfChangeRequest(changeRequest), message };
  });
}

function storedRequest({ operationId, method, path, params, query, body, agreedOn }: WriteRequest): StoredRequest {
  const agreed = agreedOn === undefined ? null : formatDay(agreedOn);
  return { operationId, method, path, params, query, body: body ?? null, agreedOn: agreed };
}

/** Carries out an approved change request, if its plan is unchanged, and marks it, in one transaction. */
function answerApproved(
  platform: Platform,
  request: WriteRequest,
  approval: Approval,
  work: Work,
): Promise<RouteAnswer> {
  const options = { ...writeOptions(request), isApproved: true };
  return answerOnce(platform, { ...request, ...approval.keyed }, async (tx) => {
    const changeRequest = await heldForApproval(tx, options.merchantId, approval);
    await work.hold(tx, options);
    const now = await previewed(tx, options, work);
    if (now.planHash !== changeRequest.planHash) throw planMoved(changeRequest, now);
    const session = await openSession(platform, tx, options, takeNumbers);
    const { payload: result } = await work.use(session.context);
    await commitSession(platform, options, session);
    const decision = { status: "APPROVED", by: approval.by, reason: null } as const;
    const decided = await decide(session.context, changeRequest, decision, request.requestId);
    return { status: 200, payload: { ...viewOfChangeRequest(decided), result }, message: "Approved and carried out." };
  });
}

/** Carries out a request, or returns its earlier response for the same Idempotency-Key (behaviour 2.6). */
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
    storeAnswer(tx, merchantId, request, answer);
    return answer;
  });
}

/** The actor of the audit rows (API key or person), and the options of a request that apply to all its changes. */
export function writeOptions(request: {
  readonly principal: Principal;
  readonly requestId: string;
  readonly agreedOn?: Day | undefined;
}): WriteOptions {
  const { principal, requestId, agreedOn } = request;
  return { merchantId: principal.merchantId, actor: actorOf(principal), requestId, agreedOn };
}

async function expectPlan(tx: Tx, options: WriteOptions, planHash: string, work: Work): Promise<void> {
  // Taken before the savepoint, these locks survive its rollback, so nothing can change between the preview and the real write.
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

function resolved(
  contractId: RunWriteOptions["contractId"],
  tx: Tx,
  { merchantId }: WriteOptions,
): Promise<ContractOfWrite> | ContractOfWrite {
  return typeof contractId === "function" ? contractId(tx, merchantId) : contractId;
}
