import { type Static, Type } from "typebox";
import type { LinkEntry, LinkResult } from "../../customers/payment-account.ts";
import {
  type PaymentMethodType,
  type ProcessorType,
  paymentMethodTypes,
  processorTypes,
} from "../../customers/payment-processor.ts";
import { Closed, List, Named, Nullable, OneOf, Text } from "../../platform/http/wire.ts";

const longestText = 4096;

export const BulkLinkBody = Named(
  "BulkLinkPaymentAccountsDto",
  Closed({
    items: List(
      Closed({
        customerId: Text(0, longestText, { description: "Id of the customer to link." }),
        processorType: OneOf(processorTypes),
        processorCustomerRef: Text(0, longestText, {
          description: "The processor's own id of an account that exists there.",
          examples: ["cus_NffrFeUfNV2Hib"],
        }),
        defaultPaymentMethodId: Type.Optional(
          Text(0, longestText, { description: "A payment method of that account, stored as its default at once." }),
        ),
      }),
      { min: 1, max: 100 },
    ),
  }),
);

export const BulkLinkView = Named(
  "BulkLinkResults",
  Closed({
    items: Type.Array(
      Closed({
        customerId: Type.String(),
        processorType: OneOf(processorTypes),
        status: OneOf(["LINKED", "NOT_FOUND", "FAILED"]),
        processorCustomerRef: Type.Optional(Type.String()),
        defaultPaymentMethod: Type.Optional(Nullable(Type.String())),
        defaultPaymentMethodType: Type.Optional(Nullable(OneOf(paymentMethodTypes))),
        isDefaultProcessor: Type.Optional(Type.Boolean()),
        error: Type.Optional(
          Type.String({ description: "Why the entry FAILED; starts with INVALID_REFERENCE or INTERNAL and a colon." }),
        ),
      }),
      { description: "One result for each entry, in the order sent." },
    ),
  }),
);

export function entriesFromBody(body: Static<typeof BulkLinkBody>): LinkEntry[] {
  return body.items.map(({ defaultPaymentMethodId, ...entry }) => ({ ...entry, defaultPaymentMethodId }));
}

/** The results as integrators see them; `defaultProcessor` is the merchant's. */
export function resultsView(
  results: readonly LinkResult[],
  defaultProcessor: ProcessorType | null,
): Static<typeof BulkLinkView> {
  return { items: results.map((result) => resultView(result, defaultProcessor)) };
}

function resultView(result: LinkResult, defaultProcessor: ProcessorType | null) {
  const { customerId, processorType } = result.entry;
  const entry = { customerId, processorType, status: result.status };
  if (result.status === "FAILED") return { ...entry, error: result.error };
  if (result.status === "NOT_FOUND") return entry;
  const { processorCustomerRef, defaultMethod } = result.link;
  const type: PaymentMethodType | null = defaultMethod?.type ?? null;
  return {
    ...entry,
    processorCustomerRef,
    defaultPaymentMethod: defaultMethod?.id ?? null,
    defaultPaymentMethodType: type,
    isDefaultProcessor: processorType === defaultProcessor,
  };
}
