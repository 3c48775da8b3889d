import { fromKysely, type PgBoss } from "pg-boss";
import type { Tx } from "../db/pool.ts";
import { workOneByOne } from "./one-by-one.ts";
import { paymentMethodQueueName } from "./queue.ts";

/** The link to look up. Its reference at the processor is left out, because operators can read the rows of jobs. */
export type PaymentMethodJob = {
  readonly merchantId: string;
  readonly customerId: string;
  readonly processorType: string;
};

/** Enqueues reading the default payment methods of links at the processor, once the transaction is committed. */
export type PaymentMethodQueue = {
  readonly enqueue: (tx: Tx, jobs: readonly PaymentMethodJob[]) => Promise<void>;
};

/** For a program without a processor: links are stored, and their default payment methods stay as they are (operations). */
export const noPaymentMethodQueue: PaymentMethodQueue = { enqueue: async () => undefined };

/** One waiting job per link is enough, because the worker reads the link as it is then. */
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

/** Starts working on the queue with a few jobs at once, because they mostly wait for the processor. */
export async function workOnPaymentMethods(
  boss: PgBoss,
  resolve: (job: PaymentMethodJob) => Promise<void>,
): Promise<void> {
  await workOneByOne<PaymentMethodJob>(boss, paymentMethodQueueName, jobsAtOnce, ({ data }) => resolve(data));
}
