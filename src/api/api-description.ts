import { webhooksDocument } from "../platform/events/event-view.ts";
import type { ApiDescription } from "../platform/http/document/openapi.ts";
import examples from "./examples.json" with { type: "json" };
import { PreviewView } from "./schemas/previews.ts";

/** The parts of the OpenAPI document besides its operations: their groups, in the order of a contract's life. */
export const apiDescription: ApiDescription = {
  preview: PreviewView,
  webhooks: webhooksDocument(),
  examples,
  tags: [
    { name: "Session", description: "Signing in and out of the console, and who is signed in." },
    { name: "People", description: "Members of the merchant, with what each may do." },
    { name: "API keys", description: "Your own API keys, each shown once." },
    { name: "Merchant", description: "The company whose books these are: currency, time zone, accounts, taxes." },
    { name: "Customers", description: "Who is billed: addresses, contacts, sub-customers, external ids." },
    { name: "Payment accounts", description: "Customers linked to their accounts at a payment processor." },
    { name: "Products", description: "What is sold, with standalone selling prices." },
    { name: "Categories", description: "Kinds of revenue, each with its accounts." },
    { name: "Items", description: "Items of the accounting system, as invoice lines name them." },
    { name: "Classes", description: "Classes of the accounting system, which supplies them. Read only." },
    { name: "Custom fields", description: "Fields of the accounting system, with values on records." },
    { name: "Event types", description: "Kinds of usage." },
    { name: "Contracts", description: "Header, signed file, metadata, readiness and approval." },
    { name: "Obligations", description: "A billing term and its performance obligation, made in one request." },
    { name: "Billing terms", description: "What a contract bills, how much, how often: prices, changes, termination." },
    { name: "Seat amendments", description: "Changes of the number of seats, within a term." },
    {
      name: "Billing term groups",
      description: "Terms, and the performance obligations that earn what they bill together.",
    },
    { name: "Performance obligations", description: "What earns revenue, over which days and by which pattern." },
    { name: "Discount allocations", description: "Discounts of some performance obligations only." },
    {
      name: "Commitments",
      description: "What a customer commits to use: schedules, steps, drawdown, overage, true-up.",
    },
    { name: "Contract modifications", description: "The log of every change after approval, with its treatment." },
    { name: "Bulk changes", description: "Prices, dates, seats and ends of many terms and commitments by one file." },
    {
      name: "Usage events",
      description: "What was used, each event recorded once; and statements from events to invoice lines.",
    },
    {
      name: "Invoices",
      description: "Planned, drafted, issued: invoice plan, documents, actions, pro forma, consolidated.",
    },
    { name: "Credit memos", description: "What is credited, applied and refunded." },
    { name: "Payments", description: "What was paid, applied, refunded and returned." },
    { name: "Revenue", description: "What is recognized, by obligation and month." },
    { name: "Adjustments", description: "A controller's own journal entries, and their reversals." },
    { name: "Journal", description: "Posted entries." },
    { name: "Sync", description: "Which version of each record the accounting system has." },
    {
      name: "Journal exports",
      description: "Chart of accounts, batches of the journal for general ledgers, and their reconciliation.",
    },
    { name: "Month-end close", description: "Checklist, preview, close, reopening, tasks, locks, holds and packages." },
    {
      name: "Reports",
      description: "Trial balance, waterfall, roll-forward, ageing and others, as JSON, CSV and XLSX.",
    },
    { name: "Downloads", description: "Temporary links to files, for browsers and spreadsheets." },
    { name: "Search", description: "Records of any kind by a part of their name or number." },
    { name: "Saved views", description: "Filters and columns of lists that a person has saved." },
    { name: "Approvals", description: "Policies that require a second person, and the requests that wait for one." },
    { name: "Audit log", description: "Who did what, when, with the values before and after." },
    {
      name: "Request log",
      description: "Writes and rejected requests of the last seven days, with what was sent and answered.",
    },
    {
      name: "Events",
      description: "What happened, in the order in which it was committed; the catalogue of all kinds.",
    },
    { name: "Jobs", description: "Background jobs." },
    { name: "Sandbox", description: "The clock of a sandbox merchant." },
  ],
};
