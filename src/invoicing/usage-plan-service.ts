import type { BillingTerm } from "../billing-terms/billing-term.ts";
import { usageOfContracts } from "../commitments/usage-service.ts";
import type { Contract } from "../contracts/contract.ts";
import type { Day } from "../kernel/day.ts";
import type { Merchant } from "../platform/clock.ts";
import type { Tx } from "../platform/db/pool.ts";
import type { PlanHorizon, TermPlan } from "./plan.ts";
import { billedUsage } from "./usage-line-store.ts";
import { daysOf, planUsage, type UsagePlanContext } from "./usage-plan.ts";

export type PlanReader = { readonly tx: Tx; readonly merchant: Merchant; readonly today: Day };

/** A contract whose usage is planned. */
type Metered = Pick<Contract, "id" | "customerId" | "status" | "currency" | "netPaymentTerms">;

/**
 * What is still to bill for the usage of some contracts, by contract and term; contracts without usage terms are left out.
 *
 * @param terms of the contracts, of any kind
 */
export async function usagePlans(
  reader: PlanReader,
  contracts: readonly Metered[],
  terms: readonly BillingTerm[],
  horizon: PlanHorizon,
): Promise<Map<string, Map<string, TermPlan>>> {
  const { tx, merchant } = reader;
  const usage = await usageOfContracts(reader, contracts, terms, { span: daysOf(terms, reader.today) });
  if (usage.size === 0) return new Map();
  const billed = Map.groupBy(await billedUsage(tx, merchant.id, [...usage.keys()]), ({ contractId }) => contractId);
  return new Map(
    contracts.flatMap((contract): [string, Map<string, TermPlan>][] => {
      const own = usage.get(contract.id);
      if (own === undefined) return [];
      const context = usagePlanContext(reader, contract);
      return [[contract.id, planUsage(own, billed.get(contract.id) ?? [], context, horizon)]];
    }),
  );
}

/** How the usage of a contract is priced and dated. */
export function usagePlanContext(
  { merchant, today }: PlanReader,
  { currency, netPaymentTerms }: Pick<Contract, "currency" | "netPaymentTerms">,
): UsagePlanContext {
  const { rounding, usageGraceDays: graceDays } = merchant;
  return { currency, rounding, today, graceDays, netPaymentTerms };
}
