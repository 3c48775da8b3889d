import { setImmediate } from "node:timers/promises";
import {
  type ContractModification,
  isServedBefore,
  type Treatment,
} from "../billing-terms/modifications/modification.ts";
import { chooseTreatment, modificationsOfContracts } from "../billing-terms/modifications/modification-service.ts";
import { type ChoiceSituation, rejectionOfChoice } from "../billing-terms/modifications/treatment-choice.ts";
import { isAsBilledOrConsumed, roleOf } from "../billing-terms/performance-obligations/group.ts";
import type { PerformanceObligation } from "../billing-terms/performance-obligations/performance-obligation.ts";
import { sharingPrice } from "../billing-terms/performance-obligations/selling-price.ts";
import { recordedPobs } from "../billing-terms/service.ts";
import type { Contract } from "../contracts/contract.ts";
import * as contracts from "../contracts/service.ts";
import { required } from "../kernel/assert.ts";
import { monthOf } from "../kernel/day.ts";
import { invalid } from "../kernel/errors.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import type { Extent, ListQuery } from "../platform/http/list-query.ts";
import { pageOfAll } from "../platform/http/page-of-all.ts";
import type { WriteContext } from "../platform/write.ts";
import { factsOfContracts } from "./contract-facts-service.ts";
import { effectsOf, type ModificationEffect } from "./modification-effect.ts";
import { isOverTime, pobFrom } from "./pob.ts";
import { monthsAhead, type Reader } from "./service.ts";

export type ModificationRecord = {
  readonly modification: ContractModification;
  readonly effect: ModificationEffect;
};

/**
 * One page of the changes of a contract since its approval, in the order they were made, each with its effect on revenue.
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED
 */
export async function listModifications(
  reader: Reader,
  contractId: string,
  list: ListQuery,
): Promise<{ modifications: ModificationRecord[]; extent: Extent }> {
  const contract = await contracts.getContract(reader, contractId, "CONTRACT_DELETED");
  const log = await modificationsOfContracts(reader.tx, reader.merchant.id, [contract.id]);
  const sortable = log.map(({ id, effectiveFrom: effectiveDate, agreedOn, createdAt }) => ({
    ...{ id, effectiveDate, agreedOn, createdAt },
  }));
  const { rows, extent } = pageOfAll(list, sortable, ({ id }) => id);
  const places = new Map(log.map(({ id }, place) => [id, place]));
  const shown = rows.map(({ id }) => required(places.get(id), "the place of a change"));
  return { modifications: await withEffects(reader, contract, log, shown), extent };
}

/**
 * Chooses another treatment for a change, with a reason (ASC 606-10-25-13 requires judgement). Closed months stay as they are; their difference
 * is a catch-up in the first open month.
 *
 * @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED, MODIFICATION_NOT_FOUND, TREATMENT_NOT_POSSIBLE
 */
export async function treatModification(
  ctx: WriteContext,
  contractId: string,
  modificationId: string,
  choice: { readonly treatment: Treatment; readonly reason: string },
): Promise<ModificationRecord> {
  const contract = await contracts.lockContract(ctx, contractId, "CONTRACT_DELETED");
  const log = await modificationsOfContracts(ctx.tx, ctx.merchant.id, [contract.id]);
  const modification = log.find(({ id }) => id === modificationId);
  if (modification === undefined) throw recordNotFound("MODIFICATION_NOT_FOUND");
  const rejection = rejectionOfChoice(choice.treatment, await situationOf(ctx, contract, modification));
  if (rejection !== null) throw invalid("TREATMENT_NOT_POSSIBLE", rejection);
  await chooseTreatment(ctx, contract, modification, choice);
  const after = await modificationsOfContracts(ctx.tx, ctx.merchant.id, [contract.id]);
  const place = after.findIndex(({ id }) => id === modificationId);
  const [treated] = await withEffects(ctx, contract, after, [place]);
  return required(treated, "the modification just treated");
}

/**
 * Changes with their effects. Calculates in batches between which other requests are served, because a log may be long.
 */
async function withEffects(
  reader: Reader,
  contract: Contract,
  log: readonly ContractModification[],
  shown: readonly number[],
): Promise<ModificationRecord[]> {
  if (shown.length === 0) return [];
  const { facts } = required(
    (await factsOfContracts(reader, [contract])).get(contract.id),
    "the facts of the contract",
  );
  const span = { from: Math.min(...shown), before: Math.max(...shown) + 1 };
  const effects = effectsOf(facts, log, span, monthOf(reader.clock.today) + monthsAhead);
  const found = new Map<number, ModificationRecord>();
  for (const [at, modification] of log.slice(span.from, span.before).entries()) {
    await setImmediate();
    found.set(span.from + at, { modification, effect: required(effects.next().value, "the effect of a change") });
  }
  return shown.map((place) => required(found.get(place), "a change with its effect"));
}

async function situationOf(
  ctx: WriteContext,
  contract: Contract,
  { kind, billingTermId, performanceObligationId, effectiveFrom, changes }: ContractModification,
): Promise<ChoiceSituation> {
  const { records, treatments } = await recordedPobs(ctx.tx, ctx.merchant.id, contract.id);
  const live = records.flatMap(({ pob: obligation, isDeleted }) => (isDeleted ? [] : [obligation]));
  const pob = live.find(({ id }) => id === performanceObligationId);
  const earning = live.find(({ billingTerm }) => billingTerm !== null && billingTerm.id === billingTermId);
  const together = contract.allocationMethod === "RELATIVE_SSP" ? sharingPrice(records, treatments) : [];
  const patterns = changes.flatMap(({ path, from, to }) => (path === "recognitionPattern" ? [from, to] : []));
  const sharing = together.some(({ id }) => id === pob?.id) ? together : [];
  return {
    kind,
    isAllocated: together.length > 1,
    pob:
      pob === undefined
        ? null
        : {
            recognitionPattern: pob.recognitionPattern,
            hasManualMonths: pob.manualMonths.length > 0,
            isAsBilledOrConsumed: [pob.recognitionPattern, ...patterns].some(isAsBilledOrConsumed),
            isServed: isServedBefore([pob, ...sharing], effectiveFrom),
          },
    isSpread: isSpreadOverTerm(earning),
    isByPeriod: earning === undefined || earning.service.end === null || earning.eventTypeId !== null,
  };
}

/** True if one obligation with an end earns all that the term bills, by the calendar. */
function isSpreadOverTerm(record: PerformanceObligation | undefined): boolean {
  if (record === undefined || roleOf(record) !== "IMPLIED") return false;
  const pob = pobFrom(record);
  return isOverTime(pob) && pob.service.end !== null;
}
