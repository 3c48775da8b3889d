import type { PaymentMethodJob } from "../platform/jobs/payment-method-queue.ts";
import type { Platform } from "../platform/write.ts";
import { resolvePaymentMethod } from "./payment-method-service.ts";
import type { PaymentProcessor } from "./payment-processor.ts";

/** The handler of jobs that read payment methods at the processor. */
export function paymentMethodWork(
  platform: Platform,
  processor: PaymentProcessor,
): (job: PaymentMethodJob) => Promise<void> {
  return (job) => resolvePaymentMethod(platform, processor, job);
}
