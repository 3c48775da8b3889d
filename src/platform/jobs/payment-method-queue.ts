import { fromKysely, type Job, type PgBoss } from "pg-boss";
import type { Tx } from "../db/pool.ts";
import { paymentMethodQueueName } from "./queue.ts";

/** Which link to look at. Its reference at the processor is left out: job rows are read by operators. */
export type PaymentMethodJob = {
  readonly merchantId: string;
  readonly customerId: string;
  readonly processorType: string;
};

/** Has the default payment methods of links read at the processor, once the transaction is committed. */
export type PaymentMethodQueue = {
  readonly enqueue: (tx: Tx, jobs: readonly PaymentMethodJob[]) => Promise<void>;
};

/** For a program without a processor: links are recorded and their defaults stay as they are (operations). */
export const noPaymentMethodQueue: PaymentMethodQueue = { enqueue: async () => undefined };

/** One waiting job a link is enough: the worker reads the link as it is then. */
export function paymentMethodQueue(boss: PgBoss): PaymentMethodQueue {
  return {
    enqueue: async (tx, jobs) => {
      if (jobs.length === 0) return;
      const rows = jobs.map((data) => ({
        data,
        singletonKey: `${data.merchantId}/${data.customerId}/${data.processorType}`,
      }));
      await boss.insert(paymentMethodQueueName, rows, { db: fromKysely(tx), returnId: false });
    },
  };
}

const jobsAtOnce = 4;

/** Starts working on the queue, a few jobs at once: they wait for the processor, not for us. */
export async function workOnPaymentMethods(
  boss: PgBoss,
  resolve: (job: PaymentMethodJob) => Promise<void>,
): Promise<void> {
  await boss.work(
    paymentMethodQueueName,
    { localConcurrency: jobsAtOnce, pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 5 },
    async (jobs: Job<PaymentMethodJob>[]) => {
      for (const { data } of jobs) await resolve(data);
    },
  );
}
