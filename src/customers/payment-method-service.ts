import { inTransaction, type Tx } from "../platform/db/pool.ts";
import { systemWrite } from "../platform/due-work.ts";
import type { PaymentMethodJob } from "../platform/jobs/payment-method-queue.ts";
import { type Platform, type WriteContext, write } from "../platform/write.ts";
import { type PaymentAccountLink, resolved } from "./payment-account.ts";
import { changesOf } from "./payment-account-service.ts";
import * as store from "./payment-account-store.ts";
import type { PaymentProcessor, ProcessorMethod } from "./payment-processor.ts";

/**
 * Reads at the processor the default method of a link, or the chosen method, and stores it. No lock is held during the query, and
 * the answer is stored only if the link has not changed meanwhile, so a late answer for an older reference is dropped (behaviour
 * RAC-12). A method that belongs to another account is cleared.
 *
 * @throws Error if the processor does not answer; the job is tried again later
 */
export async function resolvePaymentMethod(
  platform: Platform,
  processor: PaymentProcessor,
  job: PaymentMethodJob,
): Promise<void> {
  if (job.processorType !== processor.type) return;
  const link = await inTransaction(platform.db, job.merchantId, (tx) => lockedLink(tx, job));
  if (link === undefined) return;
  const answer = await ask(processor, link);
  await write(platform, systemWrite(job.merchantId), (ctx) => keep(ctx, job, link, answer));
}

function ask(
  processor: PaymentProcessor,
  { processorCustomerRef, defaultMethod }: PaymentAccountLink,
): Promise<ProcessorMethod | undefined> {
  return defaultMethod?.origin === "REQUEST"
    ? processor.methodOf(processorCustomerRef, defaultMethod.id)
    : processor.defaultMethodOf(processorCustomerRef);
}

async function keep(
  ctx: WriteContext,
  job: PaymentMethodJob,
  linkBefore: PaymentAccountLink,
  answer: ProcessorMethod | undefined,
): Promise<void> {
  const link = await lockedLink(ctx.tx, job);
  if (link?.revision !== linkBefore.revision || link.processorCustomerRef !== linkBefore.processorCustomerRef) return;
  const after = resolved(link, answer);
  if (after === link) return;
  await store.upsertLink(ctx.tx, ctx.merchant.id, after, ctx.clock.timestamp);
  const { customerId, processorType } = link;
  ctx.audit({
    action: "payment-account.resolve",
    entityType: "CUSTOMER",
    entityId: customerId,
    changes: changesOf(link, after),
    ...(answer === undefined && {
      reason: "The method does not belong to the account, or the account has no default.",
    }),
  });
  ctx.publish({ type: "payment-account.default-method-resolved", customerId, data: { processorType } });
}

/** Locking the customer waits for a request that is linking it: a job may start before the transaction that changed the link has ended. */
async function lockedLink(tx: Tx, job: PaymentMethodJob): Promise<PaymentAccountLink | undefined> {
  const known = await store.lockCustomers(tx, job.merchantId, [job.customerId]);
  const links = await store.linksOf(tx, job.merchantId, [...known]);
  return links.find(({ processorType }) => processorType === job.processorType);
}
