/**
 * What the doctor looks at in a table with rows of merchants, and what of it a corruption may change unseen: columns, and rows that are `added`
 * or `removed`, each with the reason. Whatever is not named here is found in every column and row; `test/mutations` holds that, and that every
 * table of the schema is here.
 */
export type Coverage = {
  /** The invariants that find most of it. */
  readonly by: readonly string[];
  readonly unseen?: Readonly<Record<string, string>>;
};

const stamp = "when it was last written, which the audit row itself says";
const name = "an id that no other row names";
const secret = "a secret, or what is known of it, which the audit log does not have";
const use = "how it is used, and not what it is";
const notYet = "not yet checked";
const ofDraft = "not yet checked of drafts";
const ofImplied = "not yet checked of obligations that came with their term";
const ofDrafted = "not yet checked of contracts that are not approved";

/** Rows about work that is done or waits, about reading, and about people who sign in: no book says anything else where they differ. */
const work = "tells of work, reading or sessions, and of no book";

const stamps = (...columns: readonly string[]) => Object.fromEntries(columns.map((column) => [column, stamp]));
const later = (...columns: readonly string[]) => Object.fromEntries(columns.map((column) => [column, notYet]));

/** By table. One with a reason in place of checks is seen by none, or by them by chance. */
export const coverage: Readonly<Record<string, Coverage | string>> = {
  accounting_period: {
    by: ["INV-12", "INV-26", "INV-31", "INV-41"],
    unseen: { activity: "of a month that is closed it is found; of one that was reopened nothing reads it" },
  },
  adjustment: { by: ["INV-41", "INV-44"] },
  adjustment_line: { by: ["INV-41", "INV-45"] },
  api_key: {
    by: ["INV-41"],
    unseen: {
      ...{ secret_hash: secret, last_four: secret },
      ...{ last_used_at: use, counted_minute: use, requests_counted: use },
      ...later("created_at"),
    },
  },
  application: {
    by: ["INV-04", "INV-05", "INV-41"],
    unseen: { id: name },
  },
  audit_head: { by: ["INV-26"] },
  audit_log: { by: ["INV-26", "INV-40"] },
  billing_credit: {
    by: ["INV-37", "INV-41", "INV-44"],
    unseen: { id: name },
  },
  billing_term: {
    by: ["INV-07", "INV-23", "INV-37", "INV-41", "INV-44"],
    unseen: {
      ...stamps("last_updated_at"),
      ...later("carried_credit_due"),
    },
  },
  billing_term_group: {
    by: ["INV-44"],
    unseen: { ...stamps("updated_at"), ...later("name") },
  },
  billing_term_layer: { by: ["INV-23", "INV-37", "INV-41", "INV-44"] },
  book_import: { by: ["INV-41"] },
  book_import_tie: { by: ["INV-01", "INV-41"] },
  books: { by: ["INV-12", "INV-41"], unseen: { closing_through: work } },
  category: { by: ["INV-41"], unseen: { ...stamps("last_updated_at") } },
  change_request: { by: ["INV-41", "INV-44"] },
  chart_of_accounts: { by: ["INV-41"], unseen: stamps("last_updated_at") },
  close_hold: { by: ["INV-41"], unseen: { id: name } },
  close_package: { by: ["INV-31", "INV-40"], unseen: { id: name } },
  close_task_event: { by: ["INV-41", "INV-45"] },
  close_task_revision: {
    by: ["INV-41", "INV-45"],
  },
  close_task_template: { by: ["INV-41"] },
  commitment: { by: ["INV-13", "INV-14", "INV-41"], unseen: { ...stamps("updated_at") } },
  commitment_change: { by: ["INV-14", "INV-41", "INV-45"] },
  commitment_schedule: {
    by: ["INV-13", "INV-14", "INV-41"],
    unseen: { ...stamps("updated_at") },
  },
  commitment_step: { by: ["INV-14", "INV-41"], unseen: { ...stamps("updated_at") } },
  commitment_step_term: { by: ["INV-14", "INV-41", "INV-45"], unseen: later("removed") },
  contract: {
    by: ["INV-27", "INV-37", "INV-41"],
    unseen: {
      job_id: work,
      ...stamps("last_updated_at"),
    },
  },
  contract_change: work,
  contract_external_id: { by: ["INV-41"] },
  contract_file: {
    by: ["INV-41"],
    unseen: later("extracted_text", "findings", "page_count", "processed_at"),
  },
  contract_modification: {
    by: ["INV-37", "INV-41", "INV-44"],
    unseen: {
      id: name,
    },
  },
  contract_opening: { by: ["INV-41"] },
  contract_readiness: "computed anew by every write to a contract, and before it is approved",
  contract_revenue: { by: ["INV-37"] },
  credit_memo: {
    by: ["INV-04", "INV-05", "INV-30", "INV-41"],
    unseen: { ...stamps("last_updated_at"), ...later("version") },
  },
  credit_memo_item: {
    by: ["INV-04", "INV-41", "INV-44", "INV-45"],
    unseen: {
      id: name,
    },
  },
  custom_field: { by: ["INV-41"], unseen: { id: name, ...stamps("last_updated_at") } },
  customer: { by: ["INV-27", "INV-41"], unseen: { ...stamps("last_updated_at"), ...later("version") } },
  customer_contact: { by: ["INV-41"], unseen: { ...stamps("last_updated_at") } },
  customer_external_id: { by: ["INV-41"] },
  discount_allocation: { by: ["INV-37", "INV-41"] },
  erp_class: { by: ["INV-41"], unseen: { id: name, ...stamps("last_updated_at") } },
  event_arrival: work,
  event_feed: work,
  event_type: { by: ["INV-18", "INV-41"], unseen: stamps("last_updated_at") },
  feed_event: work,
  finalized_period: { by: ["INV-01", "INV-41"] },
  group_unbilled: { by: ["INV-01", "INV-44"] },
  held_contract: {
    by: ["INV-01", "INV-44"],
  },
  idempotent_answer: work,
  import_row: work,
  invoice: {
    by: ["INV-03", "INV-04", "INV-10", "INV-23", "INV-26", "INV-41", "INV-44"],
    unseen: {
      ...stamps("last_updated_at"),
      ...later("version"),
      ...{ created_at: ofDraft, is_held: ofDraft },
      ready_on: "of a draft it is found; of an issued invoice nothing reads it",
    },
  },
  invoice_external_id: { by: ["INV-41"] },
  invoice_line: { by: ["INV-06", "INV-10", "INV-23", "INV-26", "INV-45"], unseen: { id: name } },
  invoice_reminder: "tells what was sent, and changes no invoice",
  invoice_write_off: { by: ["INV-29", "INV-41", "INV-44"], unseen: { id: name } },
  item: { by: ["INV-41"], unseen: stamps("last_updated_at") },
  item_external_id: { by: ["INV-41"] },
  journal_entry: { by: ["INV-02", "INV-11", "INV-31", "INV-40", "INV-44"] },
  journal_entry_export: { by: ["INV-39"] },
  journal_export: { by: ["INV-39", "INV-41", "INV-44"] },
  journal_line: { by: ["INV-02", "INV-09", "INV-31", "INV-40", "INV-44", "INV-45"] },
  month_end_balance: { by: ["INV-42"] },
  month_end_customer: { by: ["INV-42"] },
  month_end:
    "a month that is kept of another close is not read, and kept anew; what is read of it is compared (INV-42)",
  list_growth: { by: ["INV-38"], unseen: { id: name } },
  manual_invoice: { by: ["INV-01", "INV-44"] },
  membership: { by: ["INV-41"], unseen: later("created_at") },
  merchant: {
    by: ["INV-41"],
    unseen: {
      removed: "there is nothing left to look at, and whoever asks is told so",
      added: "another merchant, which is another book",
      ...later("forked_from", "performance_obligations"),
    },
  },
  merchant_profile: { by: ["INV-41"], unseen: stamps("last_updated_at") },
  modification_choice: {
    by: ["INV-37", "INV-41", "INV-44"],
    unseen: { id: name },
  },
  number_counter: { by: ["INV-10", "INV-45"] },
  obligation: { by: ["INV-41", "INV-44"], unseen: stamps("last_updated_at") },
  obligation_liability_account: {
    by: ["INV-01", "INV-44"],
  },
  obligation_revenue: { by: ["INV-37"] },
  obligation_schedule: { by: ["INV-37"] },
  opening_obligation: { by: ["INV-41", "INV-44"] },
  outbox_event:
    "tells others what was done; one that waits is looked after (INV-24), and nothing is read from one that was handled",
  payment: {
    by: ["INV-04", "INV-30", "INV-41"],
    unseen: { ...stamps("last_updated_at"), ...later("version") },
  },
  payment_account_link: "an account at a payment processor, whose names the audit log has in part only",
  performance_obligation: {
    by: ["INV-08", "INV-37", "INV-41", "INV-44"],
    unseen: {
      ...stamps("updated_at"),
      service_start: ofDrafted,
      transaction_price_minor: ofImplied,
      is_residual: ofImplied,
    },
  },
  pob_correction: { by: ["INV-41", "INV-44"] },
  price_amendment: {
    by: ["INV-23", "INV-37", "INV-41", "INV-44"],
    unseen: later("invoiced_through"),
  },
  product: { by: ["INV-41"], unseen: stamps("last_updated_at") },
  recurring_revenue: { by: ["INV-37"] },
  refund: { by: ["INV-04", "INV-41"], unseen: { id: name } },
  request_log: work,
  revenue_entry: { by: ["INV-08", "INV-31", "INV-37", "INV-42", "INV-44"] },
  sandbox_clock: {
    by: ["INV-41"],
    unseen: { first_tick: "orders what is written while the clock stands still", added: work },
  },
  saved_view: { by: ["INV-41"], unseen: stamps("last_updated_at") },
  seat_amendment: {
    by: ["INV-23", "INV-37", "INV-41", "INV-44"],
  },
  sign_in_link: work,
  signed_head: { by: ["INV-40"] },
  standalone_selling_price: { by: ["INV-41"] },
  sync_record: { by: ["INV-41", "INV-43"], unseen: { ...stamps("last_updated_at") } },
  swap_credit_line: {
    by: ["INV-01", "INV-44"],
  },
  tax_rate: { by: ["INV-41"] },
  usage_event: { by: ["INV-18", "INV-44"] },
  usage_event_deletion: { by: ["INV-18", "INV-41", "INV-44"], unseen: { id: name } },
  usage_event_key: { by: ["INV-18"] },
  usage_stream: { by: ["INV-01", "INV-18"] },
  user_session: work,
  webhook_delivery: work,
  webhook_endpoint: {
    by: ["INV-41"],
    unseen: {
      ...stamps("last_updated_at"),
      ...{
        secret,
        secret_key_id: secret,
        previous_secret: secret,
        previous_secret_key_id: secret,
        previous_secret_until: secret,
      },
      ...{ position: work, failing_since: work },
    },
  },
  webhook_turn: work,
};

/** Why a change of a column, or a row that is added or removed, may be unseen; undefined where it is found. */
export function reasonUnchecked(table: string, what: string): string | undefined {
  const covered = coverage[table];
  if (typeof covered === "string") return covered;
  const place = what === "add" ? "added" : what === "remove" ? "removed" : what;
  return covered?.unseen?.[place];
}
