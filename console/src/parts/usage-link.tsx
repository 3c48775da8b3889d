import type { BillingTerm } from "@accord/client";
import type { ReactNode } from "react";
import { useAll } from "../api/use-api.ts";
import { paths } from "../paths.ts";
import { TextLink } from "./text-link.tsx";

type Props = {
  readonly contractId: string;
  /** The term that bills the usage; all usage terms of the contract on these days unless stated. */
  readonly termId?: string;
  readonly from: string;
  /** Inclusive. */
  readonly to: string;
  readonly children: ReactNode;
};

/**
 * A link to the usage events of an amount: those of the contract's customer on these days, of the event types that its terms bill. No other
 * contract of the customer bills the same event type on the same days.
 */
export function UsageLink({ contractId, termId, from, to, children }: Props) {
  const terms = useAll("listContractBillingTerms", { id: contractId });
  const billing = (terms.data ?? []).filter((term) => (termId ? term.id === termId : isOn(term, from, to)));
  const types = new Set(billing.flatMap(({ eventTypeId }) => eventTypeId ?? []));
  const customer = billing[0]?.customerId;
  if (types.size === 0 || !customer) return <>{children}</>;
  return (
    <TextLink href={paths.usage({ tab: "events", customer, type: [...types].join(","), from, to })}>
      {children}
    </TextLink>
  );
}

function isOn({ startDate, endDate }: BillingTerm, from: string, to: string): boolean {
  return startDate <= to && (endDate === null || endDate >= from);
}
