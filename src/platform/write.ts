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

/** The program itself, as the actor of reactions and due work. */
export const program: Actor = { kind: "SYSTEM", id: "accord" };

const numberSeries = ["INVOICE", "JOURNAL_ENTRY", "CREDIT_MEMO", "ADJUSTMENT", "JOURNAL_EXPORT"] as const;
export type NumberSeries = (typeof numberSeries)[number];

/** The services below the capabilities; put together once in `app.ts`. */
export type Platform = {
  readonly db: Db;
  readonly queue: OutboxQueue;
  /** In the order of the capabilities, so that invoices exist before revenue is calculated. */
  readonly subscribers: readonly Subscriber[];
  /** Types of events that do not change anything derived from a contract. */
  readonly changesNothing: ReadonlySet<string>;
  /** What becomes due by date. */
  readonly dueWork: readonly DueWork[];
  /** Signs the heads of hash chains; undefined if the operator configured no key. */
  readonly signingKey: SigningKey | undefined;
  /** Encrypt stored secrets that the program needs in clear again. */
  readonly secretKeys: SecretKeys;
};

/** The reaction of a capability to events of others; registered in `app.ts`. */
export type Subscriber = Reaction<WriteContext>;

/** The days after `after` through `through`, inclusive. */
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
 * The context of a use case or subscriber: one transaction of one merchant, its clock, and ports. In a dry run the ports for numbers, audit rows
 * and jobs store nothing (rules 2), so use cases need not know about it.
 */
export type WriteContext = {
  readonly tx: Tx;
  /**
   * Runs reads that do not depend on writes of this transaction, on a second connection if one is free and this is no dry run; else on `tx`.
   */
  readonly readBeside: <T>(use: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly merchant: Merchant;
  readonly clock: Clock;
  readonly actor: Actor;
  readonly signingKey: SigningKey | undefined;
  readonly secretKeys: SecretKeys;
  /** The day of agreement, if the request states it (rules 7): today or before. */
  readonly agreedOn: Day | undefined;
  /** A new record id. */
  readonly newId: () => string;
  /** Adds an audit row; every write adds at least one. */
  readonly audit: (entry: AuditDraft) => void;
  /** Publishes a domain event; its subscribers handle it after commit. */
  readonly publish: (event: DomainEventDraft) => void;
  /** Takes `count` consecutive numbers of a gapless series and returns the first; holds the series until commit. */
  readonly takeNumbers: (series: NumberSeries, count: number) => Promise<bigint>;
  /** As `takeNumbers`, as an SQL expression for the statement that stores the numbered records. */
  readonly nextNumbers: (series: NumberSeries, count: number) => FirstNumber;
  /** The id of the job that will regenerate the invoices of a locked contract after commit. */
  readonly regenerationJob: (contractId: string) => Promise<string>;
  /** Enqueues the processing of a contract, after commit. */
  readonly startProcessing: (job: ProcessingJob) => void;
  /** Stores the events published so far, so that later reads see them. */
  readonly flush: () => void;
};

export type WriteOptions = {
  readonly merchantId: string;
  readonly actor: Actor;
  readonly requestId?: string;
  readonly agreedOn?: Day | undefined;
  /** True if a second person approved it (ADR 0032). */
  readonly isApproved?: boolean;
};

/** Ports of a write, and what it leaves for the worker. */
export type WriteSession = {
  readonly context: WriteContext;
  /** Contracts whose events wait for the worker. */
  readonly pendingContractIds: Set<string>;
  /** Ids assigned in advance to the jobs that will handle them, by contract. */
  readonly jobIds: ReadonlyMap<string, string>;
  /** Contracts to be processed. */
  readonly processing: readonly ProcessingJob[];
  /** Audit rows; stored last. */
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
 * @throws DomainError INVALID_DATE if the stated day of agreement is after today
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
    const message = "agreedOn must be today or earlier.";
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
 * Stores the remaining events and audit rows, and enqueues jobs for the worker, in the same transaction.
 *
 * @throws ApprovalRequired if an approval policy of the merchant applies and no second person approved
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

/** An SQL statement that returns one row, whose column `first` is the first of some consecutive numbers. */
export type FirstNumber = RawBuilder<{ readonly first: string }>;

/** The source of numbers. */
export type Numbers = (merchantId: string, series: NumberSeries, count: number) => FirstNumber;

/** Gapless: the counter row stays locked until the transaction that used the numbers ends (rules 4). */
export const takeNumbers: Numbers = (merchantId, series, count) => sql`
  insert into number_counter (merchant_id, series, next) values (${merchantId}, ${series}, ${count + 1}::bigint)
  on conflict (merchant_id, series) do update set next = number_counter.next + ${count}::bigint
  returning next - ${count}::bigint as first`;

/** A number that was taken before. */
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

/** Runs a read that only needs the id of the merchant, which the caller has verified. */
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

/** Runs a use case and rolls everything back: a preview shows exactly what the real write would do. */
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
  // Each preview begins at a different number; otherwise unique indexes would make one preview wait for another.
  let next = firstProvisionalNumber + BigInt(`0x${randomBytes(6).toString("hex")}`);
  return (_merchantId, _series, count) => {
    const first = next;
    next += BigInt(count);
    return knownNumber(first);
  };
}
