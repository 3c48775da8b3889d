import { maximumPeriodMinor } from "../billing-terms/price-check.ts";
import type { Day } from "../kernel/day.ts";
import { ratioFromDecimal } from "../kernel/decimal.ts";
import type { Issue } from "../kernel/errors.ts";
import { parseMoney, roundToMoney } from "../kernel/money.ts";
import { addRatios, compareRatios, multiplyRatios, oneRatio, type Ratio, zeroRatio } from "../kernel/ratio.ts";
import {
  type Commitment,
  type CommittedTerms,
  committedValue,
  eventTypesOf,
  eventTypesOfCommitment,
  isFullyPrepaid,
  type OverageConfig,
  type Schedule,
  type Step,
  trueUpOf,
} from "./commitment.ts";
import { commitmentPeriods, isWhole } from "./commitment-periods.ts";

/** Days of the contract; `end` is exclusive, null while open-ended. */
export type ContractSpan = { readonly start: Day | null; readonly end: Day | null };

/** The contract and the usage terms that a commitment is checked against. */
export type StructureContext = { readonly contract: ContractSpan; readonly terms: CommittedTerms };

/** Adds an issue with a field below the path. */
type At = (field: string, code: string, message: string) => void;

const maximumSteps = 20;
const maximumTiers = 100;
const maximumNetTerms = 365;

/**
 * All validation errors of a commitment (data model 8.2–8.4, 8.11), independent of invoices; `checkTerms` checks whether its terms may be
 * committed. Paths are JSON pointers below `path`.
 */
export function checkCommitment(commitment: Commitment, context: StructureContext, path: string): Issue[] {
  const { schedules, isFullDuration } = commitment;
  const issues: Issue[] = [];
  const at = finder(issues, path);
  if (schedules.length === 0)
    at("schedules", "SCHEDULE_STRUCTURE_INVALID", "A commitment must have at least one schedule.");
  checkContiguous(schedules, at);
  if (isFullDuration) checkFullDuration(schedules, context.contract, at);
  schedules.forEach((schedule, index) => {
    issues.push(...checkSchedule(commitment, schedule, context, `${path}/schedules/${index}`));
  });
  if (issues.length === 0) checkTotalValue(commitment, context.terms, at);
  return issues;
}

/** The part of {@link checkCommitment} about one schedule; `path` is that of the schedule. */
function checkSchedule(
  commitment: Commitment,
  schedule: Schedule,
  { contract, terms }: StructureContext,
  path: string,
): Issue[] {
  const issues: Issue[] = [];
  const at = finder(issues, path);
  checkDays(schedule, contract, at);
  checkPrepaid(commitment, schedule, at);
  checkNetTerms(schedule, at);
  checkSteps(commitment, schedule, terms, at);
  const eventTypeIds = eventTypesOfCommitment(commitment, terms);
  checkOverage(schedule.overageConfigs, eventTypeIds, at);
  if (commitment.pattern === "STRAIGHT_LINE" && trueUpOf(schedule) === "NONE" && !isFullyPrepaid(schedule)) {
    const message = "STRAIGHT_LINE needs a true-up, or all of the value prepaid: else the revenue is never billed.";
    at("trueUpBehavior", "SCHEDULE_STRUCTURE_INVALID", message);
  }
  return issues;
}

/** Checks that the committed value of all periods fits the amount columns; units are valued at the highest unit price of their step. */
function checkTotalValue(commitment: Commitment, terms: CommittedTerms, at: At): void {
  const { schedules, unitType, currency } = commitment;
  let value = zeroRatio;
  for (const [index, schedule] of schedules.entries()) {
    const periods = ratioFromDecimal(String(commitmentPeriods(schedule).length));
    for (const [stepIndex, step] of schedule.steps.entries()) {
      const price = unitType === "CURRENCY" ? oneRatio : dearestPrice(step, terms);
      value = addRatios(value, multiplyRatios(multiplyRatios(ratioFromDecimal(step.value), price), periods));
      if (roundToMoney(value, currency, "HALF_UP").minor <= maximumPeriodMinor) continue;
      const message = "The commitment is too large for the books; check its value and its periods.";
      at(`schedules/${index}/steps/${stepIndex}/commitmentValue`, "AMOUNT_INVALID", message);
      return;
    }
  }
}

