import type { ChangeRequest } from "@accord/client";

const titles: Readonly<Record<ChangeRequest["kind"], string>> = {
  APPROVE_CONTRACT: "Approve a contract",
  CREDIT_MEMO: "Issue a credit memo",
  WRITE_OFF: "Write an invoice off",
  TREATMENT: "Change the treatment of a modification",
  MANUAL_REVENUE: "Set revenue manually",
  ADJUSTMENT: "Post an adjustment",
  JOURNAL_EXPORT: "Export the journal",
  CLOSE: "Close a month",
  REOPEN: "Reopen a month",
  APPROVALS: "Change who approves what",
};

/** The kind of a requested change, in words. */
export function requestTitle(kind: ChangeRequest["kind"]): string {
  return titles[kind];
}
