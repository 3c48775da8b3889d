import { CompiledQuery, sql } from "kysely";
import { type Job, type JobResult, PgBoss, type Queue, type QueuePolicy } from "pg-boss";
import { DomainError } from "../../kernel/errors.ts";
import { sendAhead, type Tx } from "../db/pool.ts";
import { WatchedConnection } from "../db/watched-connection.ts";
import { publishFailedJobs } from "./failed-job-events.ts";
import { leaveFinishedJobs } from "./finished-jobs.ts";
import {
  beatSeconds,
  heartbeatSeconds,
  longWorkExpiresAfterSeconds,
  notifyPollingIntervalSeconds,
  pollingIntervalSeconds,
  processingExpiresAfterSeconds,
  secondsBetweenChecks,
} from "./intervals.ts";
import { workOneByOne } from "./one-by-one.ts";
import { type Progress, type ReportProgress, withProgress } from "./progress.ts";

/** Enqueues follow-up work of a write, in the transaction of the write. */
export type OutboxQueue = {
  readonly enqueue: (tx: Tx, merchantId: string, work: EnqueuedWork) => Promise<void>;
  /** The id of a waiting job that will handle the events of a locked contract, if there is one. */
  readonly waitingJob: (tx: Tx, merchantId: string, contractId: string) => Promise<string | undefined>;
};

export type EnqueuedWork = {
  /** Contracts with pending events. */
  readonly contractIds: readonly string[];
  /** Ids that were given out in advance for some of these jobs, by contract. */
  readonly jobIds: ReadonlyMap<string, string>;
  readonly processing: readonly ProcessingJob[];
};

/** A contract to be processed. The id is assigned before the job exists, because the contract's view shows it. */
export type ProcessingJob = { readonly jobId: string; readonly contractId: string };

export const outboxQueueName = "regenerate-invoices";
export const processingQueueName = "process-contract";
export const paymentMethodQueueName = "resolve-payment-method";
export const hourlyQueueName = "due-work";
export const dueWorkQueueName = "issue-invoices";
export const housekeepingQueueName = "housekeeping";
export const examinationQueueName = "examine-books";
export const deadLetterQueueName = "dead-letters";

/** Our own queues; the job library has others for itself. */
export const workQueueNames = [
  outboxQueueName,
  processingQueueName,
  paymentMethodQueueName,
  hourlyQueueName,
  dueWorkQueueName,
  housekeepingQueueName,
  examinationQueueName,
] as const;

export type MerchantJob = { readonly merchantId: string };

export type ContractJob = MerchantJob & { readonly contractId: string };

/** A job that keeps failing is tried 5 times with growing pauses, then kept as a dead letter (behaviour JOB-1). */
const retryPolicy = {
  retryLimit: 5,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 300,
  deadLetter: deadLetterQueueName,
};

type BossOptions = {
  readonly connectionString: string;
  readonly onError: (error: Error) => void;
  /** True for a process that works on jobs: only such a process maintains the queues. */
  readonly maintains: boolean;
};

/** Passed on by the library to its pool, so that its connections too notice lost answers. */
const watched = { Client: WatchedConnection };

/** The job queue of this process. Its tables are in the schema `pgboss` and were made by `installQueues`. */
export function openBoss({ connectionString, onError, maintains }: BossOptions): PgBoss {
  const boss = new PgBoss({
    ...watched,
    connectionString,
    max: 4,
    application_name: "accord-jobs",
    migrate: false,
    createSchema: false,
    supervise: maintains,
    schedule: maintains,
    useListenNotify: maintains,
    superviseIntervalSeconds: secondsBetweenChecks,
    monitorIntervalSeconds: secondsBetweenChecks,
  });
  boss.on("error", onError);
  return boss;
}

/** Jobs of one merchant per round, and the last round, which takes all further jobs. */
const jobsPerRound = 10;
const lastRound = 100;

/**
 * Jobs are taken by priority, and within one priority in the order of their creation. The priority of a new job is the round of its
 * merchant's turn: it comes after the waiting jobs of its own merchant, but not after all waiting jobs (ADR 0061). A trigger sets
 * it, so that a write needs no further statement.
 */
