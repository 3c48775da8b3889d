import type { ContractModification } from "@accord/client";

type Treatment = { readonly title: string; readonly text: string };

/** How revenue may treat a modification (ASC 606-10-25-12 and 13). */
export const treatments: Readonly<Record<ContractModification["treatment"], Treatment>> = {
  SEPARATE_CONTRACT: {
    title: "Separate contract",
    text: "What is added is distinct and sold at its standalone price: revenue before stays as it is.",
  },
  PROSPECTIVE: {
    title: "Prospective",
    text: "What is left is distinct from what was delivered: the remaining price is spread over the remaining service.",
  },
  CUMULATIVE_CATCH_UP: {
    title: "Cumulative catch-up",
    text: "What is left is part of one obligation: revenue to date is measured anew, and the difference is recognized at once.",
  },
  MIXED: {
    title: "Mixed",
    text: "Some obligations are caught up, others carry on prospectively.",
  },
};

const titles: Readonly<Record<ContractModification["kind"], string>> = {
  TERM_ADDED: "Billing term added",
  TERM_PRICE: "Price changed",
  TERM_DATES: "Dates changed",
  TERM_TERMINATED: "Term terminated",
  TERM_SWAPPED: "Term replaced",
  SEATS: "Seats changed",
  PERFORMANCE_OBLIGATION_ADDED: "Obligation added",
  PERFORMANCE_OBLIGATION_PRICE: "Stated price changed",
  PERFORMANCE_OBLIGATION_DATES: "Service dates changed",
  COMMITMENT_ADDED: "Commitment added",
  COMMITMENT_CHANGED: "Commitment changed",
  COMMITMENT_TERMINATED: "Commitment terminated",
};

export function changeTitle(kind: ContractModification["kind"]): string {
  return titles[kind];
}
