import { formatMonth, type Month } from "../kernel/day.ts";
import { type DomainError, invalid } from "../kernel/errors.ts";
import { plural } from "../kernel/plural.ts";
import { isDone, type MonthTask, named } from "./task.ts";

/** The checks before a month is closed (data model 17), in display order. */
export const checkCodes = [
  "ALREADY_CLOSED",
  "MONTH_NOT_OVER",
  "EARLIER_MONTHS",
  "DRAFT_INVOICES",
  "USAGE_NOT_INVOICED",
  "GROUP_UNBALANCED",
  "EVENT_TYPE_UNCOVERED",
  "FAILED_JOBS",
  "WORK_PENDING",
  "TRIAL_BALANCE_NOT_ZERO",
  "TIE_OUT",
  "TASKS_DONE",
  // Runs after posting, so a preview does not have it.
  "PROOF",
] as const;
/** Checks are named after what is wrong if they fail. */
type CheckCode = (typeof checkCodes)[number];

export const checkStatuses = ["PASSED", "FAILED", "NOT_APPLICABLE"] as const;
type CheckStatus = (typeof checkStatuses)[number];

export const recordTypes = ["MONTH", "INVOICE", "BILLING_TERM_GROUP", "CONTRACT", "CURRENCY", "CLOSE_TASK"] as const;

/** The records that a check found: the first of them, and how many there are. */
export type Found = { readonly ids: readonly string[]; readonly total: number };

const nothingFound: Found = { ids: [], total: 0 };

/** One check of a month with its outcome. */
export type Check = Found & {
  readonly code: CheckCode;
  /** The condition that it checks. */
  readonly title: string;
  readonly status: CheckStatus;
  readonly message: string;
  /** What to do about a failure; null unless it failed. */
  readonly action: string | null;
  readonly recordType: (typeof recordTypes)[number];
};

/** How many records a check lists; `total` counts all. */
export const recordsShown = 100;

/** The facts from which checks are decided. */
type CheckFacts = {
  readonly isClosed: boolean;
  readonly isOver: boolean;
  /** Earlier open months that the close will close too. */
  readonly earlierMonths: readonly Month[];
  /** Drafts dated in the month or before, without usage drafts. */
  readonly dueDrafts: Found;
  readonly hasUsageTerms: boolean;
  /** Usage drafts up to the end of the month whose days of grace are over. */
  readonly usageDrafts: Found;
  /** True if there are groups with stated performance obligations. */
  readonly hasStatedGroups: boolean;
  readonly unbalancedGroups: Found;
  readonly hasConsumption: boolean;
  readonly uncoveredGroups: Found;
  /** Contracts with changes whose job failed for good, and contracts with pending changes. */
  readonly failedContracts: Found;
  readonly contractsAtWork: Found;
  readonly unbalancedCurrencies: Found;
  /** True if a book was ever loaded with balances of an old ledger. */
  readonly hasTies: boolean;
  /** Contracts loaded by the end of the month whose balances differ from the old ledger, not accepted yet. */
  readonly untied: Found;
  /** The tasks of the months to be closed. */
  readonly tasks: readonly MonthTask[];
};

/** All checks of a month with their outcomes. */
export function checklist(month: Month, facts: CheckFacts): Check[] {
  const name = formatMonth(month);
  return [
    ...monthChecks(name, facts),
    ...invoiceChecks(name, facts),
    ...groupChecks(facts),
    ...workChecks(facts),
    ...ledgerChecks(name, facts),
    tasksDone(facts.tasks),
  ];
}

function monthChecks(name: string, facts: CheckFacts): Check[] {
  const earlier = facts.earlierMonths.map(formatMonth);
  return [
    check("ALREADY_CLOSED", "MONTH", "The month is open", flagged(facts.isClosed, name), {
      failed: `${name} is closed already.`,
      passed: `${name} is open.`,
      action: "Close a later month, or reopen this one first.",
    }),
    check("MONTH_NOT_OVER", "MONTH", "The month is over", flagged(!facts.isOver, name), {
      failed: `${name} is not over yet.`,
      passed: `${name} is over in the merchant's time zone.`,
      action: "Wait until the month is over.",
    }),
    {
      code: "EARLIER_MONTHS",
      title: "Earlier months are closed, or are closed along",
      status: "PASSED",
      message:
        earlier.length === 0
          ? "No earlier month is open with anything in it."
          : `${plural(earlier.length, "earlier month")} ${earlier.length === 1 ? "is still open and is" : "are still open and are"} closed along, in order.`,
      action: null,
      recordType: "MONTH",
      ids: earlier.slice(0, recordsShown),
      total: earlier.length,
    },
  ];
}

