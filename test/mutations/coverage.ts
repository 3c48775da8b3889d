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

const stamp =
  "the time of the last write to the row; jobs write to it as well, and the audit log does not have the time of everything that they do";
const name =
  "the id of a row that no other row and no audit row need name; where one names it, the change is found (INV-01)";
const secret = "a secret or a part of one; the audit log has no secrets";
const use = "counts the requests of the key, or has the time of the last one; the audit log does not have each request";
const count =
  "how often the row was changed, counted by a trigger, as no other row has it; a number that is lower than one that was sent to the accounting " +
  "system is found (INV-43), and with a wrong one the record is sent again, or not again until its next change";

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
      invoiced_through:
        "before the last invoiced day it is found, and after today; between them only of fixed prices, because usage that comes to nothing is invoiced " +
        "without a line",
    },
  },
  billing_term_group: { by: ["INV-44"] },
  billing_term_layer: { by: ["INV-23", "INV-37", "INV-41", "INV-44"] },
  book_import: { by: ["INV-41"] },
  book_import_tie: { by: ["INV-01", "INV-41"] },
  books: {
    by: ["INV-12", "INV-41"],
    unseen: { closing_through: "the month of a close that is being carried out; nothing keeps it afterwards" },
  },
  category: { by: ["INV-41"] },
  change_request: { by: ["INV-41", "INV-44"] },
  chart_of_accounts: { by: ["INV-41"] },
  close_hold: { by: ["INV-41"], unseen: { id: name } },
  close_package: { by: ["INV-31", "INV-40"], unseen: { id: name } },
  close_task_event: { by: ["INV-41", "INV-45"] },
  close_task_revision: {
    by: ["INV-41", "INV-45"],
  },
  close_task_template: { by: ["INV-41"] },
  commitment: { by: ["INV-13", "INV-14", "INV-41"] },
  commitment_change: { by: ["INV-14", "INV-41", "INV-45"] },
  commitment_schedule: {
    by: ["INV-13", "INV-14", "INV-41"],
  },
  commitment_step: { by: ["INV-14", "INV-41"] },
  commitment_step_term: { by: ["INV-14", "INV-41", "INV-45"] },
  contract: {
    by: ["INV-27", "INV-37", "INV-41"],
    unseen: {
      job_id: "the job that reads the file of the contract, or has read it",
      last_updated_at: stamp,
    },
  },
  contract_change: "a contract whose stored revenue is to be computed again; an additional row changes no amount",
  contract_external_id: { by: ["INV-41"] },
  contract_file: { by: ["INV-41"] },
  contract_modification: {
    by: ["INV-37", "INV-41", "INV-44"],
  },
  contract_opening: { by: ["INV-41"] },
  contract_readiness:
    "why a contract cannot be approved yet; its status must agree with it (INV-44), but nothing else has the reasons themselves",
  contract_revenue: { by: ["INV-37"] },
  credit_memo: {
    by: ["INV-04", "INV-05", "INV-30", "INV-41"],
    unseen: { version: count },
  },
  credit_memo_item: {
    by: ["INV-04", "INV-41", "INV-44", "INV-45"],
    unseen: {
      id: name,
    },
  },
  custom_field: { by: ["INV-41"], unseen: { id: name } },
  customer: { by: ["INV-27", "INV-41"], unseen: { version: count } },
  customer_contact: { by: ["INV-41"] },
  customer_external_id: { by: ["INV-41"] },
  discount_allocation: { by: ["INV-37", "INV-41"] },
  erp_class: { by: ["INV-41"], unseen: { id: name } },
  event_arrival: "an event that is not in the feed yet",
  event_feed: "the last position of the feed",
  event_type: { by: ["INV-18", "INV-41"] },
  feed_event: "an event for integrators, who may have read it; it tells of a write and is not read by another one",
  finalized_period: { by: ["INV-01", "INV-41"] },
  group_unbilled: { by: ["INV-01", "INV-44"] },
  held_contract: {
    by: ["INV-01", "INV-44"],
  },
  idempotent_answer: "the answer to a request, for its repetition within 48 hours",
  import_row:
    "which row of a file was imported as which contract, for the repetition of an import that was interrupted",
  invoice: {
    by: ["INV-03", "INV-04", "INV-10", "INV-23", "INV-26", "INV-41", "INV-44"],
    unseen: {
      last_updated_at: stamp,
      version: count,
      created_at:
        "of an issued invoice it is found; of a draft only if it is after its last change, because no other row has when a draft was first computed",
      ready_on: "of a draft it is found; of an issued invoice nothing reads it",
    },
  },
  invoice_external_id: { by: ["INV-41"] },
  invoice_line: { by: ["INV-06", "INV-10", "INV-23", "INV-26", "INV-45"], unseen: { id: name } },
  invoice_reminder: "which reminders of an invoice were published; the invoice itself does not have that",
  invoice_write_off: { by: ["INV-29", "INV-41", "INV-44"], unseen: { id: name } },
  item: { by: ["INV-41"] },
  item_external_id: { by: ["INV-41"] },
  journal_entry: { by: ["INV-02", "INV-11", "INV-31", "INV-40", "INV-44"] },
  journal_entry_export: { by: ["INV-39"] },
  journal_export: { by: ["INV-39", "INV-41", "INV-44"] },
  journal_line: { by: ["INV-02", "INV-09", "INV-31", "INV-40", "INV-44", "INV-45"] },
  month_end_balance: { by: ["INV-42"] },
  month_end_customer: { by: ["INV-42"] },
  month_end:
    "of which close the stored balances of a month are; if it is another one, they are not read and are stored again, and those that are read are " +
    "compared (INV-42)",
  list_growth: { by: ["INV-38"], unseen: { id: name } },
  manual_invoice: { by: ["INV-01", "INV-44"] },
  membership: { by: ["INV-41"] },
  merchant: {
    by: ["INV-41"],
    unseen: {
      removed: "the books of a merchant that does not exist cannot be examined; the doctor answers MERCHANT_NOT_FOUND",
      added: "another merchant, with books of its own",
    },
  },
  merchant_profile: { by: ["INV-41"] },
  modification_choice: {
    by: ["INV-37", "INV-41", "INV-44"],
    unseen: { id: name },
  },
  number_counter: { by: ["INV-10", "INV-45"] },
  obligation: { by: ["INV-41", "INV-44"] },
  obligation_liability_account: {
    by: ["INV-01", "INV-44"],
  },
  obligation_revenue: { by: ["INV-37"] },
  obligation_schedule: { by: ["INV-37"] },
  opening_obligation: { by: ["INV-41", "INV-44"] },
  outbox_event:
    "an event for jobs and webhooks; one that waits for long is found (INV-24), and nothing reads one that was handled",
  payment: {
    by: ["INV-04", "INV-30", "INV-41"],
    unseen: { version: count },
  },
  payment_account_link:
    "the account of a customer at a payment processor; the audit log has its references in part only, because they are secrets of the processor",
  performance_obligation: {
    by: ["INV-08", "INV-37", "INV-41", "INV-44"],
  },
  pob_correction: { by: ["INV-41", "INV-44"] },
  price_amendment: { by: ["INV-23", "INV-37", "INV-41", "INV-44"] },
  product: { by: ["INV-41"] },
  recurring_revenue: { by: ["INV-37"] },
  refund: { by: ["INV-04", "INV-41"], unseen: { id: name } },
  request_log: "requests of the last seven days, for people who look for one",
  revenue_entry: { by: ["INV-08", "INV-31", "INV-37", "INV-42", "INV-44"] },
  sandbox_clock: {
    by: ["INV-41"],
    unseen: { first_tick: "from where the milliseconds are counted that order writes while the clock stands still" },
  },
  saved_view: { by: ["INV-41"] },
  seat_amendment: {
    by: ["INV-23", "INV-37", "INV-41", "INV-44"],
  },
  sign_in_link: "a secret, which the audit log does not have, that signs a person in once",
  signed_head: { by: ["INV-40"] },
  standalone_selling_price: { by: ["INV-41"] },
  sync_record: { by: ["INV-41", "INV-43"] },
  swap_credit_line: {
    by: ["INV-01", "INV-44"],
  },
  tax_rate: { by: ["INV-41"] },
  usage_event: { by: ["INV-18", "INV-44"] },
  usage_event_deletion: { by: ["INV-18", "INV-41", "INV-44"], unseen: { id: name } },
  usage_event_key: { by: ["INV-18"] },
  usage_stream: { by: ["INV-01", "INV-18"] },
  user_session: "a secret, which the audit log does not have, that keeps a person signed in",
  webhook_delivery: "a message to an endpoint, and how it was answered",
  webhook_endpoint: {
    by: ["INV-41"],
    unseen: {
      ...{
        secret,
        secret_key_id: secret,
        previous_secret: secret,
        previous_secret_key_id: secret,
        previous_secret_until:
          "until when the secret before is used beside the present one; the audit log has that it was replaced",
      },
      position: "through which event messages were made",
      failing_since: "since when no message was accepted",
    },
  },
  webhook_turn: "when the next message to an endpoint is due, and which worker sends it",
};

/** Why a change of a column, or a row that is added or removed, may be unseen; undefined where it is found. */
export function reasonUnchecked(table: string, what: string): string | undefined {
  const covered = coverage[table];
  if (typeof covered === "string") return covered;
  const place = what === "add" ? "added" : what === "remove" ? "removed" : what;
  return covered?.unseen?.[place];
}
