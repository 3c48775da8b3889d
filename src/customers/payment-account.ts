import type { PaymentMethodType, ProcessorMethod, ProcessorType } from "./payment-processor.ts";

/** Who chose the default method: the request that linked the account, or the processor. */
export type MethodOrigin = "REQUEST" | "PROCESSOR";

/** The type is null until it was read at the processor. */
export type DefaultMethod = {
  readonly id: string;
  readonly type: PaymentMethodType | null;
  readonly origin: MethodOrigin;
};

/** A customer's account at a payment processor. */
export type PaymentAccountLink = {
  readonly customerId: string;
  readonly processorType: ProcessorType;
  readonly processorCustomerRef: string;
  readonly defaultMethod: DefaultMethod | null;
  /** Grows with every decision about the link, so that an answer to an older request is recognized as such. */
  readonly revision: number;
};

/** One entry of a bulk link. */
export type LinkEntry = {
  /** As sent; it may be no id at all. */
  readonly customerId: string;
  readonly processorType: ProcessorType;
  readonly processorCustomerRef: string;
  readonly defaultPaymentMethodId: string | undefined;
};

/** What became of an entry; `error` starts with a code (behaviour 5.3). */
export type LinkResult =
  | { readonly status: "LINKED"; readonly entry: LinkEntry; readonly link: PaymentAccountLink }
  | { readonly status: "NOT_FOUND"; readonly entry: LinkEntry }
  | { readonly status: "FAILED"; readonly entry: LinkEntry; readonly error: string };

// What a processor's id looks like; anything else could mean another address there.
const reference = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,254}$/;

/** Why an entry cannot be linked whatever the customer; undefined when it can. Whether the account exists is not asked. */
export function entryProblem({ processorCustomerRef, defaultPaymentMethodId }: LinkEntry): string | undefined {
  const field = reference.test(processorCustomerRef)
    ? defaultPaymentMethodId === undefined || reference.test(defaultPaymentMethodId)
      ? undefined
      : "defaultPaymentMethodId"
    : "processorCustomerRef";
  if (field === undefined) return undefined;
  return `INVALID_REFERENCE: ${field} has 1 to 255 letters, digits, "_", "-", "." or ":", and starts with one of the first two.`;
}

/**
 * The link after an entry. Another reference clears the default, which belongs to the account before; the same one
 * keeps it (spec rule 5, behaviour CRA-1).
 */
export function relinked(
  before: PaymentAccountLink | undefined,
  customerId: string,
  entry: LinkEntry,
): PaymentAccountLink {
  const { processorType, processorCustomerRef, defaultPaymentMethodId } = entry;
  const kept = before?.processorCustomerRef === processorCustomerRef ? before.defaultMethod : null;
  const defaultMethod =
    defaultPaymentMethodId === undefined
      ? kept
      : ({
          id: defaultPaymentMethodId,
          type: kept?.id === defaultPaymentMethodId ? kept.type : null,
          origin: "REQUEST",
        } as const);
  const link = { customerId, processorType, processorCustomerRef, defaultMethod };
  const isSame =
    before?.processorCustomerRef === processorCustomerRef && isSameMethod(before.defaultMethod, defaultMethod);
  return { ...link, revision: (before?.revision ?? 0) + (isSame ? 0 : 1) };
}

/** The link after the processor answered what its default method is, or what the chosen one is; undefined: none. */
export function resolved(link: PaymentAccountLink, answer: ProcessorMethod | undefined): PaymentAccountLink {
  const origin = link.defaultMethod?.origin ?? "PROCESSOR";
  const defaultMethod = answer === undefined ? null : { ...answer, origin };
  const isSame = isSameMethod(link.defaultMethod, defaultMethod);
  return isSame ? link : { ...link, defaultMethod, revision: link.revision + 1 };
}

function isSameMethod(a: DefaultMethod | null, b: DefaultMethod | null): boolean {
  return a?.id === b?.id && a?.type === b?.type && a?.origin === b?.origin;
}

/** A reference as logs and audit rows may show it. */
export function masked(reference: string): string {
  return `…${reference.slice(-4)}`;
}
