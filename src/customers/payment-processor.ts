/** The payment processors a customer may have an account at (spec "Enumerations"). */
export const processorTypes = ["PROCESSOR_A"] as const;
export type ProcessorType = (typeof processorTypes)[number];

export const paymentMethodTypes = ["CREDIT_CARD", "ACH_DEBIT", "ACH_CREDIT", "CHECK", "LINK"] as const;
export type PaymentMethodType = (typeof paymentMethodTypes)[number];

/** A payment method of the processor; the type is null for a kind that has no name here. */
export type ProcessorMethod = { readonly id: string; readonly type: PaymentMethodType | null };

/**
 * What Accord asks of a payment processor. It only reads: accounts and methods are made at the processor. Every call is
 * bounded in time and rejects with a message that names neither keys nor references, so that it may be logged.
 */
export type PaymentProcessor = {
  readonly type: ProcessorType;
  /** The default method of an account; undefined when it has none or there is no such account. */
  readonly defaultMethodOf: (customerRef: string) => Promise<ProcessorMethod | undefined>;
  /** The method, if it belongs to that account. */
  readonly methodOf: (customerRef: string, methodId: string) => Promise<ProcessorMethod | undefined>;
};
