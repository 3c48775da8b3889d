import type { BillingTerm, ListedCommitment } from "@accord/client";
import type { ReactNode } from "react";
import { dayRange } from "../../../format/day.ts";
import { price, rhythm } from "../../../format/terms.ts";
import { type Write, write } from "../../../preview/write.ts";
import { commitmentName } from "../../usage/commitment-words.ts";
import type { ObligationRow } from "../obligation-rows.ts";
import { AmountsForm } from "./amounts-form.tsx";
import { DatesForm } from "./dates-form.tsx";
import { DeleteForm } from "./delete-form.tsx";
import { EndTogetherForm } from "./end-together-form.tsx";
import type { CommitmentFormProps } from "./form.ts";
import { NextScheduleForm } from "./next-schedule-form.tsx";
import { ObligationForm } from "./obligation-form.tsx";
import { PriceForm } from "./price-form.tsx";
import { ScheduleForm } from "./schedule-form.tsx";
import { SeatsForm } from "./seats-form.tsx";
import { SwapForm } from "./swap-form.tsx";
import { TerminateCommitmentForm } from "./terminate-commitment-form.tsx";
import { TerminateContractForm } from "./terminate-contract-form.tsx";
import { TerminateForm } from "./terminate-form.tsx";

type SetWrite = (write: Write | undefined) => void;

/** One way in which a part of a contract can change. */
export type Change = {
  readonly value: string;
  readonly label: string;
  readonly verb: string;
  readonly form: (setWrite: SetWrite) => ReactNode;
};

/** What can change, with all its changes, at least one. */
export type Changeable = {
  readonly id: string;
  readonly label: string;
  readonly group: string;
  readonly changes: readonly [Change, ...Change[]];
};

type Parts = { readonly terms: readonly BillingTerm[]; readonly commitments: readonly ListedCommitment[] };
type AllParts = Parts & { readonly obligations: readonly ObligationRow[] };

/** All parts of a contract that can be changed: its terms first, because they change most often, the whole contract last. */
export function changeables({ terms, commitments, obligations }: AllParts, currency: string): Changeable[] {
  return [
    ...terms.map((term) => ({
      id: term.id,
      // Steps of a ramp differ by their days, so these come first, where the field does not cut them off.
      label: `${term.name}${terms.length > 1 ? `, ${dayRange(term.startDate, term.endDate)}` : ""}: ${price(term, currency)} ${rhythm(term)}`,
      group: "Billing terms",
      changes: ofTerm(term),
    })),
    ...commitments.map((commitment) => ({
      id: commitment.id,
      label: `${commitmentName(commitment)}, ${dayRange(commitment.commitmentStartDate, commitment.commitmentEndDate)}`,
      group: "Commitments",
      changes: ofCommitment({ commitment, terms }),
    })),
    ...obligations.map((row) => ({
      id: row.id,
      label: `${row.name}, ${dayRange(row.from, row.to)}`,
      group: "Performance obligations",
      changes: ofObligation(row),
    })),
    {
      id: "contract",
      label: "All of it together",
      group: "The whole contract",
      changes: ofAll({ terms, commitments }),
    },
  ];
}

function ofTerm(term: BillingTerm): [Change, ...Change[]] {
  const seats: Change = {
    ...{ value: "seats", label: "Seats", verb: "Change the seats" },
    form: (setWrite) => <SeatsForm term={term} setWrite={setWrite} />,
  };
  const price: Change = {
    ...{ value: "price", label: "Price", verb: "Change the price" },
    form: (setWrite) => <PriceForm term={term} setWrite={setWrite} />,
  };
  const others: Change[] = [
    {
      ...{ value: "dates", label: "Dates", verb: "Change the dates" },
      form: (setWrite) => <DatesForm term={term} setWrite={setWrite} />,
    },
    {
      ...{ value: "swap", label: "Swap", verb: "Replace it" },
      form: (setWrite) => <SwapForm term={term} setWrite={setWrite} />,
    },
    {
      ...{ value: "terminate", label: "Terminate", verb: "Terminate" },
      form: (setWrite) => <TerminateForm term={term} setWrite={setWrite} />,
    },
  ];
  const remove: Change = {
    ...{ value: "delete", label: "Delete", verb: "Delete the term" },
    form: (setWrite) => (
      <DeleteForm
        what={`“${term.name}”`}
        write={write("deleteBillingTerm", { id: term.contractId, billingTermId: term.id })}
        setWrite={setWrite}
      />
    ),
  };
  // What is invoiced stays in the contract.
  const all = term.invoicedThrough === null ? [...others, remove] : others;
  return term.seatConfig === null ? [price, ...all] : [seats, price, ...all];
}

function ofObligation(row: ObligationRow): [Change, ...Change[]] {
  const { record, obligation, name } = row;
  const change: Change = {
    ...{ value: "obligation", label: "Price and days", verb: "Change the obligation" },
    form: (setWrite) => <ObligationForm row={row} setWrite={setWrite} />,
  };
  const removal =
    record !== null
      ? write("savePerformanceObligations", {
          id: record.contractId,
          body: { billingTermGroupId: record.billingTermGroupId, toDelete: [row.id] },
        })
      : obligation && write("deleteObligation", obligation);
  if (removal === null) return [change];
  return [
    change,
    {
      ...{ value: "delete", label: "Delete", verb: "Delete the obligation" },
      form: (setWrite) => <DeleteForm what={`“${name}”`} write={removal} setWrite={setWrite} />,
    },
  ];
}

function ofCommitment(of: Omit<CommitmentFormProps, "setWrite">): [Change, ...Change[]] {
  return [
    {
      ...{ value: "amounts", label: "Amounts", verb: "Change the amount" },
      form: (setWrite) => <AmountsForm {...of} setWrite={setWrite} />,
    },
    {
      ...{ value: "schedule", label: "Days and rules", verb: "Change the schedule" },
      form: (setWrite) => <ScheduleForm {...of} setWrite={setWrite} />,
    },
    {
      ...{ value: "next", label: "Go on", verb: "Commit to more days" },
      form: (setWrite) => <NextScheduleForm {...of} setWrite={setWrite} />,
    },
    {
      ...{ value: "terminate", label: "Terminate", verb: "Terminate the commitment" },
      form: (setWrite) => <TerminateCommitmentForm {...of} setWrite={setWrite} />,
    },
  ];
}

function ofAll(parts: Parts): [Change, ...Change[]] {
  return [
    {
      ...{ value: "end", label: "Move the end", verb: "Move the end" },
      form: (setWrite) => <EndTogetherForm {...parts} setWrite={setWrite} />,
    },
    {
      ...{ value: "terminate", label: "Terminate", verb: "Terminate the contract" },
      form: (setWrite) => <TerminateContractForm {...parts} setWrite={setWrite} />,
    },
  ];
}