function dearestPrice(step: Step, terms: CommittedTerms): Ratio {
  const amounts = step.billingTermIds.flatMap((id) => terms.get(id)?.term.price.pricing ?? []);
  return amounts
    .map(({ amount }) => ratioFromDecimal(amount))
    .reduce((most, each) => (compareRatios(each, most) > 0 ? each : most), zeroRatio);
}

function checkContiguous(schedules: readonly Schedule[], at: At): void {
  schedules.forEach((schedule, index) => {
    const before = schedules[index - 1];
    if (before !== undefined && schedule.start !== before.end) {
      at(
        `schedules/${index}/startDate`,
        "SCHEDULE_NOT_CONTIGUOUS",
        "A schedule must start the day after the one before ends.",
      );
    }
  });
}

function checkFullDuration(schedules: readonly Schedule[], { start, end }: ContractSpan, at: At): void {
  const code = "SCHEDULE_STRUCTURE_INVALID";
  if (start === null || end === null) {
    at("isFullDuration", code, "A commitment for the full duration needs a contract with both dates.");
    return;
  }
  const [first, last] = [schedules[0], schedules.at(-1)];
  if (first !== undefined && first.start !== start) {
    at("schedules/0/startDate", code, "The first schedule must start with the contract.");
  }
  if (last !== undefined && last.end !== end) {
    at(`schedules/${schedules.length - 1}/endDate`, code, "The last schedule must end with the contract.");
  }
}

function checkDays(schedule: Schedule, contract: ContractSpan, at: At): void {
  const code = "SCHEDULE_STRUCTURE_INVALID";
  if (schedule.end <= schedule.start) {
    at("endDate", code, "endDate must be on or after startDate.");
    return;
  }
  if (contract.start !== null && schedule.start < contract.start) {
    at("startDate", code, "A schedule must start within its contract.");
  }
  if (contract.end !== null && schedule.end > contract.end)
    at("endDate", code, "A schedule must end within its contract.");
  if (!isWhole(schedule)) {
    const message =
      "A schedule must be a whole number of commitment periods; move endDate or change commitmentInterval.";
    at("endDate", "SCHEDULE_ALIGNMENT_INVALID", message);
  }
}

function checkPrepaid({ unitType, currency }: Commitment, schedule: Schedule, at: At): void {
  const { prepaid } = schedule;
  if (prepaid === null) return;
  const code = "SCHEDULE_STRUCTURE_INVALID";
  const value = ratioFromDecimal(prepaid.value);
  if (value.numerator <= 0n) at("prepaidValue", code, "prepaidValue must be above zero.");
  if (compareRatios(value, committedValue(schedule)) > 0) {
    at("prepaidValue", code, "prepaidValue must be at most the sum of the steps.");
  }
  if (unitType === "CURRENCY" && parseMoney(prepaid.value, currency) === undefined) {
    at("prepaidValue", code, `prepaidValue has too many decimals for ${currency}.`);
  }
}

function checkNetTerms({ netPaymentTerms }: Schedule, at: At): void {
  if (netPaymentTerms === null) return;
  if (!Number.isInteger(netPaymentTerms) || netPaymentTerms < 0 || netPaymentTerms > maximumNetTerms) {
    at("netPaymentTerms", "RANGE", `netPaymentTerms must be a whole number from 0 to ${maximumNetTerms}.`);
  }
}

function checkSteps(commitment: Commitment, schedule: Schedule, terms: CommittedTerms, at: At): void {
  const { steps } = schedule;
  if (steps.length === 0 || steps.length > maximumSteps) {
    at("steps", "STEP_CONFIG_INVALID", `A schedule must have 1 to ${maximumSteps} steps.`);
  }
  const expected = eventTypesOfCommitment(commitment, terms);
  const isFirst = schedule === commitment.schedules[0];
  steps.forEach((step, index) => {
    checkValue(commitment, step, (field, code, message) => at(`steps/${index}/${field}`, code, message));
    if (index === 0 && isFirst) {
      checkOnePerEventType(step, terms, at);
    } else {
      const code = index === 0 ? "SCHEDULE_EVENT_TYPE_MISMATCH" : "STEP_EVENT_TYPE_MISMATCH";
      checkEventTypes(step, expected, terms, (field, message) => at(`steps/${index}/${field}`, code, message));
    }
  });
}

