import * as billingTerms from "../billing-terms/service.ts";
import { usageOfContracts } from "../commitments/usage-service.ts";
import * as contracts from "../contracts/service.ts";
import { getCustomer } from "../customers/service.ts";
import type { Period } from "../kernel/periods.ts";
import { findEventTypes } from "../usage/service.ts";
import { plannedThrough, type StatementPeriod, statementOf } from "./statement.ts";
import { billedUsage } from "./usage-line-store.ts";
import { daysOf, planUsage } from "./usage-plan.ts";
import { type PlanReader, usagePlanContext } from "./usage-plan-service.ts";

export type UsageStatement = {
  readonly customerId: string;
  /** Half-open. */
  readonly span: Period;
  readonly periods: readonly (StatementPeriod & { readonly contractId: string; readonly currency: string })[];
  readonly eventTypeNames: ReadonlyMap<string, string>;
};

/**
 * The usage statement of a customer, by billing period, for all periods that have a day in the span.
 *
 * @throws DomainError CUSTOMER_NOT_FOUND
 */
export async function usageStatement(reader: PlanReader, customerId: string, span: Period): Promise<UsageStatement> {
  const { tx, merchant, today } = reader;
  await getCustomer(tx, merchant.id, customerId);
  const own = await contracts.approvedContracts(tx, merchant.id, { customerIds: [customerId] });
  const terms = await billingTerms.termsOfContracts(
    tx,
    merchant.id,
    own.map(({ id }) => id),
  );
  const usage = await usageOfContracts(reader, own, terms, { span: daysOf(terms, today) });
  const billed = Map.groupBy(await billedUsage(tx, merchant.id, [...usage.keys()]), ({ contractId }) => contractId);
  const periods = own.flatMap((contract) => {
    const used = usage.get(contract.id);
    if (used === undefined) return [];
    const { id: contractId, currency } = contract;
    const context = usagePlanContext(reader, contract);
    const lines = billed.get(contractId) ?? [];
    const plan = planUsage(used, lines, context, { through: plannedThrough(used, span, today), andNext: false });
    const planned = [...plan.values()].flatMap((ofTerm) => ofTerm.lines);
    return statementOf(used, { billed: lines, planned }, span, context).map((period) => {
      return { ...period, contractId, currency };
    });
  });
  const eventTypeIds = periods.flatMap(({ quantities }) => quantities.map(({ eventTypeId }) => eventTypeId));
  const eventTypes = await findEventTypes(tx, merchant.id, [...new Set(eventTypeIds)]);
  return {
    customerId,
    span,
    periods,
    eventTypeNames: new Map([...eventTypes].map(([id, { name }]) => [id, name])),
  };
}