const turnsOfMerchants = `
  create index if not exists accord_waiting_of_merchant on pgboss.job (name, (data ->> 'merchantId')) where state < 'active';
  create or replace function pgboss.accord_round() returns trigger language plpgsql as $round$
  begin
    new.priority := new.priority - (
      select count(*) / ${jobsPerRound} from (
        select from pgboss.job
        where name = new.name and data ->> 'merchantId' = new.data ->> 'merchantId' and state < 'active'
        limit ${jobsPerRound * lastRound}
      ) waiting
    );
    return new;
  end $round$;
  create or replace trigger accord_round before insert on pgboss.job
    for each row when (new.data ->> 'merchantId' is not null) execute function pgboss.accord_round();`;

const longWork = { expireInSeconds: longWorkExpiresAfterSeconds, ...retryPolicy };

type QueueSettings = { readonly policy?: QueuePolicy; readonly options: Omit<Queue, "name" | "policy" | "partition"> };

const queues: Readonly<Record<(typeof workQueueNames)[number] | typeof deadLetterQueueName, QueueSettings>> = {
  [deadLetterQueueName]: { options: { retryLimit: 0 } },
  // One waiting job per contract is enough: the worker finds every pending event.
  [outboxQueueName]: { policy: "short", options: { notify: true, ...retryPolicy } },
  [processingQueueName]: {
    options: { notify: true, expireInSeconds: processingExpiresAfterSeconds, ...retryPolicy },
  },
  // The processor is an outside system, whose outages last longer than ours.
  [paymentMethodQueueName]: { policy: "short", options: { notify: true, ...retryPolicy, retryDelay: 15 } },
  [hourlyQueueName]: { policy: "singleton", options: retryPolicy },
  // A merchant whose job is not done within the hour needs no second one: the job does all that is due when it runs.
  [dueWorkQueueName]: { policy: "exclusive", options: { notify: true, ...longWork } },
  [housekeepingQueueName]: { policy: "exclusive", options: longWork },
  [examinationQueueName]: { policy: "singleton", options: longWork },
};

