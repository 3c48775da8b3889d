import type { PaymentMethodType, ProcessorMethod, ProcessorType } from "./payment-processor.ts";

/** What chose the default method: the request that linked the account, or the processor. */
export type MethodOrigin = "REQUEST" | "PROCESSOR";

/** The type is null until it has been read at the processor. */
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
  /** Increases with every decision about the link, so that a late answer to an older query is recognized. */
  readonly revision: number;
};

/** One entry of a bulk link. */
export type LinkEntry = {
  /** As sent; may be no valid id. */
  readonly customerId: string;
  readonly processorType: ProcessorType;
  readonly processorCustomerRef: string;
  readonly defaultPaymentMethodId: string | undefined;
};

/** The result of an entry; `error` starts with a code (behaviour 5.3). */
export type LinkResult =
  | { readonly status: "LINKED"; readonly entry: LinkEntry; readonly link: PaymentAccountLink }
  | { readonly status: "NOT_FOUND"; readonly entry: LinkEntry }
  | { readonly status: "FAILED"; readonly entry: LinkEntry; readonly error: string };

// The form of a processor's id; any other text in a URL could lead to another resource there.
const reference = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,254}$/;

/** Why an entry cannot be linked to any customer; undefined if it can. Whether the account exists is not checked. */
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
 * The link after an entry. Another reference clears the default method, which belonged to the old account; the same one keeps it
 * (spec rule 5, behaviour CRA-1).
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

/** The link after the processor has returned the default method of the account, or the chosen method; undefined: there is none. */
export function resolved(link: PaymentAccountLink, answer: ProcessorMethod | undefined): PaymentAccountLink {
  const origin = link.defaultMethod?.origin ?? "PROCESSOR";
  const defaultMethod = answer === undefined ? null : { ...answer, origin };
  const isSame = isSameMethod(link.defaultMethod, defaultMethod);
  return isSame ? link : { ...link, defaultMethod, revision: link.revision + 1 };
}

function isSameMethod(a: DefaultMethod | null, b: DefaultMethod | null): boolean {
  return a?.id === b?.id && a?.type === b?.type && a?.origin === b?.origin;
}

/** A reference in the form for logs and audit rows. */
export function masked(reference: string): string {
  return `…${reference.slice(-4)}`;
}
