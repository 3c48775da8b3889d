/** The payment processors at which a customer may have an account (spec "Enumerations"). */
export const processorTypes = ["PROCESSOR_A"] as const;
export type ProcessorType = (typeof processorTypes)[number];

export const paymentMethodTypes = ["CREDIT_CARD", "ACH_DEBIT", "ACH_CREDIT", "CHECK", "LINK"] as const;
export type PaymentMethodType = (typeof paymentMethodTypes)[number];

/** A payment method at the processor; the type is null for a kind that Accord does not know. */
export type ProcessorMethod = { readonly id: string; readonly type: PaymentMethodType | null };

/**
 * The queries to a payment processor. Accord only reads there: accounts and methods are made at the processor. Every call has a
 * time limit, and its error message has neither keys nor references, so that it may be logged.
 */
export type PaymentProcessor = {
  readonly type: ProcessorType;
  /** The default method of an account; undefined if it has none or there is no such account. */
  readonly defaultMethodOf: (customerRef: string) => Promise<ProcessorMethod | undefined>;
  /** The method, if it belongs to that account. */
  readonly methodOf: (customerRef: string, methodId: string) => Promise<ProcessorMethod | undefined>;
};
