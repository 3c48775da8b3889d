import type { BillingTerm, ListedCommitment } from "@accord/client";
import { useEffect } from "react";
import type { Write } from "../../../preview/write.ts";

export type SetWrite = (write: Write | undefined) => void;

export type FormProps = { readonly term: BillingTerm; readonly setWrite: SetWrite };

export type CommitmentFormProps = {
  readonly commitment: ListedCommitment;
  /** The active terms of the contract. */
  readonly terms: readonly BillingTerm[];
  readonly setWrite: SetWrite;
};

/** The usage that a commitment is drawn down by, and what it could be drawn down by as well. */
export function usageFor({ billingTermIds }: ListedCommitment, terms: readonly BillingTerm[]): BillingTerm[] {
  const isIts = ({ id, commitmentId }: BillingTerm) => commitmentId === null || billingTermIds.includes(id);
  return terms.filter((term) => term.kind === "USAGE" && isIts(term));
}

/** Of a change of all that hangs on a contract. */
export type ContractFormProps = {
  readonly terms: readonly BillingTerm[];
  readonly commitments: readonly ListedCommitment[];
  readonly setWrite: SetWrite;
};

/** Says upwards what the form would do now; nothing while something is missing. */
export function useWrite(setWrite: SetWrite, write: Write | undefined): void {
  const text = JSON.stringify(write);
  useEffect(() => {
    setWrite(text === undefined ? undefined : (JSON.parse(text) as Write));
  }, [text, setWrite]);
}

/** Today, or the day of the term that is next to it. */
export function dayWithin({ startDate, endDate }: BillingTerm, today: string): string {
  if (today < startDate) return startDate;
  return endDate !== null && today > endDate ? endDate : today;
}

/** Whether it is written as the API takes a number: digits, and a point before the decimals. */
export function isNumber(text: string): boolean {
  return /^-?\d{1,15}(\.\d{1,12})?$/.test(text.trim());
}
