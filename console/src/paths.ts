/**
 * The addresses of all records and screens. Amounts and names link to their source, and screens refer to each other only through
 * this file.
 */

type Search = Readonly<Record<string, string | undefined>>;

function to(path: string, search: Search = {}): string {
  const entries = Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`;
}

export const paths = {
  home: () => "/",
  approvals: (search?: Search) => to("/approvals", search),
  approval: (id: string) => `/approvals/${id}`,
  contracts: (search?: Search) => to("/contracts", search),
  newContract: (search?: Search) => to("/contracts/new", search),
  contract: (id: string, search?: Search) => to(`/contracts/${id}`, search),
  customers: (search?: Search) => to("/customers", search),
  customer: (id: string) => `/customers/${id}`,
  invoices: (search?: Search) => to("/invoices", search),
  invoice: (id: string) => `/invoices/${id}`,
  consolidatedInvoice: (id: string) => `/invoices/consolidated/${id}`,
  payments: (search?: Search) => to("/payments", search),
  payment: (id: string) => `/payments/${id}`,
  creditMemos: (search?: Search) => to("/credit-memos", search),
  creditMemo: (id: string) => `/credit-memos/${id}`,
  usage: (search?: Search) => to("/usage", search),
  /** What was sent, still counts, and no term of an approved contract bills. */
  unbilledUsage: (search: Search = {}) => to("/usage", { tab: "events", matched: "false", kept: "true", ...search }),
  usageEvent: (id: string) => `/usage/events/${id}`,
  commitment: (id: string) => `/usage/commitments/${id}`,
  close: (search?: Search) => to("/close", search),
  closePackage: (id: string, search?: Search) => to(`/close/packages/${id}`, search),
  report: (name: string, search?: Search) => to(`/reports/${name}`, search),
  journal: (search?: Search) => to("/journal", search),
  journalEntry: (id: string) => `/journal/${id}`,
  catalog: () => "/catalog",
  product: (id: string) => `/catalog/products/${id}`,
  imports: () => "/import",
  developers: () => "/developers",
  jobs: (search?: Search) => to("/jobs", search),
  auditLog: (search?: Search) => to("/audit-log", search),
  settings: () => "/settings",
  sandbox: () => "/sandbox",
  signIn: () => "/sign-in",
} as const;