function invoiceChecks(name: string, facts: CheckFacts): Check[] {
  return [
    check("DRAFT_INVOICES", "INVOICE", "Every invoice due by the month's end is issued", facts.dueDrafts, {
      failed: `Invoices of ${name} or before are not issued yet.`,
      passed: "No draft is dated in the month or before.",
      action: "Issue the drafts, or change their terms so that they are dated later.",
    }),
    applicable(
      facts.hasUsageTerms,
      "No approved contract bills usage.",
      check("USAGE_NOT_INVOICED", "INVOICE", "Usage is invoiced once its days of grace are over", facts.usageDrafts, {
        failed: `Usage of ${name} or before is past its days of grace and not invoiced yet.`,
        passed: "No usage is past its days of grace; usage so far that still waits is accrued.",
        action: "Issue the drafts, or see whether a worker is running.",
      }),
    ),
  ];
}

function groupChecks(facts: CheckFacts): Check[] {
  return [
    applicable(
      facts.hasStatedGroups,
      "No group states prices of its own.",
      check(
        "GROUP_UNBALANCED",
        "BILLING_TERM_GROUP",
        "Groups bill what their performance obligations earn",
        facts.unbalancedGroups,
        {
          failed: "Groups of approved contracts bill a different amount than their performance obligations earn.",
          passed: "Every group earns what it bills.",
          action: "Change the prices of the performance obligations until they add up to what the group bills.",
        },
      ),
    ),
    applicable(
      facts.hasConsumption,
      "No revenue is recognized as usage is consumed.",
      check(
        "EVENT_TYPE_UNCOVERED",
        "BILLING_TERM_GROUP",
        "Usage that is billed is earned once",
        facts.uncoveredGroups,
        {
          failed: "Groups bill usage that is not earned by exactly one performance obligation.",
          passed: "Each event type that a group bills has one performance obligation that earns it.",
          action: "Save a performance obligation for the event type, or change the event type of the group.",
        },
      ),
    ),
  ];
}

function workChecks(facts: CheckFacts): Check[] {
  return [
    check("FAILED_JOBS", "CONTRACT", "No work on a contract failed for good", facts.failedContracts, {
      failed: "Changes of contracts could not be worked on, after every retry.",
      passed: "No job failed.",
      action: "Have the operator look at accord jobs list, remove the cause and run accord jobs retry.",
    }),
    check("WORK_PENDING", "CONTRACT", "Nothing is being worked on", facts.contractsAtWork, {
      failed: "Changes of contracts are still being worked on; try again in a moment.",
      passed: "Every change has been worked on.",
      action: "Try again in a moment; if it remains, see whether a worker is running.",
    }),
  ];
}

function ledgerChecks(name: string, facts: CheckFacts): Check[] {
  return [
    check("TRIAL_BALANCE_NOT_ZERO", "CURRENCY", "Debits equal credits in every currency", facts.unbalancedCurrencies, {
      failed: `Debits and credits up to the end of ${name} differ.`,
      passed: "The trial balance is zero in every currency.",
      action: "The journal is damaged: run accord doctor and restore the database.",
    }),
    applicable(
      facts.hasTies,
      "No book was loaded with balances of an old ledger.",
      check("TIE_OUT", "CONTRACT", "Loaded balances match the old ledger", facts.untied, {
        failed: "Contracts were loaded with balances that differ from the old ledger, and nobody has accepted that.",
        passed: "Every loaded balance matches the old ledger, or its difference was accepted.",
        action: "Look at the tie-out of the book import, and accept its differences with a reason.",
      }),
    ),
  ];
}

function tasksDone(tasks: readonly MonthTask[]): Check {
  const required = tasks.filter(({ isRequired }) => isRequired);
  const open = required.filter((task) => !isDone(task));
  const found = { ids: [...new Set(open.map(({ id }) => id))].slice(0, recordsShown), total: open.length };
  const checked = check("TASKS_DONE", "CLOSE_TASK", "Every required task is done", found, {
    failed: `Required tasks are open: ${named(open)}.`,
    passed: "Every required task of the months to be closed is done.",
    action: "Have their owners complete them with evidence, or change the template so that they are not required.",
  });
  return applicable(required.length > 0, "No task is required.", checked);
}

/** The failed checks. */
export function failedOf(checks: readonly Check[]): Check[] {
  return checks.filter(({ status }) => status === "FAILED");
}

/** A rejection that names every failed check in `details.checks`. */
export function cannotClose(month: Month, failed: readonly Check[]): DomainError {
  const message = `${formatMonth(month)} cannot be closed: ${failed[0]?.message ?? ""}`;
  return invalid("PERIOD_CANNOT_CLOSE", message, { checks: failed });
}

type Words = { readonly failed: string; readonly passed: string; readonly action: string };

function check(code: CheckCode, recordType: Check["recordType"], title: string, found: Found, words: Words): Check {
  const hasFailed = found.total > 0;
  return {
    code,
    title,
    status: hasFailed ? "FAILED" : "PASSED",
    message: hasFailed ? words.failed : words.passed,
    action: hasFailed ? words.action : null,
    recordType,
    ...found,
  };
}

function applicable(isApplicable: boolean, otherwise: string, checked: Check): Check {
  if (isApplicable || checked.status === "FAILED") return checked;
  return { ...checked, status: "NOT_APPLICABLE", message: otherwise };
}

function flagged(isWrong: boolean, month: string): Found {
  return isWrong ? { ids: [month], total: 1 } : nothingFound;
}
