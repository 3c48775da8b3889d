import { type Day, formatDay } from "../kernel/day.ts";
import { formatMoney } from "../kernel/money.ts";
import type { Contract } from "./contract.ts";

/**
 * A contract as stored in the audit log: its facts, with days as dates, last days inclusive, and amounts as text. Readiness reports are left out;
 * they show in the status and the block reasons.
 */
export function auditedContract(contract: Contract): Readonly<Record<string, unknown>> {
  const { start, end, termsStart, termsEnd, closeDate, invoicedThrough, termsValue, file, ...others } = contract;
  const { reports: _reports, awaitsJob: _awaitsJob, approvedBookMonth: _bookMonth, ...rest } = others;
  const { lacksTaxLocation: _ofCustomer, ...facts } = rest;
  return {
    ...facts,
    startDate: dateOf(start),
    endDate: lastDateOf(end),
    termsStartDate: dateOf(termsStart),
    termsEndDate: lastDateOf(termsEnd),
    closeDate: dateOf(closeDate),
    invoicedThrough: lastDateOf(invoicedThrough),
    totalContractValue: termsValue === null ? null : formatMoney(termsValue),
    fileName: file?.name ?? null,
    fileSha256: file?.sha256 ?? null,
    fileUploadedAt: file?.uploadedAt ?? null,
  };
}

function dateOf(day: Day | null): string | null {
  return day === null ? null : formatDay(day);
}

function lastDateOf(end: Day | null): string | null {
  return end === null ? null : formatDay(end - 1);
}
