import { randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { required } from "../kernel/assert.ts";
import type { Day } from "../kernel/day.ts";
import { invalidIssues } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { neededApproval } from "./approvals/policy.ts";
import { ApprovalRequired } from "./approvals/required.ts";
import { type AuditDraft, recordAudit } from "./audit.ts";
import type { Actor } from "./auth/person.ts";
import { type Clock, type Merchant, readClock } from "./clock.ts";
import { type Db, inTransaction, readingBeside, type Tx } from "./db/pool.ts";
import { readingDb } from "./db/replica.ts";
import type { OutboxQueue, ProcessingJob } from "./jobs/queue.ts";
import { merchantNotFound } from "./merchant/merchants.ts";
import { type DomainEventDraft, type Reaction, recordEvents } from "./outbox.ts";
import type { SecretKeys } from "./secret-keys.ts";
import type { SigningKey } from "./signing-key.ts";

/** The program itself, where it reacts to what people did or does what is due. */
export const program: Actor = { kind: "SYSTEM", id: "accord" };

export const numberSeries = ["INVOICE", "JOURNAL_ENTRY", "CREDIT_MEMO", "ADJUSTMENT", "JOURNAL_EXPORT"] as const;
export type NumberSeries = (typeof numberSeries)[number];

/** What the program is made of below its capabilities; put together once in `app.ts`. */
export type Platform = {
  readonly db: Db;
  readonly queue: OutboxQueue;
  /** In the order of the capabilities, so that invoices exist before revenue looks at them. */
  readonly subscribers: readonly Subscriber[];
  /** Types of events that move nothing that is derived of a contract. */
  readonly changesNothing: ReadonlySet<string>;
  /** What becomes due by date. */
  readonly dueWork: readonly DueWork[];
  /** Signs where hash chains end; undefined where the operator has given no key. */
  readonly signingKey: SigningKey | undefined;
  /** Encrypt secrets that are read again. */
  readonly secretKeys: SecretKeys;
};

/** What a capability does about the events of others; registered in `app.ts`. */
export type Subscriber = Reaction<WriteContext>;

/** The days behind `after`, up to and with `through`. */
export type DueSpan = { readonly after: Day; readonly through: Day };

/** Work of one capability that becomes due by date, such as issuing drafts; registered in `app.ts`. */
export type DueWork = {
  readonly name: string;
  /** The earliest day of a span with work to do, or undefined. */
  readonly nextDate: (tx: Tx, merchantId: string, span: DueSpan) => Promise<Day | undefined>;
  /** Does what is due by the merchant's today, in batches of its own transactions. */
  readonly run: (platform: Platform, options: WriteOptions) => Promise<void>;
};

/**
 * All that a use case or a subscriber gets: one transaction of one merchant, its clock, and ports. In a dry run the
 * ports for numbers, audit rows and jobs keep nothing (rules 2), so no use case notices the difference.
 */
export type WriteContext = {
  readonly tx: Tx;
  /**
   * Runs reads that nothing written in this transaction matters to, beside it if it can: in a dry run, and where no connection
   * is free, they get `tx`.
   */
  readonly readBeside: <T>(use: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly merchant: Merchant;
  readonly clock: Clock;
  readonly actor: Actor;
  readonly signingKey: SigningKey | undefined;
  readonly secretKeys: SecretKeys;
  /** When the change was agreed, where the request says so (rules 7): today or before. */
  readonly agreedOn: Day | undefined;
  /** A new record id. */
  readonly newId: () => string;
  /** Notes what was done and by whom; every write notes at least one. */
  readonly audit: (entry: AuditDraft) => void;
  /** Publishes a domain event; its subscribers handle it after commit. */
  readonly publish: (event: DomainEventDraft) => void;
  /** Takes `count` consecutive numbers of a gapless series and returns the first; holds the series until commit. */
  readonly takeNumbers: (series: NumberSeries, count: number) => Promise<bigint>;
  /** The same as a part of the statement that stores what they number. */
  readonly nextNumbers: (series: NumberSeries, count: number) => FirstNumber;
  /** The id of the job that will bring the invoices of a locked contract in line, once this write is committed. */
  readonly regenerationJob: (contractId: string) => Promise<string>;
  /** Has a contract processed by the worker, once this write is committed. */
  readonly startProcessing: (job: ProcessingJob) => void;
  /** Stores the events published so far: what is read afterwards has them. */
  readonly flush: () => void;
};

export type WriteOptions = {
  readonly merchantId: string;
  readonly actor: Actor;
  readonly requestId?: string;
  readonly agreedOn?: Day | undefined;
  /** Has a second person approved it (ADR 0032)? */
  readonly isApproved?: boolean;
};

/** Ports of a write, and what it leaves for the worker. */
export type WriteSession = {
  readonly context: WriteContext;
  /** Contracts whose events wait for the worker. */
  readonly pendingContractIds: Set<string>;
  /** Ids that were promised for the jobs that handle them, by contract. */
  readonly jobIds: ReadonlyMap<string, string>;
  /** Contracts to be processed. */
  readonly processing: readonly ProcessingJob[];
  /** What was noted; stored last. */
  readonly audits: readonly AuditDraft[];
};

/** Runs a use case in one transaction with its audit rows, its events, and the jobs that will react to them. */
export function write<T>(
  platform: Platform,
  options: WriteOptions,
  use: (context: WriteContext) => Promise<T>,
): Promise<T> {
  return inTransaction(platform.db, options.merchantId, async (tx) => {
    const session = await openSession(platform, tx, options, takeNumbers);
    const result = await use(session.context);
    await commitSession(platform, options, session);
    return result;
  });
}

/**
 * Reads the merchant and its clock and sets the ports up.
 *
 * @throws DomainError INVALID_DATE where the request says that it was agreed after today
 */
export async function openSession(
  platform: Platform,
  tx: Tx,
  options: WriteOptions,
  numbers: Numbers,
): Promise<WriteSession> {
  const found = await readClock(tx, options.merchantId, "write");
  if (found === undefined) throw merchantNotFound();
  const { merchant, clock } = found;
  const { agreedOn } = options;
  if (agreedOn !== undefined && agreedOn > clock.today) {
    const message = "agreedOn is today or before: nothing counts before it is agreed.";
    throw invalidIssues([{ path: "/agreedOn", code: "RANGE", message }], "INVALID_DATE");
  }
  const pendingContractIds = new Set<string>();
  const processing: ProcessingJob[] = [];
  const jobIds = new Map<string, string>();
  const audits: AuditDraft[] = [];
  let events: DomainEventDraft[] = [];
  const promisedJobs = new Map<string, Promise<string>>();
  const promiseJob = async (contractId: string) => {
    const waiting = await platform.queue.waitingJob(tx, merchant.id, contractId);
    if (waiting !== undefined) return waiting;
    const jobId = newId();
    jobIds.set(contractId, jobId);
    return jobId;
  };

  const context: WriteContext = {
    tx,
    readBeside: (use) => readingBeside(platform.db, merchant.id, tx, use),
    merchant,
    clock,
    actor: options.actor,
    signingKey: platform.signingKey,
    secretKeys: platform.secretKeys,
    agreedOn,
    newId,
    audit: (entry) => audits.push(entry),
    publish: (event) => events.push(event),
    takeNumbers: async (series, count) => {
      const { rows } = await numbers(merchant.id, series, count).execute(tx);
      return BigInt(required(rows[0], "the first number").first);
    },
    nextNumbers: (series, count) => numbers(merchant.id, series, count),
    regenerationJob: (contractId) => {
      const promised = promisedJobs.get(contractId) ?? promiseJob(contractId);
      promisedJobs.set(contractId, promised);
      return promised;
    },
    startProcessing: (job) => processing.push(job),
    flush: () => {
      const eventsToWrite = events;
      events = [];
      const recorded = recordEvents(context, eventsToWrite, platform.subscribers, platform.changesNothing);
      for (const contractId of recorded.pendingContractIds) pendingContractIds.add(contractId);
    },
  };
  return { context, pendingContractIds, jobIds, processing, audits };
}

/**
 * Stores what is left and hands pending events and jobs to the worker, in the same transaction.
 *
 * @throws ApprovalRequired where a person did alone what a policy of the merchant names
 */
export async function commitSession(platform: Platform, options: WriteOptions, session: WriteSession): Promise<void> {
  const { context, pendingContractIds, jobIds, processing, audits } = session;
  const isAlone = options.actor !== program && options.isApproved !== true;
  const need = isAlone ? neededApproval(context.merchant.approvalPolicies, audits) : undefined;
  if (need !== undefined) throw new ApprovalRequired(need);
  context.flush();
  await platform.queue.enqueue(context.tx, context.merchant.id, {
    contractIds: [...pendingContractIds],
    jobIds,
    processing,
  });
  recordAudit(context, audits, options.requestId);
}

/** A statement that answers in one row, as `first`, the first of some consecutive numbers. */
export type FirstNumber = RawBuilder<{ readonly first: string }>;

/** Where numbers come from. */
export type Numbers = (merchantId: string, series: NumberSeries, count: number) => FirstNumber;

/** Gapless: the counter row stays locked until the transaction that used the numbers ends (rules 4). */
export const takeNumbers: Numbers = (merchantId, series, count) => sql`
  insert into number_counter (merchant_id, series, next) values (${merchantId}, ${series}, ${count + 1}::bigint)
  on conflict (merchant_id, series) do update set next = number_counter.next + ${count}::bigint
  returning next - ${count}::bigint as first`;

/** One that was taken before. */
export function knownNumber(first: bigint): FirstNumber {
  return sql`select ${first.toString()}::bigint as first`;
}

/** Runs a read in one snapshot that sees one merchant's rows. */
export function read<T>(
  platform: Pick<Platform, "db">,
  merchantId: string,
  use: (reader: { tx: Tx; merchant: Merchant; clock: Clock }) => Promise<T>,
): Promise<T> {
  return inTransaction(
    readingDb(platform.db),
    merchantId,
    async (tx) => {
      const found = await readClock(tx, merchantId, "read");
      if (found === undefined) throw merchantNotFound();
      return use({ tx, ...found });
    },
    { readOnly: true },
  );
}

/** Runs a read that needs nothing of the merchant but its id, which whoever asks has shown to be one. */
export function readRows<T>(
  platform: Pick<Platform, "db">,
  merchantId: string,
  use: (tx: Tx, merchantId: string) => Promise<T>,
): Promise<T> {
  return inTransaction(readingDb(platform.db), merchantId, (tx) => use(tx, merchantId), { readOnly: true });
}

class RollBack extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super("rolled back on purpose");
    this.result = result;
  }
}

/** Runs a use case and takes everything back: what a preview shows is what the real thing would do. */
export async function rolledBack<T>(
  platform: Platform,
  options: WriteOptions,
  use: (context: WriteContext) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(platform.db, options.merchantId, async (tx): Promise<T> => {
      const { context } = await openSession(platform, tx, options, provisionalNumbers());
      throw new RollBack(await use(context));
    });
  } catch (error) {
    if (error instanceof RollBack) return error.result as T;
    throw error;
  }
}

/** The first number that no real document will ever have; a preview must not touch the merchant's counters. */
export const firstProvisionalNumber = 10n ** 15n;

/** Numbers for writes that will be rolled back. */
export function provisionalNumbers(): Numbers {
  // Each from a place of its own, or the unique numbers of one preview would make the next one wait for it.
  let next = firstProvisionalNumber + BigInt(`0x${randomBytes(6).toString("hex")}`);
  return (_merchantId, _series, count) => {
    const first = next;
    next += BigInt(count);
    return knownNumber(first);
  };
}
