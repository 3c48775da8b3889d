import { assert } from "../kernel/assert.ts";
import { changesBetween } from "../platform/audit.ts";
import { systemWrite } from "../platform/due-work.ts";
import { type Failure, throwFailures, tryEach } from "../platform/failures.ts";
import type { ReportProgress } from "../platform/jobs/progress.ts";
import type { ProcessingJob } from "../platform/jobs/queue.ts";
import { type PdfProblem, type PdfReading, readPdf } from "../platform/pdf/pdf-text.ts";
import { type Platform, read, type WriteContext, write } from "../platform/write.ts";
import { auditedContract } from "./audit-service.ts";
import type { BlockReason } from "./block-reason.ts";
import type { Contract } from "./contract.ts";
import * as store from "./file-store.ts";
import { processed } from "./readiness.ts";
import { lockContracts, type Reader, saveContract } from "./record-service.ts";
import { findContracts } from "./store.ts";

/**
 * Processes one contract: reads its file, outside of a transaction, stores the result, and derives the status. Does nothing if the contract does not
 * wait for this job, so a job may run twice, and its result is dropped if the file was replaced meanwhile (rules 3). Reports the number of pages
 * read.
 */
export async function processContract(
  platform: Platform,
  merchantId: string,
  job: ProcessingJob,
  report: ReportProgress = () => undefined,
): Promise<void> {
  const file = await read(platform, merchantId, async (reader) => {
    const [contract] = await findContracts(reader.tx, merchantId, [job.contractId]);
    return isAwaited(contract, job) ? fileOf(reader, contract) : "nobody waits";
  });
  if (file === "nobody waits") return;
  const reading =
    file === undefined
      ? undefined
      : await readPdf(file.bytes, undefined, ({ pages, pageCount }) => report(pages, pageCount));
  await write(platform, systemWrite(merchantId), async (ctx) => {
    const [contract] = await lockContracts(ctx, [job.contractId]);
    if (!isAwaited(contract, job)) return;
    assert(contract.file?.sha256 === file?.sha256, "a contract with another file waits for another job");
    await finish(ctx, contract, reading);
  });
}

/** Processes all contracts of a merchant that wait for it, whether or not their jobs still exist. */
export async function processAwaiting(platform: Platform, merchantId: string): Promise<void> {
  const failures: Failure<ProcessingJob>[] = [];
  let after: string | undefined;
  for (;;) {
    const jobs = await read(platform, merchantId, ({ tx }) =>
      store.contractsAwaitingJobs(tx, merchantId, { after, limit: jobsPerBatch }),
    );
    if (jobs.length === 0) break;
    failures.push(...(await tryEach(jobs, (job) => processContract(platform, merchantId, job))));
    after = jobs.at(-1)?.contractId;
  }
  throwFailures(failures, "contracts");
}

const jobsPerBatch = 50;

function isAwaited(contract: Contract | undefined, job: ProcessingJob): contract is Contract {
  return contract?.deletedAt === null && contract.awaitsJob && contract.jobId === job.jobId;
}

function fileOf({ tx, merchant }: Reader, contract: Contract) {
  return store.findFile(tx, merchant.id, contract.id);
}

async function finish(ctx: WriteContext, before: Contract, reading: PdfReading | undefined): Promise<void> {
  const reasons = reading === undefined || reading.readable ? [] : [unreadable(reading.problem)];
  const result = {
    before: null,
    after: null,
    ...(reading === undefined ? {} : await saveReading(ctx, before, reading, reasons)),
  };
  const after = processed(before, reasons, ctx.merchant);
  const changes = changesBetween(
    { ...auditedContract(before), fileResultHash: result.before },
    { ...auditedContract(after), fileResultHash: result.after },
  );
  ctx.audit({ action: "contract.processed", entityType: "CONTRACT", entityId: before.id, changes });
  await saveContract(ctx, before, after);
}

function saveReading(ctx: WriteContext, { id }: Contract, reading: PdfReading, reasons: readonly BlockReason[]) {
  const { text, pageCount } = reading.readable ? reading : { text: null, pageCount: null };
  const result = { text, pageCount, reasons, processedAt: ctx.clock.timestamp };
  return store.saveCheckResult(ctx.tx, ctx.merchant.id, id, result);
}

const advice: Readonly<Record<PdfProblem, string>> = {
  NOT_A_PDF: "The file is damaged or not a PDF; upload it again.",
  ENCRYPTED: "The file is protected by a password; upload it without one.",
  EMPTY: "The file has no pages; upload the signed contract.",
  TOO_DEMANDING: "The file takes too much time or memory to read; print it to a plain PDF and upload that.",
};

function unreadable(problem: PdfProblem): BlockReason {
  return { code: "FILE_UNREADABLE", message: advice[problem], path: "/file" };
}