function checkValue({ unitType, currency }: Commitment, { value, billingTermIds }: Step, at: At): void {
  const code = "STEP_CONFIG_INVALID";
  if (ratioFromDecimal(value).numerator <= 0n) at("commitmentValue", code, "commitmentValue must be above zero.");
  if (unitType === "CURRENCY" && parseMoney(value, currency) === undefined) {
    at("commitmentValue", code, `commitmentValue has too many decimals for ${currency}.`);
  }
  if (billingTermIds.length === 0) at("billingTermIds", code, "A step must have at least one billing term.");
}

function checkOnePerEventType({ billingTermIds }: Step, terms: CommittedTerms, at: At): void {
  const eventTypes = eventTypesOf(billingTermIds, terms);
  if (new Set(eventTypes).size < eventTypes.length || new Set(billingTermIds).size < billingTermIds.length) {
    const message = "Inside a step, exactly one billing term must measure each event type.";
    at("steps/0/billingTermIds", "STEP_EVENT_TYPE_MISMATCH", message);
  }
}

function checkEventTypes(
  { billingTermIds }: Step,
  expected: readonly string[],
  terms: CommittedTerms,
  at: (field: string, message: string) => void,
): void {
  const { missing, extra } = eventTypeDifference(billingTermIds, expected, terms);
  if (missing.length > 0)
    at("billingTermIds", `No billing term of the step measures the event types ${missing.join(", ")}.`);
  if (extra.length > 0) {
    at(
      "billingTermIds",
      `The commitment has no event types ${extra.join(", ")}, or has them in another term of the step.`,
    );
  }
}

/** The event types of a step compared with those of its commitment; `extra` includes those that two terms of the step measure. */
export function eventTypeDifference(
  billingTermIds: readonly string[],
  expected: readonly string[],
  terms: CommittedTerms,
): { missing: string[]; extra: string[] } {
  const found = eventTypesOf(billingTermIds, terms);
  return {
    missing: expected.filter((id) => !found.includes(id)),
    extra: found.filter((id, index) => !expected.includes(id) || found.indexOf(id) !== index),
  };
}

function checkOverage(configs: readonly OverageConfig[], eventTypeIds: readonly string[], at: At): void {
  configs.forEach((config, index) => {
    const path = `overageConfigs/${index}`;
    if (!eventTypeIds.includes(config.eventTypeId)) {
      at(path, "SCHEDULE_EVENT_TYPE_MISMATCH", "Overage must be for event types of the commitment.");
    }
    if (configs.findIndex(({ eventTypeId }) => eventTypeId === config.eventTypeId) !== index) {
      at(path, "SCHEDULE_STRUCTURE_INVALID", "An event type can have only one overage configuration.");
    }
    checkTiers(config, (field, message) => at(`${path}/${field}`, "TIER_INVALID", message));
  });
}

function checkTiers({ tiers }: OverageConfig, at: (field: string, message: string) => void): void {
  if (tiers.length === 0 || tiers.length > maximumTiers)
    at("overagePricings", `Overage must have 1 to ${maximumTiers} tiers.`);
  tiers.forEach(({ from, price }, tier) => {
    const before = tiers[tier - 1]?.from;
    const value = ratioFromDecimal(from);
    const path = `overagePricings/${tier}`;
    if (before === undefined && value.numerator !== 0n) at(`${path}/conditionValue`, "The first tier must begin at 0.");
    if (before !== undefined && compareRatios(value, ratioFromDecimal(before)) <= 0) {
      at(`${path}/conditionValue`, "Each tier must begin above the one before.");
    }
    if (ratioFromDecimal(price).numerator < 0n) at(`${path}/price`, "A price must not be negative.");
  });
}

function finder(issues: Issue[], path: string): At {
  return (field, code, message) => issues.push({ path: `${path}/${field}`, code, message });
}