/** Creates or upgrades the queue's own schema and the queues; part of `accord migrate`. */
export async function installQueues(connectionString: string): Promise<void> {
  const boss = new PgBoss({ connectionString, max: 2, supervise: false, schedule: false });
  boss.on("error", () => undefined);
  await boss.start();
  try {
    for (const [name, { policy, options }] of Object.entries(queues)) {
      await boss.createQueue(name, { ...(policy && { policy }), ...options });
      // Creating leaves a queue of an earlier version as it is. Its policy cannot be changed.
      await boss.updateQueue(name, options);
    }
    await boss.schedule(hourlyQueueName, "5 * * * *");
    await boss.schedule(examinationQueueName, "35 * * * *");
    const database = boss.getDb();
    // By SQL, because the library's methods accept no heartbeat below ten seconds, and taking over would last longer.
    const names = workQueueNames.map((name) => `'${name}'`).join(", ");
    await database.executeSql(`
      update pgboss.queue set heartbeat_seconds = ${heartbeatSeconds} where name in (${names});
      ${turnsOfMerchants}
      ${leaveFinishedJobs}
      ${publishFailedJobs(deadLetterQueueName)}
      grant usage on schema pgboss to accord_app;
      grant select, insert, update, delete on all tables in schema pgboss to accord_app;
      grant execute on all functions in schema pgboss to accord_app;
    `);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** The queue that writes enqueue into. */
export function outboxQueue(boss: PgBoss): OutboxQueue {
  return {
    waitingJob: async (tx, merchantId, contractId) => {
      // In the words of the library's unique index, so that it is used.
      const { rows } = await sql<{ id: string }>`
        select id from pgboss.job
        where name = ${outboxQueueName} and coalesce(singleton_key, '') = ${`${merchantId}/${contractId}`}
          and state = 'created' and policy = 'short'`.execute(tx);
      return rows[0]?.id;
    },
    enqueue: async (tx, merchantId, { contractIds, jobIds, processing }) => {
      const options = { db: sendingAhead(tx), returnId: false };
      if (contractIds.length > 0) {
        const jobs = contractIds.map((contractId) => {
          const data: ContractJob = { merchantId, contractId };
          const id = jobIds.get(contractId);
          const job = { data, singletonKey: `${merchantId}/${contractId}` };
          return id === undefined ? job : { ...job, id };
        });
        await boss.insert(outboxQueueName, jobs, options);
      }
      if (processing.length > 0) {
        const jobs = processing.map(({ jobId, contractId }) => ({
          id: jobId,
          data: { merchantId, contractId } satisfies ContractJob,
        }));
        await boss.insert(processingQueueName, jobs, options);
      }
    },
  };
}

/** The results are not needed, so the statements are sent with the next ones or the commit. */
function sendingAhead(tx: Tx) {
  return {
    executeSql: async (text: string, values?: unknown[]) => {
      sendAhead(tx, CompiledQuery.raw(text, values));
      return { rows: [] };
    },
  };
}

export type JobHandlers = {
  /** Handles the pending events of some contracts of one merchant in one transaction. */
  readonly handleContracts: (merchantId: string, contractIds: readonly string[]) => Promise<void>;
  /** Processes one contract, if the job is still the one it waits for. */
  readonly processContract: (merchantId: string, job: ProcessingJob, report: ReportProgress) => Promise<void>;
  /** The merchants whose due work gets a job every hour. */
  readonly liveMerchants: () => Promise<readonly string[]>;
  /** Does the hourly work that belongs to no merchant. */
  readonly doHousekeeping: () => Promise<void>;
  /** Does what became due by date for one merchant. */
  readonly doDueWork: (merchantId: string, report: ReportProgress) => Promise<void>;
};

const contractsPerBatch = 50;

/** Merchants whose due work one process does at a time, so that small ones do not wait for a large one (ADR 0097). */
const merchantsAtOnce = 2;

/** Starts working on jobs. A batch that fails is tried contract by contract, so one bad contract holds up no other. */
export async function startWorking(boss: PgBoss, handlers: JobHandlers): Promise<void> {
  await boss.work(
    outboxQueueName,
    {
      batchSize: contractsPerBatch,
      perJobResults: true,
      burstWhenBatchFull: true,
      pollingIntervalSeconds,
      notifyPollingIntervalSeconds,
      heartbeatRefreshSeconds: beatSeconds,
    },
    async (jobs: Job<ContractJob>[]) => {
      const results: JobResult[] = [];
      const byMerchant = Map.groupBy(jobs, (job) => job.data.merchantId);
      // Merchants with few jobs first, so that they do not wait for one with many.
      const fewestFirst = [...byMerchant].toSorted(([, one], [, other]) => one.length - other.length);
      for (const [merchantId, merchantJobs] of fewestFirst) {
        results.push(...(await runBatch(handlers, merchantId, merchantJobs)));
      }
      return results;
    },
  );
  await workOneByOne<ContractJob>(boss, processingQueueName, 1, ({ id, data }) => {
    const job = { jobId: id, contractId: data.contractId };
    return withProgress(progressWriter(boss, processingQueueName, id), (report) =>
      handlers.processContract(data.merchantId, job, report),
    );
  });
  const seldom = { pollingIntervalSeconds: 5, heartbeatRefreshSeconds: beatSeconds };
  await boss.work(hourlyQueueName, seldom, async () => {
    const merchantIds = await handlers.liveMerchants();
    const jobs = merchantIds.map((merchantId) => ({ data: { merchantId }, singletonKey: merchantId }));
    if (jobs.length > 0) await boss.insert(dueWorkQueueName, jobs, { returnId: false });
    // A job of its own: one that failed here would be retried with the due work of every merchant.
    await boss.insert(housekeepingQueueName, [{}], { returnId: false });
  });
  await boss.work(housekeepingQueueName, seldom, handlers.doHousekeeping);
  await workOneByOne<MerchantJob>(boss, dueWorkQueueName, merchantsAtOnce, ({ id, data }) =>
    withProgress(progressWriter(boss, dueWorkQueueName, id), (report) => handlers.doDueWork(data.merchantId, report)),
  );
}

/** Stores the progress of a job in its data. It stays there until the next attempt reports. */
export function progressWriter(boss: PgBoss, queueName: string, jobId: string) {
  return (progress: Progress) =>
    boss.getDb().executeSql(
      `update pgboss.job set data = case when jsonb_typeof(data) = 'object' then data else '{}' end
         || jsonb_build_object('progress', $3::jsonb)
       where name = $1 and id = $2::uuid`,
      [queueName, jobId, JSON.stringify(progress)],
    );
}

async function runBatch(
  handlers: JobHandlers,
  merchantId: string,
  jobs: readonly { readonly id: string; readonly data: ContractJob }[],
): Promise<JobResult[]> {
  try {
    await handlers.handleContracts(
      merchantId,
      jobs.map((job) => job.data.contractId),
    );
    return jobs.map((job) => ({ id: job.id, status: "completed" }));
  } catch (error) {
    if (jobs.length === 1) return jobs.map((job) => failed(job.id, error));
  }
  const results: JobResult[] = [];
  for (const job of jobs) results.push(...(await runBatch(handlers, merchantId, [job])));
  return results;
}

/** Shown by the API for a failure that is no rejection: the text of an exception could contain data of others. */
export const failureMessage = "The job failed; the log has the reason.";

/** `reason` is for the operator (`accord jobs list`). */
function failed(id: string, error: unknown): JobResult {
  const reason = error instanceof Error ? error.message : String(error);
  const rejection = error instanceof DomainError ? error : undefined;
  const output = { name: rejection?.name ?? null, message: rejection?.message ?? failureMessage, reason };
  return { id, status: "failed", output };
}

export type JobCounts = {
  readonly waiting: number;
  readonly running: number;
  readonly failed: number;
  /** Of the waiting jobs, those due for more than a minute, due work for more than an hour, and those held by a dead worker. */
  readonly late: number;
  readonly oldestSeconds: number;
};

const secondsUntilLate = 60;

/** SQL condition that a job is due work that waits behind that of other merchants, which is no sign of a missing worker until the next is due. */
export const isInTurn = sql`name = ${dueWorkQueueName} and state in ('created', 'retry') and start_after > now() - interval '1 hour'`;

/**
 * How many jobs are due or running and how many failed for good, and how long the oldest due job has waited or been held by a dead worker, due
 * work that waits for its turn left out.
 */
export async function countJobs(tx: Pick<Tx, "executeQuery" | "getExecutor">): Promise<JobCounts> {
  const isDead = sql`state = 'active' and heartbeat_on + 2 * heartbeat_seconds * interval '1 second' < now()`;
  const isDue = sql`state in ('created', 'retry') and start_after <= now()`;
  const isOverdue = sql`(${isDue} and not (${isInTurn}))`;
  const isLate = sql`${isOverdue} and start_after < now() - ${secondsUntilLate} * interval '1 second'`;
  const { rows } = await sql<{ waiting: string; running: string; failed: string; late: string; oldest: string | null }>`
    select
      count(*) filter (where name <> ${deadLetterQueueName} and (${isDue} or ${isDead})) as waiting,
      count(*) filter (where state = 'active' and not (${isDead})) as running,
      count(*) filter (where name = ${deadLetterQueueName}) as failed,
      count(*) filter (where name <> ${deadLetterQueueName} and ((${isLate}) or (${isDead}))) as late,
      extract(epoch from now() - min(case when ${isDead} then heartbeat_on else start_after end)
        filter (where name <> ${deadLetterQueueName} and (${isOverdue} or ${isDead})))::int as oldest
    from pgboss.job
    where name = any(${[...workQueueNames, deadLetterQueueName]}::text[]) and state <= 'active'`.execute(tx as Tx);
  const [row] = rows;
  return {
    waiting: Number(row?.waiting ?? 0),
    running: Number(row?.running ?? 0),
    failed: Number(row?.failed ?? 0),
    late: Number(row?.late ?? 0),
    oldestSeconds: Number(row?.oldest ?? 0),
  };
}
