-- Schema

schema public
  grant usage to accord_app
  grant usage to public

-- Sequences

sequence public.event_ordinal as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1
  grant usage to accord_app

sequence public.sandbox_tick as bigint start 1 increment 1 minimum 1 maximum 9223372036854775807 cache 1
  grant usage to accord_app

-- Tables

table public.accounting_period
  merchant_id uuid not null
  month date not null
  status text not null
  closed_at timestamp(3) with time zone not null
  closed_by text not null
  reopened_at timestamp(3) with time zone
  reopened_by text
  reopen_reason text
  reopened_with date
  close_count integer not null
  activity jsonb not null
  checks jsonb not null default '[]'::jsonb
  audit_sequence bigint
  audit_hash bytea
  package_hash bytea
  constraint accounting_period_pkey PRIMARY KEY (merchant_id, month)
  constraint accounting_period_close_count_check CHECK ((close_count >= 0))
  constraint accounting_period_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
  constraint accounting_period_package_hash_check CHECK ((length(package_hash) = 32))
  constraint accounting_period_reopen_reason_check CHECK ((length(reopen_reason) <= 1000))
  constraint accounting_period_status_check CHECK ((status = ANY (ARRAY['CLOSED'::text, 'REOPENED'::text])))
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.adjustment
  merchant_id uuid not null
  id uuid not null
  number bigint not null
  adjustment_number text not null
  date date not null
  currency text not null
  reason text not null
  reverses_id uuid
  created_at timestamp(3) with time zone not null
  constraint adjustment_pkey PRIMARY KEY (merchant_id, id)
  constraint adjustment_merchant_id_reverses_id_fkey FOREIGN KEY (merchant_id, reverses_id) REFERENCES public.adjustment(merchant_id, id)
  constraint adjustment_number_check CHECK ((number > 0))
  constraint adjustment_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
  CREATE UNIQUE INDEX adjustment_number ON public.adjustment USING btree (merchant_id, number)
  CREATE UNIQUE INDEX adjustment_reversal ON public.adjustment USING btree (merchant_id, reverses_id) WHERE (reverses_id IS NOT NULL)
  CREATE TRIGGER adjustment_stays BEFORE TRUNCATE ON public.adjustment FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.adjustment_line
  merchant_id uuid not null
  adjustment_id uuid not null
  line_number integer not null
  role text not null
  account text
  debit_minor bigint not null
  credit_minor bigint not null
  contract_id uuid
  category_id uuid
  constraint adjustment_line_pkey PRIMARY KEY (merchant_id, adjustment_id, line_number)
  constraint adjustment_line_merchant_id_adjustment_id_fkey FOREIGN KEY (merchant_id, adjustment_id) REFERENCES public.adjustment(merchant_id, id)
  constraint adjustment_line_merchant_id_category_id_fkey FOREIGN KEY (merchant_id, category_id) REFERENCES public.category(merchant_id, id)
  constraint adjustment_line_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint adjustment_line_account_check CHECK (((length(account) >= 1) AND (length(account) <= 100)))
  constraint adjustment_line_check CHECK (((debit_minor = 0) <> (credit_minor = 0)))
  constraint adjustment_line_check1 CHECK (((contract_id IS NOT NULL) OR (role <> ALL (ARRAY['CONTRACT_LIABILITY'::text, 'CONTRACT_ASSET'::text, 'UNBILLED_RECEIVABLE'::text, 'MIGRATION_CLEARING'::text]))))
  constraint adjustment_line_credit_minor_check CHECK ((credit_minor >= 0))
  constraint adjustment_line_debit_minor_check CHECK ((debit_minor >= 0))
  constraint adjustment_line_line_number_check CHECK ((line_number > 0))
  constraint adjustment_line_role_check CHECK ((role = ANY (ARRAY['REVENUE'::text, 'BREAKAGE_REVENUE'::text, 'CONTRA_REVENUE'::text, 'CONTRACT_LIABILITY'::text, 'CONTRACT_ASSET'::text, 'UNBILLED_RECEIVABLE'::text, 'BAD_DEBT'::text, 'MIGRATION_CLEARING'::text])))
  CREATE INDEX adjustment_line_category ON public.adjustment_line USING btree (merchant_id, category_id) WHERE (category_id IS NOT NULL)
  CREATE INDEX adjustment_line_contract ON public.adjustment_line USING btree (merchant_id, contract_id) WHERE (contract_id IS NOT NULL)
  CREATE TRIGGER adjustment_line_stays BEFORE TRUNCATE ON public.adjustment_line FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.api_key
  id uuid not null
  merchant_id uuid not null
  name text not null
  secret_hash bytea not null
  last_four text not null
  access text not null
  role text
  created_by_user_id uuid
  created_at timestamp(3) with time zone not null
  expires_at timestamp(3) with time zone
  revoked_at timestamp(3) with time zone
  last_used_at timestamp(3) with time zone
  counted_minute integer
  requests_counted integer
  constraint api_key_pkey PRIMARY KEY (id)
  constraint api_key_secret_hash_key UNIQUE (secret_hash)
  constraint api_key_created_by_user_id_fkey FOREIGN KEY (created_by_user_id) REFERENCES public.app_user(id)
  constraint api_key_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchant(id)
  constraint api_key_access_check CHECK ((access = ANY (ARRAY['READ_ONLY'::text, 'WRITE'::text])))
  constraint api_key_role_check CHECK ((role = ANY (ARRAY['VIEWER'::text, 'EDITOR'::text, 'CONTROLLER'::text, 'OWNER'::text])))
  CREATE INDEX api_key_merchant ON public.api_key USING btree (merchant_id)
  grant insert, select, update to accord_app

table public.app_user
  id uuid not null
  email text not null
  password_hash text
  last_merchant_id uuid
  created_at timestamp(3) with time zone not null
  constraint app_user_pkey PRIMARY KEY (id)
  constraint app_user_last_merchant_id_fkey FOREIGN KEY (last_merchant_id) REFERENCES public.merchant(id)
  constraint app_user_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254)))
  CREATE UNIQUE INDEX app_user_email ON public.app_user USING btree (lower(email))
  grant insert, select, update to accord_app

table public.application
  merchant_id uuid not null
  id uuid not null
  credit_memo_id uuid
  payment_id uuid
  invoice_id uuid not null
  amount_minor bigint not null
  applied_on date not null
  posted_on date not null
  account_role text not null
  reverses_id uuid
  created_at timestamp(3) with time zone not null
  constraint application_pkey PRIMARY KEY (merchant_id, id)
  constraint application_merchant_id_credit_memo_id_fkey FOREIGN KEY (merchant_id, credit_memo_id) REFERENCES public.credit_memo(merchant_id, id)
  constraint application_merchant_id_invoice_id_fkey FOREIGN KEY (merchant_id, invoice_id) REFERENCES public.invoice(merchant_id, id)
  constraint application_merchant_id_payment_id_fkey FOREIGN KEY (merchant_id, payment_id) REFERENCES public.payment(merchant_id, id)
  constraint application_merchant_id_reverses_id_fkey FOREIGN KEY (merchant_id, reverses_id) REFERENCES public.application(merchant_id, id)
  constraint application_account_role_check CHECK ((account_role = ANY (ARRAY['RECEIVABLE'::text, 'BAD_DEBT'::text, 'BAD_DEBT_RECOVERED'::text])))
  constraint application_amount_minor_check CHECK ((amount_minor <> 0))
  constraint application_check CHECK (((credit_memo_id IS NULL) <> (payment_id IS NULL)))
  constraint application_check1 CHECK (((amount_minor < 0) = (reverses_id IS NOT NULL)))
  CREATE INDEX application_credit_memo ON public.application USING btree (merchant_id, credit_memo_id) WHERE (credit_memo_id IS NOT NULL)
  CREATE INDEX application_invoice ON public.application USING btree (merchant_id, invoice_id)
  CREATE INDEX application_payment ON public.application USING btree (merchant_id, payment_id) WHERE (payment_id IS NOT NULL)
  CREATE UNIQUE INDEX application_reversal ON public.application USING btree (merchant_id, reverses_id) WHERE (reverses_id IS NOT NULL)
  CREATE TRIGGER application_stays BEFORE TRUNCATE ON public.application FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.audit_head
  merchant_id uuid not null
  sequence bigint not null
  hash bytea not null
  constraint audit_head_pkey PRIMARY KEY (merchant_id)
  constraint audit_head_sequence_check CHECK ((sequence >= 0))
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.audit_log
  merchant_id uuid not null
  id uuid not null
  at timestamp(3) with time zone not null
  recorded_at timestamp(3) with time zone not null
  actor_kind text not null
  actor_id text not null
  action text not null
  entity_type text not null
  entity_id text not null
  changes jsonb not null
  reason text
  request_id text
  sequence bigint
  previous_hash bytea
  hash bytea
  constraint audit_log_pkey PRIMARY KEY (merchant_id, id)
  constraint audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['KEY'::text, 'USER'::text, 'SYSTEM'::text])))
  CREATE INDEX audit_log_entity ON public.audit_log USING btree (merchant_id, entity_id, at DESC, id DESC)
  CREATE INDEX audit_log_list ON public.audit_log USING btree (merchant_id, at DESC, id DESC)
  CREATE UNIQUE INDEX audit_log_sequence ON public.audit_log USING btree (merchant_id, sequence)
  CREATE TRIGGER audit_log_stays BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.billing_credit
  merchant_id uuid not null
  id uuid not null
  contract_id uuid not null
  billing_term_id uuid not null
  amount_minor bigint not null
  service_start date not null
  service_end date not null
  revenue_effect text not null
  date date not null
  book_month date not null
  source_type text not null
  source_id uuid not null
  invoice_line_id uuid not null
  created_at timestamp(3) with time zone not null
  constraint billing_credit_pkey PRIMARY KEY (merchant_id, id)
  constraint billing_credit_merchant_id_billing_term_id_fkey FOREIGN KEY (merchant_id, billing_term_id) REFERENCES public.billing_term(merchant_id, id)
  constraint billing_credit_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint billing_credit_amount_minor_check CHECK ((amount_minor <> 0))
  constraint billing_credit_book_month_check CHECK ((EXTRACT(day FROM book_month) = (1)::numeric))
  constraint billing_credit_check CHECK ((service_end > service_start))
  constraint billing_credit_revenue_effect_check CHECK ((revenue_effect = ANY (ARRAY['CREDITED_DAYS'::text, 'IN_PRICE'::text])))
  constraint billing_credit_source_type_check CHECK ((source_type = ANY (ARRAY['CREDIT_MEMO'::text, 'WRITE_OFF'::text, 'RECOVERY'::text])))
  CREATE INDEX billing_credit_contract ON public.billing_credit USING btree (merchant_id, contract_id, date)
  CREATE INDEX billing_credit_line ON public.billing_credit USING btree (merchant_id, invoice_line_id)
  CREATE TRIGGER billing_credit_stays BEFORE TRUNCATE ON public.billing_credit FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.billing_term
  merchant_id uuid not null
  id uuid not null
  contract_id uuid not null
  billing_term_group_id uuid not null
  name text not null
  description text
  product_id uuid
  item_id uuid
  class_id uuid
  event_type_id uuid
  start_date date not null
  end_date date
  billing_type text not null
  billing_interval text not null
  interval_frequency integer not null
  invoice_date_strategy text not null
  net_payment_terms integer not null
  invoice_group text
  proration_policy text not null
  price jsonb not null
  trigger text not null default 'DATE'::text
  reached_on date
  usage_scope text not null default 'STANDALONE'::text
  tier_scope text not null default 'TERM'::text
  credit_on_decrease text not null default 'NONE'::text
  seat_config jsonb
  committed jsonb not null default '[]'::jsonb
  invoiced_through date
  carried_credit_due date
  terminated_at timestamp(3) with time zone
  delivered_share numeric
  delivered_until date
  swap_credit jsonb
  former_strategies jsonb not null default '[]'::jsonb
  created_at timestamp(3) with time zone not null
  last_updated_at timestamp(3) with time zone not null
  deleted_at timestamp(3) with time zone
  constraint billing_term_pkey PRIMARY KEY (merchant_id, id)
  constraint billing_term_merchant_id_billing_term_group_id_fkey FOREIGN KEY (merchant_id, billing_term_group_id) REFERENCES public.billing_term_group(merchant_id, id)
  constraint billing_term_merchant_id_class_id_fkey FOREIGN KEY (merchant_id, class_id) REFERENCES public.erp_class(merchant_id, id)
  constraint billing_term_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint billing_term_merchant_id_event_type_id_fkey FOREIGN KEY (merchant_id, event_type_id) REFERENCES public.event_type(merchant_id, id)
  constraint billing_term_merchant_id_item_id_fkey FOREIGN KEY (merchant_id, item_id) REFERENCES public.item(merchant_id, id)
  constraint billing_term_merchant_id_product_id_fkey FOREIGN KEY (merchant_id, product_id) REFERENCES public.product(merchant_id, id)
  constraint billing_term_billing_interval_check CHECK ((billing_interval = ANY (ARRAY['NONE'::text, 'DAY'::text, 'WEEK'::text, 'SEMI_MONTH'::text, 'MONTH'::text, 'QUARTER'::text, 'YEAR'::text])))
  constraint billing_term_billing_type_check CHECK ((billing_type = ANY (ARRAY['FLAT'::text, 'UNIT'::text])))
  constraint billing_term_check CHECK ((end_date > start_date))
  constraint billing_term_check1 CHECK (((reached_on IS NULL) OR (trigger = 'MILESTONE'::text)))
  constraint billing_term_committed_check CHECK ((jsonb_typeof(committed) = 'array'::text))
  constraint billing_term_credit_on_decrease_check CHECK ((credit_on_decrease = ANY (ARRAY['NONE'::text, 'PRORATED'::text])))
  constraint billing_term_delivered_share_check CHECK (((delivered_share >= (0)::numeric) AND (delivered_share <= (1)::numeric)))
  constraint billing_term_description_check CHECK ((length(description) <= 2000))
  constraint billing_term_former_strategies_check CHECK ((jsonb_typeof(former_strategies) = 'array'::text))
  constraint billing_term_interval_frequency_check CHECK (((interval_frequency >= 1) AND (interval_frequency <= 120)))
  constraint billing_term_invoice_date_strategy_check CHECK ((invoice_date_strategy = ANY (ARRAY['FIRST_OF_PERIOD'::text, 'ADVANCED_DUE_START'::text, 'LAST_OF_PERIOD'::text, 'ARREARS'::text])))
  constraint billing_term_invoice_group_check CHECK ((length(invoice_group) <= 48))
  constraint billing_term_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
  constraint billing_term_net_payment_terms_check CHECK (((net_payment_terms >= 0) AND (net_payment_terms <= 365)))
  constraint billing_term_proration_policy_check CHECK ((proration_policy = ANY (ARRAY['NONE'::text, 'MONTH'::text, 'DAY'::text])))
  constraint billing_term_tier_scope_check CHECK ((tier_scope = ANY (ARRAY['TERM'::text, 'DIFFERENTIATOR'::text])))
  constraint billing_term_trigger_check CHECK ((trigger = ANY (ARRAY['DATE'::text, 'MILESTONE'::text])))
  constraint billing_term_usage_scope_check CHECK ((usage_scope = ANY (ARRAY['STANDALONE'::text, 'COMMITMENT'::text])))
  CREATE INDEX billing_term_contract ON public.billing_term USING btree (merchant_id, contract_id)
  CREATE INDEX billing_term_event_type ON public.billing_term USING btree (merchant_id, event_type_id) WHERE (event_type_id IS NOT NULL)
  CREATE INDEX billing_term_list ON public.billing_term USING btree (merchant_id, created_at DESC, id DESC)
  CREATE INDEX billing_term_of_group ON public.billing_term USING btree (merchant_id, billing_term_group_id)
  CREATE TRIGGER billing_term_deletion AFTER UPDATE OF deleted_at ON public.billing_term FOR EACH ROW WHEN (((old.deleted_at IS NULL) <> (new.deleted_at IS NULL))) EXECUTE FUNCTION public.note_deletion()
  CREATE TRIGGER billing_term_grows AFTER INSERT ON public.billing_term REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.note_added_live_rows()
  CREATE TRIGGER billing_term_shrinks AFTER DELETE ON public.billing_term REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.note_removed_live_rows()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.billing_term_group
  merchant_id uuid not null
  id uuid not null
  contract_id uuid not null
  name text
  created_at timestamp(3) with time zone not null
  updated_at timestamp(3) with time zone not null
  deleted_at timestamp(3) with time zone
  constraint billing_term_group_pkey PRIMARY KEY (merchant_id, id)
  constraint billing_term_group_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  CREATE INDEX billing_term_group_contract ON public.billing_term_group USING btree (merchant_id, contract_id)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.billing_term_layer
  merchant_id uuid not null
  id uuid not null
  contract_id uuid not null
  billing_term_id uuid not null
  effective_from date not null
  price jsonb not null
  book_month date
  created_at timestamp(3) with time zone not null
  constraint billing_term_layer_pkey PRIMARY KEY (merchant_id, id)
  constraint billing_term_layer_merchant_id_billing_term_id_fkey FOREIGN KEY (merchant_id, billing_term_id) REFERENCES public.billing_term(merchant_id, id)
  constraint billing_term_layer_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint billing_term_layer_book_month_check CHECK ((EXTRACT(day FROM book_month) = (1)::numeric))
  CREATE INDEX billing_term_layer_term ON public.billing_term_layer USING btree (merchant_id, billing_term_id, effective_from, id)
  CREATE TRIGGER billing_term_layer_stays BEFORE TRUNCATE ON public.billing_term_layer FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.book_import
  merchant_id uuid not null
  id uuid not null
  name text not null
  created_at timestamp(3) with time zone not null
  accepted_at timestamp(3) with time zone
  accepted_by text
  accepted_reason text
  reversed_at timestamp(3) with time zone
  constraint book_import_pkey PRIMARY KEY (merchant_id, id)
  constraint book_import_accepted_reason_check CHECK (((length(accepted_reason) >= 1) AND (length(accepted_reason) <= 1000)))
  constraint book_import_check CHECK ((((accepted_at IS NULL) = (accepted_by IS NULL)) AND ((accepted_at IS NULL) = (accepted_reason IS NULL))))
  CREATE UNIQUE INDEX book_import_name ON public.book_import USING btree (merchant_id, name) WHERE (reversed_at IS NULL)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app
  grant update (accepted_at, accepted_by, accepted_reason, reversed_at) to accord_app

table public.book_import_tie
  merchant_id uuid not null
  import_id uuid not null
  contract_id uuid not null
  account text not null
  contract_key text not null
  currency text not null
  old_minor bigint not null
  loaded_minor bigint not null
  constraint book_import_tie_pkey PRIMARY KEY (merchant_id, import_id, contract_id, account)
  constraint book_import_tie_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint book_import_tie_merchant_id_import_id_fkey FOREIGN KEY (merchant_id, import_id) REFERENCES public.book_import(merchant_id, id)
  constraint book_import_tie_account_check CHECK ((account = ANY (ARRAY['RECEIVABLE'::text, 'CONTRACT_LIABILITY'::text, 'CUSTOMER_CREDIT'::text, 'TAX_PAYABLE'::text])))
  CREATE INDEX book_import_tie_contract ON public.book_import_tie USING btree (merchant_id, contract_id)
  CREATE TRIGGER book_import_tie_stays BEFORE TRUNCATE ON public.book_import_tie FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.books
  merchant_id uuid not null
  closed_through date
  closing_through date
  billing_locked_through date
  cash_locked_through date
  constraint books_pkey PRIMARY KEY (merchant_id)
  constraint books_billing_locked_through_check CHECK ((EXTRACT(day FROM billing_locked_through) = (1)::numeric))
  constraint books_cash_locked_through_check CHECK ((EXTRACT(day FROM cash_locked_through) = (1)::numeric))
  constraint books_closed_through_check CHECK ((EXTRACT(day FROM closed_through) = (1)::numeric))
  constraint books_closing_through_check CHECK ((EXTRACT(day FROM closing_through) = (1)::numeric))
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.category
  merchant_id uuid not null
  id uuid not null
  name text not null
  name_key text not null
  revenue_account text
  contract_liability_account text
  created_at timestamp(3) with time zone not null
  last_updated_at timestamp(3) with time zone not null
  deleted_at timestamp(3) with time zone
  constraint category_pkey PRIMARY KEY (merchant_id, id)
  constraint category_contract_liability_account_check CHECK (((length(contract_liability_account) >= 1) AND (length(contract_liability_account) <= 100)))
  constraint category_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
  constraint category_revenue_account_check CHECK (((length(revenue_account) >= 1) AND (length(revenue_account) <= 100)))
  CREATE UNIQUE INDEX category_name ON public.category USING btree (merchant_id, name_key) WHERE (deleted_at IS NULL)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.change_request
  merchant_id uuid not null
  id uuid not null
  kind text not null
  kinds jsonb not null
  role text not null
  status text not null default 'PENDING'::text
  request jsonb not null
  dry_run jsonb not null
  plan_hash text not null
  requested_by_key_id uuid
  requested_by_user_id uuid
  requested_at timestamp(3) with time zone not null
  decided_by_key_id uuid
  decided_by_user_id uuid
  decided_at timestamp(3) with time zone
  reason text
  constraint change_request_pkey PRIMARY KEY (merchant_id, id)
  constraint change_request_decided_by_key_id_fkey FOREIGN KEY (decided_by_key_id) REFERENCES public.api_key(id)
  constraint change_request_decided_by_user_id_fkey FOREIGN KEY (decided_by_user_id) REFERENCES public.app_user(id)
  constraint change_request_requested_by_key_id_fkey FOREIGN KEY (requested_by_key_id) REFERENCES public.api_key(id)
  constraint change_request_requested_by_user_id_fkey FOREIGN KEY (requested_by_user_id) REFERENCES public.app_user(id)
  constraint change_request_check CHECK (((jsonb_typeof(kinds) = 'array'::text) AND (kinds ? kind)))
  constraint change_request_check1 CHECK (((status = 'PENDING'::text) = (decided_at IS NULL)))
  constraint change_request_check2 CHECK (((requested_by_key_id IS NOT NULL) OR (requested_by_user_id IS NOT NULL)))
  constraint change_request_check3 CHECK (((status = 'PENDING'::text) = ((decided_by_key_id IS NULL) AND (decided_by_user_id IS NULL))))
  constraint change_request_check4 CHECK (((status <> 'APPROVED'::text) OR (decided_by_user_id IS NOT NULL)))
  constraint change_request_check5 CHECK (((status <> 'APPROVED'::text) OR (decided_by_user_id IS DISTINCT FROM requested_by_user_id)))
  constraint change_request_dry_run_check CHECK ((jsonb_typeof(dry_run) = 'object'::text))
  constraint change_request_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 1000)))
  constraint change_request_request_check CHECK ((jsonb_typeof(request) = 'object'::text))
  constraint change_request_role_check CHECK ((role = ANY (ARRAY['CONTROLLER'::text, 'OWNER'::text])))
  constraint change_request_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'REJECTED'::text, 'WITHDRAWN'::text])))
  CREATE INDEX change_request_list ON public.change_request USING btree (merchant_id, requested_at DESC, id DESC)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.chart_of_accounts
  merchant_id uuid not null
  accounts jsonb not null
  formats jsonb not null
  last_updated_at timestamp(3) with time zone not null
  constraint chart_of_accounts_pkey PRIMARY KEY (merchant_id)
  constraint chart_of_accounts_accounts_check CHECK ((jsonb_typeof(accounts) = 'array'::text))
  constraint chart_of_accounts_formats_check CHECK ((jsonb_typeof(formats) = 'object'::text))
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.close_hold
  merchant_id uuid not null
  id uuid not null
  contract_id uuid not null
  from_month date
  reason text not null
  held_at timestamp(3) with time zone not null
  held_by text not null
  released_at timestamp(3) with time zone
  released_by text
  constraint close_hold_pkey PRIMARY KEY (merchant_id, id)
  constraint close_hold_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint close_hold_check CHECK (((released_at IS NULL) = (released_by IS NULL)))
  constraint close_hold_from_month_check CHECK ((EXTRACT(day FROM from_month) = (1)::numeric))
  constraint close_hold_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 1000)))
  CREATE UNIQUE INDEX close_hold_once ON public.close_hold USING btree (merchant_id, contract_id) WHERE (released_at IS NULL)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.close_package
  merchant_id uuid not null
  id uuid not null
  sequence bigint not null
  month date not null
  close_count integer not null
  closed_at timestamp(3) with time zone not null
  manifest text not null
  hash bytea not null
  previous_hash bytea
  constraint close_package_pkey PRIMARY KEY (merchant_id, id)
  constraint close_package_merchant_id_month_close_count_key UNIQUE (merchant_id, month, close_count)
  constraint close_package_merchant_id_sequence_key UNIQUE (merchant_id, sequence)
  constraint close_package_check CHECK (((previous_hash IS NULL) = (sequence = 1)))
  constraint close_package_close_count_check CHECK ((close_count > 0))
  constraint close_package_hash_check CHECK ((length(hash) = 32))
  constraint close_package_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
  constraint close_package_previous_hash_check CHECK ((length(previous_hash) = 32))
  constraint close_package_sequence_check CHECK ((sequence > 0))
  CREATE TRIGGER close_package_is_final BEFORE DELETE OR UPDATE ON public.close_package FOR EACH ROW EXECUTE FUNCTION public.reject_change_of_close_package()
  CREATE TRIGGER close_package_stays BEFORE TRUNCATE ON public.close_package FOR EACH STATEMENT EXECUTE FUNCTION public.reject_change_of_close_package()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.close_task_event
  merchant_id uuid not null
  template_id uuid not null
  month date not null
  sequence integer not null
  kind text not null
  at timestamp(3) with time zone not null
  by text not null
  reason text
  evidence jsonb not null
  constraint close_task_event_pkey PRIMARY KEY (merchant_id, template_id, month, sequence)
  constraint close_task_event_merchant_id_template_id_fkey FOREIGN KEY (merchant_id, template_id) REFERENCES public.close_task_template(merchant_id, id)
  constraint close_task_event_check CHECK (((kind = 'REOPENED'::text) = (reason IS NOT NULL)))
  constraint close_task_event_check1 CHECK (((kind = 'DONE'::text) = (jsonb_array_length(evidence) > 0)))
  constraint close_task_event_kind_check CHECK ((kind = ANY (ARRAY['DONE'::text, 'REOPENED'::text])))
  constraint close_task_event_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
  constraint close_task_event_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 1000)))
  constraint close_task_event_sequence_check CHECK ((sequence > 0))
  CREATE TRIGGER close_task_event_stays BEFORE TRUNCATE ON public.close_task_event FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.close_task_revision
  merchant_id uuid not null
  template_id uuid not null
  revision integer not null
  effective_month date not null
  through_month date
  title text not null
  instructions text
  owner_id uuid not null
  due_days integer not null
  due_in text not null
  is_required boolean not null
  constraint close_task_revision_pkey PRIMARY KEY (merchant_id, template_id, revision)
  constraint close_task_revision_merchant_id_owner_id_fkey FOREIGN KEY (merchant_id, owner_id) REFERENCES public.membership(merchant_id, user_id)
  constraint close_task_revision_merchant_id_template_id_fkey FOREIGN KEY (merchant_id, template_id) REFERENCES public.close_task_template(merchant_id, id)
  constraint close_task_revision_due_days_check CHECK (((due_days >= 0) AND (due_days <= 90)))
  constraint close_task_revision_due_in_check CHECK ((due_in = ANY (ARRAY['CALENDAR_DAYS'::text, 'BUSINESS_DAYS'::text])))
  constraint close_task_revision_effective_month_check CHECK ((EXTRACT(day FROM effective_month) = (1)::numeric))
  constraint close_task_revision_instructions_check CHECK (((length(instructions) >= 1) AND (length(instructions) <= 4000)))
  constraint close_task_revision_revision_check CHECK ((revision > 0))
  constraint close_task_revision_through_month_check CHECK ((EXTRACT(day FROM through_month) = (1)::numeric))
  constraint close_task_revision_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
  CREATE INDEX close_task_revision_owner ON public.close_task_revision USING btree (merchant_id, owner_id)
  CREATE TRIGGER close_task_revision_stays BEFORE TRUNCATE ON public.close_task_revision FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.close_task_template
  merchant_id uuid not null
  id uuid not null
  from_month date not null
  revision integer not null
  created_at timestamp(3) with time zone not null
  constraint close_task_template_pkey PRIMARY KEY (merchant_id, id)
  constraint close_task_template_from_month_check CHECK ((EXTRACT(day FROM from_month) = (1)::numeric))
  constraint close_task_template_revision_check CHECK ((revision > 0))
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app
  grant update (revision) to accord_app

table public.commitment
  merchant_id uuid not null
  id uuid not null
  contract_id uuid not null
  name text
  unit_type text not null
  is_full_duration boolean not null
  price_priority text not null
  recognition_pattern text not null
  terminated_at timestamp(3) with time zone
  created_at timestamp(3) with time zone not null
  updated_at timestamp(3) with time zone not null
  deleted_at timestamp(3) with time zone
  constraint commitment_pkey PRIMARY KEY (merchant_id, id)
  constraint commitment_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint commitment_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
  constraint commitment_price_priority_check CHECK ((price_priority = ANY (ARRAY['LOW'::text, 'HIGH'::text])))
  constraint commitment_recognition_pattern_check CHECK ((recognition_pattern = ANY (ARRAY['RECOGNIZE_AS_CONSUMED'::text, 'STRAIGHT_LINE'::text])))
  constraint commitment_unit_type_check CHECK ((unit_type = ANY (ARRAY['CURRENCY'::text, 'UNITS'::text])))
  CREATE INDEX commitment_contract ON public.commitment USING btree (merchant_id, contract_id)
  CREATE INDEX commitment_list ON public.commitment USING btree (merchant_id, created_at DESC, id DESC)
  CREATE CONSTRAINT TRIGGER commitment_schedules AFTER INSERT OR UPDATE ON public.commitment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_commitment_schedules()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app
  grant update (deleted_at, is_full_duration, price_priority, terminated_at, updated_at) to accord_app

table public.commitment_change
  merchant_id uuid not null
  commitment_id uuid not null
  number integer not null
  before jsonb
  book_month date
  created_at timestamp(3) with time zone not null
  constraint commitment_change_pkey PRIMARY KEY (merchant_id, commitment_id, number)
  constraint commitment_change_merchant_id_commitment_id_fkey FOREIGN KEY (merchant_id, commitment_id) REFERENCES public.commitment(merchant_id, id)
  constraint commitment_change_book_month_check CHECK ((EXTRACT(day FROM book_month) = (1)::numeric))
  constraint commitment_change_check CHECK (((jsonb_typeof(before) = 'object'::text) AND ((before ->> 'id'::text) = (commitment_id)::text)))
  constraint commitment_change_check1 CHECK (((before IS NOT NULL) OR (number = 1)))
  constraint commitment_change_number_check CHECK ((number > 0))
  CREATE TRIGGER commitment_change_stays BEFORE TRUNCATE ON public.commitment_change FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.commitment_schedule
  merchant_id uuid not null
  id uuid not null
  commitment_id uuid not null
  start_date date not null
  end_date date not null
  commitment_interval text
  true_up_behavior text
  true_up_name text
  true_up_item_id uuid
  prepaid_value numeric(30,12)
  prepayment_schedule_type text
  prepayment_name text
  prepayment_item_id uuid
  net_payment_terms integer
  overage_configs jsonb not null
  created_at timestamp(3) with time zone not null
  updated_at timestamp(3) with time zone not null
  deleted_at timestamp(3) with time zone
  constraint commitment_schedule_pkey PRIMARY KEY (merchant_id, id)
  constraint commitment_schedule_merchant_id_id_commitment_id_key UNIQUE (merchant_id, id, commitment_id)
  constraint commitment_schedule_merchant_id_commitment_id_fkey FOREIGN KEY (merchant_id, commitment_id) REFERENCES public.commitment(merchant_id, id)
  constraint commitment_schedule_merchant_id_prepayment_item_id_fkey FOREIGN KEY (merchant_id, prepayment_item_id) REFERENCES public.item(merchant_id, id)
  constraint commitment_schedule_merchant_id_true_up_item_id_fkey FOREIGN KEY (merchant_id, true_up_item_id) REFERENCES public.item(merchant_id, id)
  constraint commitment_schedule_check CHECK ((end_date > start_date))
  constraint commitment_schedule_check1 CHECK (((prepaid_value IS NULL) = (prepayment_schedule_type IS NULL)))
  constraint commitment_schedule_check2 CHECK (((prepaid_value IS NOT NULL) OR ((prepayment_name IS NULL) AND (prepayment_item_id IS NULL))))
  constraint commitment_schedule_commitment_interval_check CHECK ((commitment_interval = ANY (ARRAY['DAILY'::text, 'WEEKLY'::text, 'MONTHLY'::text, 'QUARTERLY'::text, 'YEARLY'::text])))
  constraint commitment_schedule_net_payment_terms_check CHECK (((net_payment_terms >= 0) AND (net_payment_terms <= 365)))
  constraint commitment_schedule_overage_configs_check CHECK ((jsonb_typeof(overage_configs) = 'array'::text))
  constraint commitment_schedule_prepaid_value_check CHECK ((prepaid_value > (0)::numeric))
  constraint commitment_schedule_prepayment_schedule_type_check CHECK ((prepayment_schedule_type = ANY (ARRAY['FULL_UPFRONT'::text, 'PER_COMMITMENT_PERIOD'::text, 'SPLIT_ACROSS_BILLING_PERIODS'::text])))
  constraint commitment_schedule_true_up_behavior_check CHECK ((true_up_behavior = ANY (ARRAY['EACH_PERIOD'::text, 'END_OF_SCHEDULE'::text, 'NONE'::text])))
  CREATE INDEX commitment_schedule_commitment ON public.commitment_schedule USING btree (merchant_id, commitment_id, start_date)
  CREATE CONSTRAINT TRIGGER commitment_schedules AFTER INSERT OR UPDATE ON public.commitment_schedule DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_commitment_schedules()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app
  grant update (commitment_interval, deleted_at, end_date, net_payment_terms, overage_configs, prepaid_value, prepayment_item_id, prepayment_name, prepayment_schedule_type, start_date, true_up_behavior, true_up_item_id, true_up_name, updated_at) to accord_app

table public.commitment_step
  merchant_id uuid not null
  id uuid not null
  commitment_id uuid not null
  schedule_id uuid not null
  "position" integer not null
  name text
  value numeric(30,12) not null
  created_at timestamp(3) with time zone not null
  updated_at timestamp(3) with time zone not null
  deleted_at timestamp(3) with time zone
  constraint commitment_step_pkey PRIMARY KEY (merchant_id, id)
  constraint commitment_step_merchant_id_schedule_id_commitment_id_fkey FOREIGN KEY (merchant_id, schedule_id, commitment_id) REFERENCES public.commitment_schedule(merchant_id, id, commitment_id)
  constraint commitment_step_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
  constraint commitment_step_position_check CHECK ((("position" >= 0) AND ("position" <= 19)))
  constraint commitment_step_value_check CHECK ((value > (0)::numeric))
  CREATE INDEX commitment_step_commitment ON public.commitment_step USING btree (merchant_id, commitment_id)
  CREATE UNIQUE INDEX commitment_step_position ON public.commitment_step USING btree (merchant_id, schedule_id, "position") WHERE (deleted_at IS NULL)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app
  grant update (deleted_at, name, updated_at, value) to accord_app

table public.commitment_step_term
  merchant_id uuid not null
  step_id uuid not null
  billing_term_id uuid not null
  "position" integer not null
  constraint commitment_step_term_pkey PRIMARY KEY (merchant_id, step_id, billing_term_id)
  constraint commitment_step_term_merchant_id_billing_term_id_fkey FOREIGN KEY (merchant_id, billing_term_id) REFERENCES public.billing_term(merchant_id, id)
  constraint commitment_step_term_merchant_id_step_id_fkey FOREIGN KEY (merchant_id, step_id) REFERENCES public.commitment_step(merchant_id, id)
  CREATE INDEX commitment_step_term_term ON public.commitment_step_term USING btree (merchant_id, billing_term_id)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select to accord_app

table public.contract
  merchant_id uuid not null
  id uuid not null
  name text not null
  customer_id uuid
  currency text not null
  start_date date
  end_date date
  close_date date
  net_payment_terms integer not null
  source text not null
  po_number text
  consolidation_key text
  allocation_method text not null
  metadata jsonb
  custom_fields jsonb not null default '{}'::jsonb
  status text not null
  approved_at timestamp(3) with time zone
  approved_by text
  approved_book_month date
  terms_start date
  terms_end date
  terms_value_minor bigint
  invoiced_through date
  job_id uuid
  awaits_job boolean not null default false
  created_at timestamp(3) with time zone not null
  last_updated_at timestamp(3) with time zone not null
  deleted_at timestamp(3) with time zone
  constraint contract_pkey PRIMARY KEY (merchant_id, id)
  constraint contract_merchant_id_customer_id_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES public.customer(merchant_id, id)
  constraint contract_allocation_method_check CHECK ((allocation_method = ANY (ARRAY['STATED'::text, 'RELATIVE_SSP'::text])))
  constraint contract_approved_book_month_check CHECK ((EXTRACT(day FROM approved_book_month) = (1)::numeric))
  constraint contract_check CHECK (((start_date IS NULL) OR (end_date IS NULL) OR (start_date <= end_date)))
  constraint contract_check1 CHECK (((status = 'APPROVED'::text) = (approved_at IS NOT NULL)))
  constraint contract_check2 CHECK (((job_id IS NOT NULL) OR (NOT awaits_job)))
  constraint contract_check3 CHECK (((status <> 'PROCESSING'::text) OR awaits_job))
  constraint contract_consolidation_key_check CHECK (((length(consolidation_key) >= 1) AND (length(consolidation_key) <= 48)))
  constraint contract_custom_fields_check CHECK ((jsonb_typeof(custom_fields) = 'object'::text))
  constraint contract_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
  constraint contract_net_payment_terms_check CHECK (((net_payment_terms >= 0) AND (net_payment_terms <= 365)))
  constraint contract_po_number_check CHECK ((length(po_number) <= 48))
  constraint contract_source_check CHECK ((source = ANY (ARRAY['API'::text, 'UPLOAD'::text, 'CRM'::text, 'ERP'::text, 'EMAIL'::text, 'INTERNAL'::text])))
  constraint contract_status_check CHECK ((status = ANY (ARRAY['NEW'::text, 'PROCESSING'::text, 'BLOCKED'::text, 'PROCESSED'::text, 'APPROVED'::text])))
  CREATE INDEX contract_awaits_job ON public.contract USING btree (merchant_id, id) WHERE awaits_job
  CREATE INDEX contract_consolidation ON public.contract USING btree (merchant_id, customer_id, consolidation_key) WHERE (consolidation_key IS NOT NULL)
  CREATE INDEX contract_customer ON public.contract USING btree (merchant_id, customer_id)
  CREATE INDEX contract_deleted ON public.contract USING btree (merchant_id, deleted_at DESC, id) WHERE (deleted_at IS NOT NULL)
  CREATE INDEX contract_list ON public.contract USING btree (merchant_id, created_at DESC, id DESC)
  CREATE TRIGGER contract_deletion AFTER UPDATE OF deleted_at ON public.contract FOR EACH ROW WHEN (((old.deleted_at IS NULL) <> (new.deleted_at IS NULL))) EXECUTE FUNCTION public.note_deletion()
  CREATE TRIGGER contract_grows AFTER INSERT ON public.contract REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.note_added_live_rows()
  CREATE TRIGGER contract_keeps_its_entries AFTER DELETE OR UPDATE OF merchant_id, id ON public.contract FOR EACH ROW EXECUTE FUNCTION public.reject_removal_of_contract_with_entries()
  CREATE TRIGGER contract_shrinks AFTER DELETE ON public.contract REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.note_removed_live_rows()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.contract_change
  merchant_id uuid not null
  contract_id uuid not null
  id uuid not null
  constraint contract_change_pkey PRIMARY KEY (merchant_id, contract_id, id)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select to accord_app

table public.contract_external_id
  merchant_id uuid not null
  contract_id uuid not null
  source_type text not null
  external_id text not null
  metadata jsonb
  constraint contract_external_id_pkey PRIMARY KEY (merchant_id, contract_id, source_type)
  constraint contract_external_id_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint contract_external_id_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 255)))
  CREATE INDEX contract_external_id_value ON public.contract_external_id USING btree (merchant_id, external_id)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.contract_file
  merchant_id uuid not null
  contract_id uuid not null
  name text not null
  bytes bytea storage external not null
  sha256 bytea not null
  uploaded_at timestamp(3) with time zone not null
  extracted_text text
  page_count integer
  findings jsonb
  processed_at timestamp(3) with time zone
  constraint contract_file_pkey PRIMARY KEY (merchant_id, contract_id)
  constraint contract_file_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint contract_file_bytes_check CHECK (((length(bytes) >= 1) AND (length(bytes) <= 26214400)))
  constraint contract_file_check CHECK ((sha256 = sha256(bytes)))
  constraint contract_file_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
  constraint contract_file_page_count_check CHECK ((page_count > 0))
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select, update to accord_app

table public.contract_modification
  merchant_id uuid not null
  id uuid not null
  contract_id uuid not null
  kind text not null
  billing_term_id uuid
  added_billing_term_id uuid
  performance_obligation_id uuid
  commitment_id uuid
  effective_date date not null
  changes jsonb not null
  proposed_treatment text not null
  paragraph text not null
  reason text not null
  agreed_on date
  book_month date
  actor_kind text not null
  actor_id text not null
  created_at timestamp(3) with time zone not null
  constraint contract_modification_pkey PRIMARY KEY (merchant_id, id)
  constraint contract_modification_merchant_id_added_billing_term_id_fkey FOREIGN KEY (merchant_id, added_billing_term_id) REFERENCES public.billing_term(merchant_id, id)
  constraint contract_modification_merchant_id_billing_term_id_fkey FOREIGN KEY (merchant_id, billing_term_id) REFERENCES public.billing_term(merchant_id, id)
  constraint contract_modification_merchant_id_commitment_id_fkey FOREIGN KEY (merchant_id, commitment_id) REFERENCES public.commitment(merchant_id, id)
  constraint contract_modification_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint contract_modification_merchant_id_performance_obligation_i_fkey FOREIGN KEY (merchant_id, performance_obligation_id) REFERENCES public.performance_obligation(merchant_id, id)
  constraint contract_modification_book_month_check CHECK ((EXTRACT(day FROM book_month) = (1)::numeric))
  constraint contract_modification_check CHECK (((added_billing_term_id IS NOT NULL) = (kind = 'TERM_SWAPPED'::text)))
  constraint contract_modification_check1 CHECK ((num_nonnulls(billing_term_id, performance_obligation_id, commitment_id) = 1))
  constraint contract_modification_kind_check CHECK ((kind = ANY (ARRAY['TERM_ADDED'::text, 'TERM_PRICE'::text, 'TERM_DATES'::text, 'TERM_TERMINATED'::text, 'TERM_SWAPPED'::text, 'SEATS'::text, 'PERFORMANCE_OBLIGATION_ADDED'::text, 'PERFORMANCE_OBLIGATION_PRICE'::text, 'PERFORMANCE_OBLIGATION_DATES'::text, 'COMMITMENT_ADDED'::text, 'COMMITMENT_CHANGED'::text, 'COMMITMENT_TERMINATED'::text])))
  constraint contract_modification_proposed_treatment_check CHECK ((proposed_treatment = ANY (ARRAY['SEPARATE_CONTRACT'::text, 'PROSPECTIVE'::text, 'CUMULATIVE_CATCH_UP'::text, 'MIXED'::text])))
  CREATE INDEX contract_modification_contract ON public.contract_modification USING btree (merchant_id, contract_id, created_at, id)
  CREATE TRIGGER contract_modification_stays BEFORE TRUNCATE ON public.contract_modification FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.contract_opening
  merchant_id uuid not null
  contract_id uuid not null
  as_of date not null
  posted_on date not null
  usage_from date not null
  difference text not null
  created_at timestamp(3) with time zone not null
  constraint contract_opening_pkey PRIMARY KEY (merchant_id, contract_id)
  constraint contract_opening_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint contract_opening_check CHECK ((posted_on >= as_of))
  constraint contract_opening_check1 CHECK ((usage_from <= (as_of + 1)))
  constraint contract_opening_difference_check CHECK ((difference = ANY (ARRAY['SPREAD'::text, 'CATCH_UP'::text])))
  CREATE TRIGGER contract_opening_stays BEFORE TRUNCATE ON public.contract_opening FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.contract_readiness
  merchant_id uuid not null
  contract_id uuid not null
  source text not null
  reasons jsonb not null
  constraint contract_readiness_pkey PRIMARY KEY (merchant_id, contract_id, source)
  constraint contract_readiness_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.contract_revenue
  merchant_id uuid not null
  contract_id uuid not null
  customer_id uuid
  currency text not null
  entry_count integer not null
  first_month integer
  entries_through integer[] not null
  last_month integer
  all_effective_from integer
  constraint contract_revenue_pkey PRIMARY KEY (merchant_id, contract_id)
  constraint contract_revenue_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint contract_revenue_entry_count_check CHECK ((entry_count >= 0))
  CREATE INDEX contract_revenue_customer ON public.contract_revenue USING btree (merchant_id, customer_id)
  CREATE INDEX contract_revenue_last ON public.contract_revenue USING btree (merchant_id, last_month) WHERE (last_month IS NOT NULL)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select to accord_app

table public.credit_memo
  merchant_id uuid not null
  id uuid not null
  number bigint
  credit_memo_number text not null
  customer_id uuid not null
  currency text not null
  issue_date date not null
  reason text not null
  memo text
  subtotal_minor bigint not null
  tax_total_minor bigint not null
  total_minor bigint not null
  applied_minor bigint not null default 0
  refunded_minor bigint not null default 0
  balance_minor bigint not null generated always as (
CASE
    WHEN (voided_at IS NULL) THEN ((total_minor - applied_minor) - refunded_minor)
    ELSE (0)::bigint
END) stored
  status text not null generated always as (
CASE
    WHEN (voided_at IS NOT NULL) THEN 'VOID'::text
    WHEN ((applied_minor + refunded_minor) = 0) THEN 'OPEN'::text
    WHEN ((applied_minor + refunded_minor) < total_minor) THEN 'PARTIALLY_APPLIED'::text
    ELSE 'APPLIED'::text
END) stored
  external_ids jsonb not null default '[]'::jsonb
  void_reason text
  voided_at timestamp(3) with time zone
  version integer not null default 1
  created_at timestamp(3) with time zone not null
  last_updated_at timestamp(3) with time zone not null
  constraint credit_memo_pkey PRIMARY KEY (merchant_id, id)
  constraint credit_memo_merchant_id_customer_id_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES public.customer(merchant_id, id)
  constraint credit_memo_applied_minor_check CHECK ((applied_minor >= 0))
  constraint credit_memo_balance_minor_check CHECK ((balance_minor >= 0))
  constraint credit_memo_check CHECK (((subtotal_minor + tax_total_minor) = total_minor))
  constraint credit_memo_check1 CHECK (((voided_at IS NULL) OR ((applied_minor + refunded_minor) = 0)))
  constraint credit_memo_check2 CHECK (((voided_at IS NULL) = (void_reason IS NULL)))
  constraint credit_memo_memo_check CHECK ((length(memo) <= 4095))
  constraint credit_memo_number_check CHECK ((number > 0))
  constraint credit_memo_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
  constraint credit_memo_refunded_minor_check CHECK ((refunded_minor >= 0))
  constraint credit_memo_subtotal_minor_check CHECK ((subtotal_minor > 0))
  constraint credit_memo_tax_total_minor_check CHECK ((tax_total_minor >= 0))
  constraint credit_memo_version_check CHECK ((version > 0))
  constraint credit_memo_void_reason_check CHECK (((length(void_reason) >= 1) AND (length(void_reason) <= 500)))
  CREATE INDEX credit_memo_customer ON public.credit_memo USING btree (merchant_id, customer_id)
  CREATE INDEX credit_memo_list ON public.credit_memo USING btree (merchant_id, created_at DESC, id DESC)
  CREATE UNIQUE INDEX credit_memo_number ON public.credit_memo USING btree (merchant_id, number)
  CREATE TRIGGER credit_memo_grows AFTER INSERT ON public.credit_memo REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.note_added_rows()
  CREATE TRIGGER credit_memo_shrinks AFTER DELETE ON public.credit_memo REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.note_removed_rows()
  CREATE TRIGGER credit_memo_version BEFORE UPDATE ON public.credit_memo FOR EACH ROW EXECUTE FUNCTION public.count_change()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app
  grant update (applied_minor, external_ids, last_updated_at, refunded_minor, void_reason, voided_at) to accord_app

table public.credit_memo_item
  merchant_id uuid not null
  id uuid not null
  credit_memo_id uuid not null
  line_number integer not null
  invoice_line_id uuid
  invoice_id uuid
  contract_id uuid
  billing_term_id uuid
  service_start date
  service_end date
  revenue_effect text not null default 'CREDITED_DAYS'::text
  is_beyond_line boolean not null default false
  item_id uuid
  class_id uuid
  category_id uuid
  name text
  note text
  quantity numeric(30,12)
  amount_minor bigint not null
  tax_minor bigint not null
  constraint credit_memo_item_pkey PRIMARY KEY (merchant_id, id)
  constraint credit_memo_item_merchant_id_credit_memo_id_line_number_key UNIQUE (merchant_id, credit_memo_id, line_number)
  constraint credit_memo_item_merchant_id_billing_term_id_fkey FOREIGN KEY (merchant_id, billing_term_id) REFERENCES public.billing_term(merchant_id, id)
  constraint credit_memo_item_merchant_id_category_id_fkey FOREIGN KEY (merchant_id, category_id) REFERENCES public.category(merchant_id, id) ON DELETE SET NULL (category_id)
  constraint credit_memo_item_merchant_id_class_id_fkey FOREIGN KEY (merchant_id, class_id) REFERENCES public.erp_class(merchant_id, id)
  constraint credit_memo_item_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint credit_memo_item_merchant_id_credit_memo_id_fkey FOREIGN KEY (merchant_id, credit_memo_id) REFERENCES public.credit_memo(merchant_id, id)
  constraint credit_memo_item_merchant_id_invoice_id_fkey FOREIGN KEY (merchant_id, invoice_id) REFERENCES public.invoice(merchant_id, id)
  constraint credit_memo_item_merchant_id_invoice_line_id_fkey FOREIGN KEY (merchant_id, invoice_line_id) REFERENCES public.invoice_line(merchant_id, id)
  constraint credit_memo_item_merchant_id_item_id_fkey FOREIGN KEY (merchant_id, item_id) REFERENCES public.item(merchant_id, id)
  constraint credit_memo_item_amount_minor_check CHECK ((amount_minor > 0))
  constraint credit_memo_item_check CHECK ((num_nulls(invoice_line_id, invoice_id, contract_id, billing_term_id, service_start, service_end) = ANY (ARRAY[0, 6])))
  constraint credit_memo_item_check1 CHECK (((invoice_line_id IS NOT NULL) OR (item_id IS NOT NULL)))
  constraint credit_memo_item_check2 CHECK ((service_end > service_start))
  constraint credit_memo_item_line_number_check CHECK ((line_number > 0))
  constraint credit_memo_item_quantity_check CHECK ((quantity > (0)::numeric))
  constraint credit_memo_item_revenue_effect_check CHECK ((revenue_effect = ANY (ARRAY['CREDITED_DAYS'::text, 'IN_PRICE'::text])))
  constraint credit_memo_item_tax_minor_check CHECK ((tax_minor >= 0))
  CREATE INDEX credit_memo_item_contract ON public.credit_memo_item USING btree (merchant_id, contract_id)
  CREATE INDEX credit_memo_item_invoice ON public.credit_memo_item USING btree (merchant_id, invoice_id)
  CREATE INDEX credit_memo_item_line ON public.credit_memo_item USING btree (merchant_id, invoice_line_id)
  CREATE TRIGGER credit_memo_item_stays BEFORE TRUNCATE ON public.credit_memo_item FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.custom_field
  merchant_id uuid not null
  id uuid not null
  external_id text not null
  name text not null
  applies_to text not null
  created_at timestamp(3) with time zone not null
  last_updated_at timestamp(3) with time zone not null
  constraint custom_field_pkey PRIMARY KEY (merchant_id, id)
  constraint custom_field_applies_to_check CHECK ((applies_to = ANY (ARRAY['CUSTOMER'::text, 'INVOICE'::text, 'CONTRACT'::text])))
  constraint custom_field_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 255)))
  constraint custom_field_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
  CREATE INDEX custom_field_list ON public.custom_field USING btree (merchant_id, created_at DESC, id DESC)
  CREATE UNIQUE INDEX custom_field_external_id ON public.custom_field USING btree (merchant_id, external_id)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.customer
  merchant_id uuid not null
  id uuid not null
  name text not null
  company_name text
  parent_customer_id uuid
  default_currency text not null
  net_payment_terms integer not null
  billing_address jsonb
  shipping_address jsonb
  vat_id text
  ein text
  is_tax_exempt boolean not null default false
  auto_charge boolean not null default false
  dunning_disabled boolean not null default false
  custom_fields jsonb not null default '{}'::jsonb
  version integer not null default 1
  created_at timestamp(3) with time zone not null
  last_updated_at timestamp(3) with time zone not null
  deleted_at timestamp(3) with time zone
  constraint customer_pkey PRIMARY KEY (merchant_id, id)
  constraint customer_parent FOREIGN KEY (merchant_id, parent_customer_id) REFERENCES public.customer(merchant_id, id)
  constraint customer_company_name_check CHECK ((length(company_name) <= 255))
  constraint customer_ein_check CHECK (((length(ein) >= 1) AND (length(ein) <= 64)))
  constraint customer_is_not_its_own_parent CHECK ((parent_customer_id <> id))
  constraint customer_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
  constraint customer_net_payment_terms_check CHECK (((net_payment_terms >= 0) AND (net_payment_terms <= 365)))
  constraint customer_vat_id_check CHECK (((length(vat_id) >= 1) AND (length(vat_id) <= 64)))
  constraint customer_version_check CHECK ((version > 0))
  CREATE INDEX customer_children ON public.customer USING btree (merchant_id, parent_customer_id) WHERE (parent_customer_id IS NOT NULL)
  CREATE INDEX customer_list ON public.customer USING btree (merchant_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL)
  CREATE TRIGGER customer_deletion AFTER UPDATE OF deleted_at ON public.customer FOR EACH ROW WHEN (((old.deleted_at IS NULL) <> (new.deleted_at IS NULL))) EXECUTE FUNCTION public.note_deletion()
  CREATE TRIGGER customer_grows AFTER INSERT ON public.customer REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.note_added_live_rows()
  CREATE TRIGGER customer_shrinks AFTER DELETE ON public.customer REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.note_removed_live_rows()
  CREATE TRIGGER customer_version BEFORE UPDATE ON public.customer FOR EACH ROW EXECUTE FUNCTION public.count_change()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.customer_contact
  merchant_id uuid not null
  id uuid not null
  customer_id uuid not null
  first_name text
  last_name text
  email text not null
  is_primary_contact boolean not null
  is_cc_email boolean not null
  created_at timestamp(3) with time zone not null
  last_updated_at timestamp(3) with time zone not null
  constraint customer_contact_pkey PRIMARY KEY (merchant_id, id)
  constraint customer_contact_merchant_id_customer_id_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES public.customer(merchant_id, id)
  constraint customer_contact_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254)))
  constraint customer_contact_first_name_check CHECK (((length(first_name) >= 1) AND (length(first_name) <= 255)))
  constraint customer_contact_last_name_check CHECK (((length(last_name) >= 1) AND (length(last_name) <= 255)))
  CREATE INDEX customer_contact_customer ON public.customer_contact USING btree (merchant_id, customer_id, created_at DESC, id DESC)
  CREATE UNIQUE INDEX customer_contact_primary ON public.customer_contact USING btree (merchant_id, customer_id) WHERE is_primary_contact
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select, update to accord_app

table public.customer_external_id
  merchant_id uuid not null
  customer_id uuid not null
  source_type text not null
  external_id text not null
  constraint customer_external_id_pkey PRIMARY KEY (merchant_id, customer_id, source_type)
  constraint customer_external_id_merchant_id_customer_id_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES public.customer(merchant_id, id)
  constraint customer_external_id_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 255)))
  CREATE INDEX customer_external_id_value ON public.customer_external_id USING btree (merchant_id, external_id)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select, update to accord_app

table public.discount_allocation
  merchant_id uuid not null
  id uuid not null
  contract_id uuid not null
  discount_minor bigint not null
  performance_obligation_ids uuid[] not null
  evidence text not null
  actor_kind text not null
  actor_id text not null
  created_at timestamp(3) with time zone not null
  deleted_at timestamp(3) with time zone
  constraint discount_allocation_pkey PRIMARY KEY (merchant_id, id)
  constraint discount_allocation_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint discount_allocation_discount_minor_check CHECK ((discount_minor > 0))
  constraint discount_allocation_evidence_check CHECK (((length(evidence) >= 1) AND (length(evidence) <= 2000)))
  constraint discount_allocation_performance_obligation_ids_check CHECK ((cardinality(performance_obligation_ids) > 0))
  CREATE INDEX discount_allocation_contract ON public.discount_allocation USING btree (merchant_id, contract_id, created_at, id)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app
  grant update (deleted_at) to accord_app

table public.erp_class
  merchant_id uuid not null
  id uuid not null
  external_id text not null
  name text not null
  created_at timestamp(3) with time zone not null
  last_updated_at timestamp(3) with time zone not null
  constraint erp_class_pkey PRIMARY KEY (merchant_id, id)
  constraint erp_class_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 255)))
  constraint erp_class_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
  CREATE INDEX erp_class_list ON public.erp_class USING btree (merchant_id, created_at DESC, id DESC)
  CREATE UNIQUE INDEX erp_class_external_id ON public.erp_class USING btree (merchant_id, external_id)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.event_arrival
  merchant_id uuid not null
  ordinal bigint not null default nextval('public.event_ordinal'::regclass)
  event_id uuid not null
  constraint event_arrival_pkey PRIMARY KEY (merchant_id, ordinal)
  grant delete, insert, select to accord_app

table public.event_feed
  merchant_id uuid not null
  "position" bigint not null
  constraint event_feed_pkey PRIMARY KEY (merchant_id)
  constraint event_feed_position_check CHECK (("position" >= 0))
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.event_type
  merchant_id uuid not null
  id uuid not null
  name text not null
  aggregation text not null
  unit_name text
  display_type text
  created_at timestamp(3) with time zone not null
  last_updated_at timestamp(3) with time zone not null
  constraint event_type_pkey PRIMARY KEY (merchant_id, id)
  constraint event_type_aggregation_check CHECK ((aggregation = ANY (ARRAY['SUM'::text, 'COUNT'::text, 'MAX'::text, 'LAST'::text])))
  constraint event_type_display_type_check CHECK (((length(display_type) >= 1) AND (length(display_type) <= 255)))
  constraint event_type_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
  constraint event_type_unit_name_check CHECK (((length(unit_name) >= 1) AND (length(unit_name) <= 255)))
  CREATE INDEX event_type_list ON public.event_type USING btree (merchant_id, created_at DESC, id DESC)
  CREATE UNIQUE INDEX event_type_name ON public.event_type USING btree (merchant_id, NORMALIZE(name, NFC))
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select to accord_app
  grant update (name) to accord_app

table public.feed_event
  merchant_id uuid not null
  "position" bigint not null
  event_id uuid not null
  customer_id uuid
  constraint feed_event_pkey PRIMARY KEY (merchant_id, "position")
  constraint feed_event_merchant_id_event_id_key UNIQUE (merchant_id, event_id)
  constraint feed_event_merchant_id_event_id_fkey FOREIGN KEY (merchant_id, event_id) REFERENCES public.outbox_event(merchant_id, id)
  constraint feed_event_position_check CHECK (("position" > 0))
  CREATE TRIGGER feed_event_stays BEFORE TRUNCATE ON public.feed_event FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.finalized_period
  merchant_id uuid not null
  schedule_id uuid not null
  period_start date not null
  created_at timestamp(3) with time zone not null
  constraint finalized_period_pkey PRIMARY KEY (merchant_id, schedule_id, period_start)
  constraint finalized_period_merchant_id_schedule_id_fkey FOREIGN KEY (merchant_id, schedule_id) REFERENCES public.commitment_schedule(merchant_id, id)
  CREATE TRIGGER finalized_period_stays BEFORE TRUNCATE ON public.finalized_period FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.group_unbilled
  merchant_id uuid not null
  billing_term_group_id uuid not null
  month date not null
  close_count integer not null
  amount_minor bigint not null
  constraint group_unbilled_pkey PRIMARY KEY (merchant_id, billing_term_group_id, month, close_count)
  constraint group_unbilled_merchant_id_billing_term_group_id_fkey FOREIGN KEY (merchant_id, billing_term_group_id) REFERENCES public.billing_term_group(merchant_id, id)
  constraint group_unbilled_amount_minor_check CHECK ((amount_minor <> 0))
  constraint group_unbilled_close_count_check CHECK ((close_count > 0))
  constraint group_unbilled_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
  CREATE TRIGGER group_unbilled_stays BEFORE TRUNCATE ON public.group_unbilled FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.held_contract
  merchant_id uuid not null
  month date not null
  close_count integer not null
  contract_id uuid not null
  hold_id uuid not null
  constraint held_contract_pkey PRIMARY KEY (merchant_id, month, close_count, contract_id)
  constraint held_contract_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint held_contract_merchant_id_hold_id_fkey FOREIGN KEY (merchant_id, hold_id) REFERENCES public.close_hold(merchant_id, id)
  constraint held_contract_close_count_check CHECK ((close_count > 0))
  constraint held_contract_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
  CREATE INDEX held_contract_contract ON public.held_contract USING btree (merchant_id, contract_id)
  CREATE INDEX held_contract_hold ON public.held_contract USING btree (merchant_id, hold_id)
  CREATE TRIGGER held_contract_stays BEFORE TRUNCATE ON public.held_contract FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.idempotent_answer
  merchant_id uuid not null
  idempotency_key text not null
  fingerprint bytea not null
  answer text not null
  recorded_at timestamp(3) with time zone not null
  constraint idempotent_answer_pkey PRIMARY KEY (merchant_id, idempotency_key)
  constraint idempotent_answer_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 255)))
  CREATE INDEX idempotent_answer_age ON public.idempotent_answer USING btree (merchant_id, recorded_at)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select to accord_app

table public.import_row
  merchant_id uuid not null
  import_name text not null
  row_key text not null
  contract_id uuid not null
  constraint import_row_pkey PRIMARY KEY (merchant_id, import_name, row_key)
  constraint import_row_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select to accord_app

table public.invoice
  merchant_id uuid not null
  id uuid not null
  contract_id uuid not null
  customer_id uuid not null
  status text not null
  number bigint
  invoice_number text
  is_imported boolean not null default false
  currency text not null
  issue_date date not null
  due_date date not null
  original_issue_date date not null
  original_due_date date not null
  net_payment_terms integer not null
  ready_on date
  is_held boolean not null default false
  invoice_group text
  po_number text
  memo text
  custom_fields jsonb not null default '{}'::jsonb
  billing_term_ids uuid[] not null
  subtotal_minor bigint not null
  discount_total_minor bigint not null
  tax_total_minor bigint not null
  total_minor bigint not null
  amount_paid_minor bigint not null default 0
  amount_credited_minor bigint not null default 0
  balance_minor bigint not null generated always as (
CASE
    WHEN (status = 'VOID'::text) THEN (0)::bigint
    ELSE ((total_minor - amount_paid_minor) - amount_credited_minor)
END) stored
  draft_lines jsonb
  tax_lines jsonb not null default '[]'::jsonb
  parties jsonb
  content_hash bytea
  consolidated_invoice_id uuid
  section integer
  issued_at timestamp(3) with time zone
  delivery_status text not null default 'NOT_SENT'::text
  sent_date date
  paid_on date
  uncollectible_on date
  voided_at timestamp(3) with time zone
  version integer not null default 1
  created_at timestamp(3) with time zone not null
  last_updated_at timestamp(3) with time zone not null
  constraint invoice_pkey PRIMARY KEY (merchant_id, id)
  constraint invoice_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint invoice_merchant_id_customer_id_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES public.customer(merchant_id, id)
  constraint invoice_balance_minor_check CHECK ((balance_minor >= 0))
  constraint invoice_check CHECK ((((subtotal_minor - discount_total_minor) + tax_total_minor) = total_minor))
  constraint invoice_check1 CHECK ((((status = 'DRAFT'::text) OR is_imported) = (number IS NULL)))
  constraint invoice_check2 CHECK ((NOT ((status = 'DRAFT'::text) AND is_imported)))
  constraint invoice_check3 CHECK (((status = 'DRAFT'::text) = (draft_lines IS NOT NULL)))
  constraint invoice_check4 CHECK (((status = 'DRAFT'::text) = (issued_at IS NULL)))
  constraint invoice_check5 CHECK (((status = 'DRAFT'::text) = (content_hash IS NULL)))
  constraint invoice_check6 CHECK (((status = 'DRAFT'::text) = (invoice_number IS NULL)))
  constraint invoice_check7 CHECK (((consolidated_invoice_id IS NULL) = (section IS NULL)))
  constraint invoice_check8 CHECK (((section IS NULL) OR (number IS NOT NULL)))
  constraint invoice_check9 CHECK ((ready_on > issue_date))
  constraint invoice_custom_fields_check CHECK ((jsonb_typeof(custom_fields) = 'object'::text))
  constraint invoice_delivery_status_check CHECK ((delivery_status = ANY (ARRAY['NOT_SENT'::text, 'SENT'::text, 'SENT_EXTERNALLY'::text])))
  constraint invoice_memo_check CHECK ((length(memo) <= 4095))
  constraint invoice_number_check CHECK ((number > 0))
  constraint invoice_section_check CHECK ((section > 0))
  constraint invoice_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'ISSUED'::text, 'PARTIALLY_PAID'::text, 'PAID'::text, 'UNCOLLECTIBLE'::text, 'VOID'::text])))
  constraint invoice_total_minor_check CHECK ((total_minor >= 0))
  constraint invoice_version_check CHECK ((version > 0))
  CREATE INDEX invoice_by_day ON public.invoice USING btree (merchant_id, issue_date DESC, created_at DESC, id DESC)
  CREATE INDEX invoice_by_due_date ON public.invoice USING btree (merchant_id, due_date DESC, created_at DESC, id DESC)
  CREATE INDEX invoice_by_number ON public.invoice USING btree (merchant_id, invoice_number, created_at DESC, id DESC)
  CREATE INDEX invoice_by_status ON public.invoice USING btree (merchant_id, status, created_at DESC, id DESC) INCLUDE (total_minor, currency, issue_date)
  CREATE INDEX invoice_contract ON public.invoice USING btree (merchant_id, contract_id, issue_date)
  CREATE INDEX invoice_customer ON public.invoice USING btree (merchant_id, customer_id)
  CREATE INDEX invoice_draft ON public.invoice USING btree (merchant_id, COALESCE(ready_on, issue_date), contract_id) WHERE (status = 'DRAFT'::text)
  CREATE INDEX invoice_late ON public.invoice USING btree (merchant_id, original_issue_date) WHERE (((issue_date > original_issue_date) OR (status = 'DRAFT'::text)) AND (status <> 'VOID'::text))
  CREATE INDEX invoice_list ON public.invoice USING btree (merchant_id, created_at DESC, id DESC)
  CREATE INDEX invoice_unpaid ON public.invoice USING btree (merchant_id, due_date) WHERE (status = ANY (ARRAY['ISSUED'::text, 'PARTIALLY_PAID'::text]))
  CREATE UNIQUE INDEX invoice_imported_number ON public.invoice USING btree (merchant_id, invoice_number) WHERE (is_imported AND (status <> 'VOID'::text))
  CREATE UNIQUE INDEX invoice_number ON public.invoice USING btree (merchant_id, number, section) NULLS NOT DISTINCT WHERE (number IS NOT NULL)
  CREATE UNIQUE INDEX invoice_section ON public.invoice USING btree (merchant_id, consolidated_invoice_id, section) WHERE (consolidated_invoice_id IS NOT NULL)
  CREATE TRIGGER invoice_grows AFTER INSERT ON public.invoice REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.note_added_rows()
  CREATE TRIGGER invoice_issued_is_final BEFORE DELETE OR UPDATE ON public.invoice FOR EACH ROW EXECUTE FUNCTION public.reject_change_of_issued_invoice()
  CREATE TRIGGER invoice_shrinks AFTER DELETE ON public.invoice REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.note_removed_rows()
  CREATE TRIGGER invoice_stays BEFORE TRUNCATE ON public.invoice FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  CREATE TRIGGER invoice_version BEFORE UPDATE ON public.invoice FOR EACH ROW WHEN ((old.status <> 'DRAFT'::text)) EXECUTE FUNCTION public.count_change()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select to accord_app
  grant update (amount_credited_minor, amount_paid_minor, billing_term_ids, consolidated_invoice_id, content_hash, created_at, custom_fields, customer_id, delivery_status, discount_total_minor, draft_lines, due_date, invoice_number, is_held, issue_date, issued_at, last_updated_at, memo, number, original_due_date, original_issue_date, paid_on, parties, po_number, ready_on, section, sent_date, status, subtotal_minor, tax_lines, tax_total_minor, total_minor, uncollectible_on, voided_at) to accord_app

table public.invoice_external_id
  merchant_id uuid not null
  invoice_id uuid not null
  source_type text not null
  external_id text not null
  constraint invoice_external_id_pkey PRIMARY KEY (merchant_id, invoice_id, source_type)
  constraint invoice_external_id_merchant_id_invoice_id_fkey FOREIGN KEY (merchant_id, invoice_id) REFERENCES public.invoice(merchant_id, id)
  constraint invoice_external_id_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 255)))
  constraint invoice_external_id_source_type_check CHECK ((source_type = ANY (ARRAY['ERP_A'::text, 'ERP_B'::text, 'ERP_C'::text, 'ERP_D'::text, 'CRM_A'::text, 'CRM_B'::text, 'TAX_A'::text, 'TAX_B'::text, 'TAX_C'::text, 'PROCESSOR_A'::text, 'BILLING_A'::text])))
  CREATE INDEX invoice_external_id_value ON public.invoice_external_id USING btree (merchant_id, external_id)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.invoice_line
  merchant_id uuid not null
  invoice_id uuid not null
  line_number integer not null
  id uuid not null
  billing_term_id uuid not null
  type text not null
  service_start date not null
  service_end date not null
  name text not null
  description text
  item_id uuid
  class_id uuid
  quantity numeric(30,12) not null
  unit_price numeric(30,12)
  tiers jsonb
  explanation jsonb
  subtotal_minor bigint not null
  discount_total_minor bigint not null
  total_minor bigint not null
  tax_category text
  tax_rate numeric(9,8)
  tax_minor bigint not null default 0
  seat_amendment_id uuid
  price_amendment_id uuid
  differentiator text
  invoice_split_key text
  commitment_id uuid
  commitment_schedule_id uuid
  commitment_period_start date
  is_correction boolean not null default false
  is_void boolean not null default false
  constraint invoice_line_pkey PRIMARY KEY (merchant_id, invoice_id, line_number)
  constraint invoice_line_merchant_id_billing_term_id_fkey FOREIGN KEY (merchant_id, billing_term_id) REFERENCES public.billing_term(merchant_id, id)
  constraint invoice_line_merchant_id_class_id_fkey FOREIGN KEY (merchant_id, class_id) REFERENCES public.erp_class(merchant_id, id)
  constraint invoice_line_merchant_id_commitment_id_fkey FOREIGN KEY (merchant_id, commitment_id) REFERENCES public.commitment(merchant_id, id)
  constraint invoice_line_merchant_id_commitment_schedule_id_commitment_fkey FOREIGN KEY (merchant_id, commitment_schedule_id, commitment_id) REFERENCES public.commitment_schedule(merchant_id, id, commitment_id)
  constraint invoice_line_merchant_id_invoice_id_fkey FOREIGN KEY (merchant_id, invoice_id) REFERENCES public.invoice(merchant_id, id)
  constraint invoice_line_merchant_id_item_id_fkey FOREIGN KEY (merchant_id, item_id) REFERENCES public.item(merchant_id, id)
  constraint invoice_line_merchant_id_price_amendment_id_fkey FOREIGN KEY (merchant_id, price_amendment_id) REFERENCES public.price_amendment(merchant_id, id)
  constraint invoice_line_merchant_id_seat_amendment_id_fkey FOREIGN KEY (merchant_id, seat_amendment_id) REFERENCES public.seat_amendment(merchant_id, id)
  constraint invoice_line_check CHECK ((service_end > service_start))
  constraint invoice_line_check1 CHECK (((subtotal_minor - discount_total_minor) = total_minor))
  constraint invoice_line_check2 CHECK ((num_nulls(commitment_id, commitment_schedule_id, commitment_period_start) = ANY (ARRAY[0, 3])))
  constraint invoice_line_check3 CHECK (((seat_amendment_id IS NOT NULL) = (type = 'SEAT_TRUE_UP'::text)))
  constraint invoice_line_check4 CHECK (((price_amendment_id IS NOT NULL) = (type = 'PRICE_TRUE_UP'::text)))
  constraint invoice_line_differentiator_check CHECK (((length(differentiator) >= 1) AND (length(differentiator) <= 255)))
  constraint invoice_line_invoice_split_key_check CHECK (((length(invoice_split_key) >= 1) AND (length(invoice_split_key) <= 48)))
  constraint invoice_line_line_number_check CHECK ((line_number > 0))
  constraint invoice_line_type_check CHECK ((type = ANY (ARRAY['FLAT'::text, 'UNIT'::text, 'SEAT'::text, 'SEAT_TRUE_UP'::text, 'PRICE_TRUE_UP'::text, 'ONE_OFF'::text, 'USAGE'::text, 'LATE_USAGE'::text, 'OVERAGE'::text, 'TRUE_UP'::text, 'PREPAYMENT'::text, 'PREPAID_APPLIED'::text, 'ADJUSTMENT'::text, 'MANUAL'::text, 'MINIMUM'::text])))
  CREATE INDEX invoice_line_commitment ON public.invoice_line USING btree (merchant_id, commitment_id) WHERE (commitment_id IS NOT NULL)
  CREATE UNIQUE INDEX invoice_line_id ON public.invoice_line USING btree (merchant_id, id)
  CREATE UNIQUE INDEX invoice_line_period ON public.invoice_line USING btree (merchant_id, billing_term_id, service_start, type, seat_amendment_id, price_amendment_id, differentiator, invoice_split_key, commitment_schedule_id) NULLS NOT DISTINCT WHERE ((NOT is_void) AND (NOT is_correction))
  CREATE TRIGGER invoice_line_stays BEFORE TRUNCATE ON public.invoice_line FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  CREATE TRIGGER invoice_line_totals AFTER INSERT ON public.invoice_line REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.reject_lines_beside_their_invoice()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app
  grant update (is_void) to accord_app

table public.invoice_reminder
  merchant_id uuid not null
  invoice_id uuid not null
  step integer not null
  due_on date not null
  created_at timestamp(3) with time zone not null
  constraint invoice_reminder_pkey PRIMARY KEY (merchant_id, invoice_id, step)
  constraint invoice_reminder_merchant_id_invoice_id_fkey FOREIGN KEY (merchant_id, invoice_id) REFERENCES public.invoice(merchant_id, id)
  constraint invoice_reminder_step_check CHECK ((step > 0))
  CREATE TRIGGER invoice_reminder_stays BEFORE TRUNCATE ON public.invoice_reminder FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.invoice_write_off
  merchant_id uuid not null
  invoice_id uuid not null
  id uuid not null
  date date not null
  posted_on date not null
  contract_liability_minor bigint not null
  bad_debt_minor bigint not null
  tax_minor bigint not null
  reverses_id uuid
  created_at timestamp(3) with time zone not null
  constraint invoice_write_off_pkey PRIMARY KEY (merchant_id, id)
  constraint invoice_write_off_merchant_id_invoice_id_fkey FOREIGN KEY (merchant_id, invoice_id) REFERENCES public.invoice(merchant_id, id)
  constraint invoice_write_off_merchant_id_reverses_id_fkey FOREIGN KEY (merchant_id, reverses_id) REFERENCES public.invoice_write_off(merchant_id, id)
  constraint invoice_write_off_check CHECK (
CASE
    WHEN (reverses_id IS NULL) THEN (LEAST(contract_liability_minor, bad_debt_minor, tax_minor) >= 0)
    ELSE (GREATEST(contract_liability_minor, bad_debt_minor, tax_minor) <= 0)
END)
  CREATE INDEX invoice_write_off_invoice ON public.invoice_write_off USING btree (merchant_id, invoice_id)
  CREATE UNIQUE INDEX invoice_write_off_reversal ON public.invoice_write_off USING btree (merchant_id, reverses_id) WHERE (reverses_id IS NOT NULL)
  CREATE TRIGGER invoice_write_off_stays BEFORE TRUNCATE ON public.invoice_write_off FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.item
  merchant_id uuid not null
  id uuid not null
  name text not null
  display_name text
  tax_category text not null
  created_at timestamp(3) with time zone not null
  last_updated_at timestamp(3) with time zone not null
  constraint item_pkey PRIMARY KEY (merchant_id, id)
  constraint item_display_name_check CHECK (((length(display_name) >= 1) AND (length(display_name) <= 255)))
  constraint item_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
  constraint item_tax_category_check CHECK ((tax_category = ANY (ARRAY['S'::text, 'Z'::text, 'E'::text, 'AE'::text, 'K'::text, 'G'::text, 'O'::text, 'L'::text, 'M'::text, 'B'::text])))
  CREATE INDEX item_list ON public.item USING btree (merchant_id, created_at DESC, id DESC)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.item_external_id
  merchant_id uuid not null
  item_id uuid not null
  source_type text not null
  external_id text not null
  constraint item_external_id_pkey PRIMARY KEY (merchant_id, item_id, source_type)
  constraint item_external_id_merchant_id_item_id_fkey FOREIGN KEY (merchant_id, item_id) REFERENCES public.item(merchant_id, id)
  constraint item_external_id_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 255)))
  constraint item_external_id_source_type_check CHECK ((source_type = ANY (ARRAY['ERP_A'::text, 'ERP_B'::text, 'ERP_C'::text, 'ERP_D'::text, 'CRM_A'::text, 'CRM_B'::text, 'TAX_A'::text, 'TAX_B'::text, 'TAX_C'::text, 'PROCESSOR_A'::text, 'BILLING_A'::text])))
  CREATE INDEX item_external_id_value ON public.item_external_id USING btree (merchant_id, external_id)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.journal_entry
  merchant_id uuid not null
  id uuid not null
  number bigint not null
  date date not null
  type text not null
  contract_id uuid
  customer_id uuid
  source_type text not null
  source_id text not null
  reverses_entry_id uuid
  currency text not null
  posted_at timestamp(3) with time zone not null
  constraint journal_entry_pkey PRIMARY KEY (merchant_id, id)
  constraint journal_entry_number_check CHECK ((number > 0))
  constraint journal_entry_source_type_check CHECK ((source_type = ANY (ARRAY['INVOICE'::text, 'ACCOUNTING_PERIOD'::text, 'CREDIT_MEMO'::text, 'PAYMENT'::text, 'ADJUSTMENT'::text, 'CONTRACT'::text])))
  constraint journal_entry_type_check CHECK ((type = ANY (ARRAY['INVOICE_ISSUED'::text, 'REVENUE_RECOGNIZED'::text, 'PRESENTATION'::text, 'PRESENTATION_REVERSAL'::text, 'INVOICE_VOIDED'::text, 'INVOICE_UNCOLLECTIBLE'::text, 'INVOICE_REINSTATED'::text, 'CREDIT_MEMO_ISSUED'::text, 'CREDIT_MEMO_VOIDED'::text, 'CREDIT_MEMO_REFUNDED'::text, 'CREDIT_APPLIED'::text, 'CREDIT_UNAPPLIED'::text, 'PAYMENT_RECEIVED'::text, 'PAYMENT_REFUNDED'::text, 'PAYMENT_RETURNED'::text, 'ADJUSTMENT'::text, 'OPENING'::text])))
  CREATE INDEX journal_entry_contract ON public.journal_entry USING btree (merchant_id, contract_id, date)
  CREATE INDEX journal_entry_currency ON public.journal_entry USING btree (merchant_id, currency) WHERE (contract_id IS NULL)
  CREATE INDEX journal_entry_date ON public.journal_entry USING btree (merchant_id, date, number)
  CREATE INDEX journal_entry_source ON public.journal_entry USING btree (merchant_id, source_id, number) WHERE (source_type <> 'ACCOUNTING_PERIOD'::text)
  CREATE UNIQUE INDEX journal_entry_number ON public.journal_entry USING btree (merchant_id, number)
  CREATE TRIGGER journal_entry_contract AFTER INSERT ON public.journal_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.reject_rows_without_contract()
  CREATE TRIGGER journal_entry_contract_changed AFTER UPDATE ON public.journal_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.reject_rows_without_contract()
  CREATE TRIGGER journal_entry_grows AFTER INSERT ON public.journal_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.note_added_rows()
  CREATE TRIGGER journal_entry_keeps_its_lines BEFORE DELETE OR UPDATE OF merchant_id, id ON public.journal_entry FOR EACH ROW EXECUTE FUNCTION public.reject_removal_of_entry_with_lines()
  CREATE TRIGGER journal_entry_keeps_its_revenue AFTER DELETE OR UPDATE OF merchant_id, id ON public.journal_entry FOR EACH ROW EXECUTE FUNCTION public.reject_removal_of_entry_with_revenue()
  CREATE TRIGGER journal_entry_open_month AFTER INSERT ON public.journal_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.reject_entries_in_closed_months()
  CREATE TRIGGER journal_entry_shrinks AFTER DELETE ON public.journal_entry REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.note_removed_rows()
  CREATE TRIGGER journal_entry_stays BEFORE TRUNCATE ON public.journal_entry FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  CREATE TRIGGER journal_entry_unlocked_month AFTER INSERT ON public.journal_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.reject_entries_in_locked_months()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.journal_entry_export
  merchant_id uuid not null
  journal_entry_id uuid not null
  journal_export_id uuid not null
  constraint journal_entry_export_pkey PRIMARY KEY (merchant_id, journal_entry_id)
  constraint journal_entry_export_merchant_id_journal_entry_id_fkey FOREIGN KEY (merchant_id, journal_entry_id) REFERENCES public.journal_entry(merchant_id, id)
  constraint journal_entry_export_merchant_id_journal_export_id_fkey FOREIGN KEY (merchant_id, journal_export_id) REFERENCES public.journal_export(merchant_id, id)
  CREATE INDEX journal_entry_export_batch ON public.journal_entry_export USING btree (merchant_id, journal_export_id)
  CREATE TRIGGER journal_entry_export_is_final BEFORE DELETE OR UPDATE ON public.journal_entry_export FOR EACH ROW EXECUTE FUNCTION public.reject_change_of_journal_export()
  CREATE TRIGGER journal_entry_export_stays BEFORE TRUNCATE ON public.journal_entry_export FOR EACH STATEMENT EXECUTE FUNCTION public.reject_change_of_journal_export()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.journal_export
  merchant_id uuid not null
  id uuid not null
  number bigint not null
  export_number text not null
  month date not null
  level text not null
  format text not null
  currency text
  entry_count integer not null
  totals jsonb not null
  content text not null
  hash bytea not null
  created_at timestamp(3) with time zone not null
  created_by text not null
  constraint journal_export_pkey PRIMARY KEY (merchant_id, id)
  constraint journal_export_entry_count_check CHECK ((entry_count > 0))
  constraint journal_export_format_check CHECK ((format = ANY (ARRAY['CSV'::text, 'XLSX'::text, 'JSON'::text, 'QUICKBOOKS'::text, 'XERO'::text, 'NETSUITE'::text, 'SAGE_INTACCT'::text, 'DATEV'::text])))
  constraint journal_export_hash_check CHECK ((length(hash) = 32))
  constraint journal_export_level_check CHECK ((level = ANY (ARRAY['DETAIL'::text, 'SUMMARY'::text])))
  constraint journal_export_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
  constraint journal_export_number_check CHECK ((number > 0))
  CREATE INDEX journal_export_month ON public.journal_export USING btree (merchant_id, month)
  CREATE UNIQUE INDEX journal_export_number ON public.journal_export USING btree (merchant_id, number)
  CREATE TRIGGER journal_export_is_final BEFORE DELETE OR UPDATE ON public.journal_export FOR EACH ROW EXECUTE FUNCTION public.reject_change_of_journal_export()
  CREATE TRIGGER journal_export_stays BEFORE TRUNCATE ON public.journal_export FOR EACH STATEMENT EXECUTE FUNCTION public.reject_change_of_journal_export()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.journal_line
  merchant_id uuid not null
  entry_id uuid not null
  line_number integer not null
  date date not null
  role text not null
  account text not null
  currency text not null
  debit_minor bigint not null
  credit_minor bigint not null
  contract_id uuid
  customer_id uuid
  category_id uuid
  item_id uuid
  class_id uuid
  constraint journal_line_pkey PRIMARY KEY (merchant_id, entry_id, line_number)
  constraint journal_line_check CHECK (((debit_minor = 0) <> (credit_minor = 0)))
  constraint journal_line_credit_minor_check CHECK ((credit_minor >= 0))
  constraint journal_line_debit_minor_check CHECK ((debit_minor >= 0))
  constraint journal_line_line_number_check CHECK ((line_number > 0))
  constraint journal_line_role_check CHECK ((role = ANY (ARRAY['RECEIVABLE'::text, 'UNBILLED_RECEIVABLE'::text, 'CONTRACT_ASSET'::text, 'CONTRACT_LIABILITY'::text, 'REVENUE'::text, 'BREAKAGE_REVENUE'::text, 'CONTRA_REVENUE'::text, 'TAX_PAYABLE'::text, 'CUSTOMER_CREDIT'::text, 'CASH'::text, 'BAD_DEBT'::text, 'BAD_DEBT_RECOVERED'::text, 'MIGRATION_CLEARING'::text])))
  CREATE INDEX journal_line_balance ON public.journal_line USING btree (merchant_id, date)
  CREATE INDEX journal_line_contra ON public.journal_line USING btree (merchant_id, date) WHERE (role = 'CONTRA_REVENUE'::text)
  CREATE INDEX journal_line_contract ON public.journal_line USING btree (merchant_id, contract_id, date)
  CREATE INDEX journal_line_customer ON public.journal_line USING btree (merchant_id, customer_id, date) WHERE (role = ANY (ARRAY['RECEIVABLE'::text, 'CUSTOMER_CREDIT'::text]))
  CREATE TRIGGER journal_line_balance AFTER INSERT ON public.journal_line REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.reject_unbalanced_entries()
  CREATE TRIGGER journal_line_open_month AFTER INSERT ON public.journal_line REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.reject_entries_in_closed_months()
  CREATE TRIGGER journal_line_stays BEFORE TRUNCATE ON public.journal_line FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.list_growth
  merchant_id uuid not null
  list text not null
  id uuid not null default gen_random_uuid()
  growth bigint not null
  constraint list_growth_pkey PRIMARY KEY (merchant_id, list, id)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select, update to accord_app

table public.manual_invoice
  merchant_id uuid not null
  contract_id uuid not null
  invoice_group text not null
  constraint manual_invoice_pkey PRIMARY KEY (merchant_id, contract_id, invoice_group)
  constraint manual_invoice_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  CREATE TRIGGER manual_invoice_stays BEFORE TRUNCATE ON public.manual_invoice FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.membership
  merchant_id uuid not null
  user_id uuid not null
  name text
  role text not null default 'EDITOR'::text
  status text not null default 'ACTIVE'::text
  created_at timestamp(3) with time zone not null
  constraint membership_pkey PRIMARY KEY (merchant_id, user_id)
  constraint membership_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchant(id)
  constraint membership_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id)
  constraint membership_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
  constraint membership_role_check CHECK ((role = ANY (ARRAY['VIEWER'::text, 'EDITOR'::text, 'CONTROLLER'::text, 'OWNER'::text])))
  constraint membership_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'REMOVED'::text])))
  grant insert, select, update to accord_app

table public.merchant
  id uuid not null
  name text not null
  is_sandbox boolean not null
  default_currency text not null
  time_zone text not null
  rounding text not null default 'HALF_UP'::text
  straight_line_default text not null default 'STRAIGHT_LINE'::text
  late_invoice_date text not null
  usage_grace_days integer not null default 3
  erp_kind text not null default 'ACCOUNTING'::text
  performance_obligations boolean not null default false
  require_category boolean not null default false
  forbid_reopen_synced boolean not null default false
  bad_debt_tax_relief boolean not null default false
  invoice_prefix text not null default 'INV-'::text
  credit_memo_prefix text not null default 'CM-'::text
  account_map jsonb not null default '{}'::jsonb
  default_processor text default 'PROCESSOR_A'::text
  approval_policies jsonb not null default '[]'::jsonb
  forked_from uuid[] not null default '{}'::uuid[]
  created_at timestamp(3) with time zone not null
  constraint merchant_pkey PRIMARY KEY (id)
  constraint merchant_account_map_check CHECK ((jsonb_typeof(account_map) = 'object'::text))
  constraint merchant_approval_policies_check CHECK ((jsonb_typeof(approval_policies) = 'array'::text))
  constraint merchant_credit_memo_prefix_check CHECK (((length(credit_memo_prefix) >= 1) AND (length(credit_memo_prefix) <= 20)))
  constraint merchant_default_processor_check CHECK ((default_processor = 'PROCESSOR_A'::text))
  constraint merchant_erp_kind_check CHECK ((erp_kind = ANY (ARRAY['ACCOUNTING'::text, 'ERP'::text])))
  constraint merchant_invoice_prefix_length CHECK (((length(invoice_prefix) >= 1) AND (length(invoice_prefix) <= 20)))
  constraint merchant_late_invoice_date_check CHECK ((late_invoice_date = ANY (ARRAY['PLANNED'::text, 'TODAY'::text])))
  constraint merchant_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
  constraint merchant_prefixes_differ CHECK ((invoice_prefix <> credit_memo_prefix))
  constraint merchant_rounding_check CHECK ((rounding = ANY (ARRAY['HALF_UP'::text, 'HALF_EVEN'::text])))
  constraint merchant_straight_line_default_check CHECK ((straight_line_default = ANY (ARRAY['STRAIGHT_LINE'::text, 'STRAIGHT_LINE_DAILY'::text])))
  constraint merchant_usage_grace_days_check CHECK (((usage_grace_days >= 0) AND (usage_grace_days <= 30)))
  grant insert, select, update to accord_app

table public.merchant_profile
  merchant_id uuid not null
  legal_name text
  address jsonb
  vat_id text
  registration_number text
  iban text
  bic text
  bank_account_name text
  email text
  logo bytea
  last_updated_at timestamp(3) with time zone not null
  constraint merchant_profile_pkey PRIMARY KEY (merchant_id)
  constraint merchant_profile_bank_account_name_check CHECK (((length(bank_account_name) >= 1) AND (length(bank_account_name) <= 255)))
  constraint merchant_profile_bic_check CHECK ((length(bic) = ANY (ARRAY[8, 11])))
  constraint merchant_profile_check CHECK (((iban IS NOT NULL) OR ((bic IS NULL) AND (bank_account_name IS NULL))))
  constraint merchant_profile_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254)))
  constraint merchant_profile_iban_check CHECK (((length(iban) >= 15) AND (length(iban) <= 34)))
  constraint merchant_profile_legal_name_check CHECK (((length(legal_name) >= 1) AND (length(legal_name) <= 255)))
  constraint merchant_profile_logo_check CHECK ((length(logo) <= 204800))
  constraint merchant_profile_registration_number_check CHECK (((length(registration_number) >= 1) AND (length(registration_number) <= 64)))
  constraint merchant_profile_vat_id_check CHECK (((length(vat_id) >= 1) AND (length(vat_id) <= 64)))
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.modification_choice
  merchant_id uuid not null
  id uuid not null
  contract_id uuid not null
  modification_id uuid not null
  treatment text not null
  reason text not null
  book_month date
  actor_kind text not null
  actor_id text not null
  created_at timestamp(3) with time zone not null
  constraint modification_choice_pkey PRIMARY KEY (merchant_id, id)
  constraint modification_choice_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint modification_choice_merchant_id_modification_id_fkey FOREIGN KEY (merchant_id, modification_id) REFERENCES public.contract_modification(merchant_id, id)
  constraint modification_choice_book_month_check CHECK ((EXTRACT(day FROM book_month) = (1)::numeric))
  constraint modification_choice_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 2000)))
  constraint modification_choice_treatment_check CHECK ((treatment = ANY (ARRAY['SEPARATE_CONTRACT'::text, 'PROSPECTIVE'::text, 'CUMULATIVE_CATCH_UP'::text, 'MIXED'::text])))
  CREATE INDEX modification_choice_contract ON public.modification_choice USING btree (merchant_id, contract_id, created_at, id)
  CREATE TRIGGER modification_choice_stays BEFORE TRUNCATE ON public.modification_choice FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.month_end
  merchant_id uuid not null
  month date not null
  close_count integer not null
  constraint month_end_pkey PRIMARY KEY (merchant_id, month)
  constraint month_end_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select to accord_app

table public.month_end_balance
  merchant_id uuid not null
  month date not null
  contract_id uuid not null
  currency text not null
  liability_minor bigint not null
  asset_minor bigint not null
  unbilled_minor bigint not null
  billed_minor bigint not null
  credited_minor bigint not null
  written_off_minor bigint not null
  recognized_minor bigint not null
  adjusted_minor bigint not null
  constraint month_end_balance_pkey PRIMARY KEY (merchant_id, month, contract_id, currency)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select to accord_app

table public.month_end_customer
  merchant_id uuid not null
  month date not null
  customer_id uuid not null
  currency text not null
  liability_minor bigint not null
  unbilled_minor bigint not null
  constraint month_end_customer_pkey PRIMARY KEY (merchant_id, month, customer_id, currency)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select to accord_app

table public.number_counter
  merchant_id uuid not null
  series text not null
  next bigint not null
  constraint number_counter_pkey PRIMARY KEY (merchant_id, series)
  constraint number_counter_next_check CHECK ((next > 0))
  constraint number_counter_series_check CHECK ((series = ANY (ARRAY['INVOICE'::text, 'JOURNAL_ENTRY'::text, 'CREDIT_MEMO'::text, 'ADJUSTMENT'::text, 'JOURNAL_EXPORT'::text])))
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.obligation
  merchant_id uuid not null
  id uuid not null
  contract_id uuid not null
  billing_term_id uuid not null
  performance_obligation_id uuid not null
  created_at timestamp(3) with time zone not null
  last_updated_at timestamp(3) with time zone not null
  deleted_at timestamp(3) with time zone
  constraint obligation_pkey PRIMARY KEY (merchant_id, id)
  constraint obligation_merchant_id_billing_term_id_fkey FOREIGN KEY (merchant_id, billing_term_id) REFERENCES public.billing_term(merchant_id, id)
  constraint obligation_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint obligation_merchant_id_performance_obligation_id_fkey FOREIGN KEY (merchant_id, performance_obligation_id) REFERENCES public.performance_obligation(merchant_id, id)
  CREATE INDEX obligation_contract ON public.obligation USING btree (merchant_id, contract_id)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.obligation_liability_account
  merchant_id uuid not null
  performance_obligation_id uuid not null
  account text not null
  constraint obligation_liability_account_pkey PRIMARY KEY (merchant_id, performance_obligation_id)
  constraint obligation_liability_account_account_check CHECK (((length(account) >= 1) AND (length(account) <= 100)))
  CREATE TRIGGER obligation_liability_account_pob AFTER INSERT ON public.obligation_liability_account REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.reject_rows_without_pob()
  CREATE TRIGGER obligation_liability_account_pob_changed AFTER UPDATE ON public.obligation_liability_account REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.reject_rows_without_pob()
  CREATE TRIGGER obligation_liability_account_stays BEFORE TRUNCATE ON public.obligation_liability_account FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.obligation_revenue
  merchant_id uuid not null
  contract_id uuid not null
  performance_obligation_id uuid not null
  category_id uuid
  product_id uuid
  price_minor bigint
  recognition_pattern text not null
  service_start date not null
  service_end date
  is_open_ended boolean not null
  has_other_categories boolean not null
  first_month integer
  earned_through bigint[] not null
  entries_through integer[] not null
  constraint obligation_revenue_pkey PRIMARY KEY (merchant_id, contract_id, performance_obligation_id)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select to accord_app

table public.obligation_schedule
  merchant_id uuid not null
  contract_id uuid not null
  place integer not null
  performance_obligation_id uuid not null
  billing_term_group_id uuid not null
  months integer[] not null
  amounts_minor bigint[] not null
  sources text[] not null
  earned_months integer[] not null
  category_ids uuid[] not null
  are_manual boolean[] not null
  constraint obligation_schedule_pkey PRIMARY KEY (merchant_id, contract_id, place)
  constraint obligation_schedule_check CHECK (((cardinality(amounts_minor) = cardinality(months)) AND (cardinality(sources) = cardinality(months)) AND (cardinality(earned_months) = cardinality(months)) AND (cardinality(category_ids) = cardinality(months)) AND (cardinality(are_manual) = cardinality(months))))
  constraint obligation_schedule_months_check CHECK ((cardinality(months) > 0))
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select to accord_app

table public.opening_obligation
  merchant_id uuid not null
  contract_id uuid not null
  performance_obligation_id uuid not null
  recognized_minor bigint not null
  difference_minor bigint not null
  difference_by_month jsonb
  constraint opening_obligation_pkey PRIMARY KEY (merchant_id, performance_obligation_id)
  constraint opening_obligation_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract_opening(merchant_id, contract_id)
  constraint opening_obligation_merchant_id_performance_obligation_id_fkey FOREIGN KEY (merchant_id, performance_obligation_id) REFERENCES public.performance_obligation(merchant_id, id)
  CREATE INDEX opening_obligation_contract ON public.opening_obligation USING btree (merchant_id, contract_id)
  CREATE TRIGGER opening_obligation_stays BEFORE TRUNCATE ON public.opening_obligation FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.outbox_event
  merchant_id uuid not null
  id uuid not null
  type text not null
  contract_id uuid
  customer_id uuid
  data jsonb not null
  created_at timestamp(3) with time zone not null
  handled_at timestamp(3) with time zone
  constraint outbox_event_pkey PRIMARY KEY (merchant_id, id)
  CREATE INDEX outbox_event_pending ON public.outbox_event USING btree (merchant_id, contract_id, id) WHERE (handled_at IS NULL)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.payment
  merchant_id uuid not null
  id uuid not null
  customer_id uuid not null
  currency text not null
  amount_minor bigint not null
  received_at date not null
  posted_on date not null
  type text not null
  method text
  reference text
  applied_minor bigint not null default 0
  refunded_minor bigint not null default 0
  returned_on date
  return_reason text
  unapplied_minor bigint not null generated always as (
CASE
    WHEN (returned_on IS NULL) THEN ((amount_minor - applied_minor) - refunded_minor)
    ELSE (0)::bigint
END) stored
  status text not null generated always as (
CASE
    WHEN (returned_on IS NOT NULL) THEN 'FAILED'::text
    WHEN (refunded_minor = amount_minor) THEN 'REFUNDED'::text
    ELSE 'COMPLETED'::text
END) stored
  external_ids jsonb not null default '[]'::jsonb
  version integer not null default 1
  created_at timestamp(3) with time zone not null
  last_updated_at timestamp(3) with time zone not null
  constraint payment_pkey PRIMARY KEY (merchant_id, id)
  constraint payment_merchant_id_customer_id_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES public.customer(merchant_id, id)
  constraint payment_amount_minor_check CHECK ((amount_minor > 0))
  constraint payment_applied_minor_check CHECK ((applied_minor >= 0))
  constraint payment_check CHECK (((returned_on IS NULL) OR (applied_minor = 0)))
  constraint payment_method_check CHECK ((method = ANY (ARRAY['CREDIT_CARD'::text, 'ACH_DEBIT'::text, 'ACH_CREDIT'::text, 'CHECK'::text, 'LINK'::text])))
  constraint payment_reference_check CHECK ((length(reference) <= 255))
  constraint payment_refunded_minor_check CHECK ((refunded_minor >= 0))
  constraint payment_return_reason_check CHECK ((length(return_reason) <= 500))
  constraint payment_type_check CHECK ((type = ANY (ARRAY['MANUAL'::text, 'PROCESSOR'::text, 'RECONCILIATION'::text, 'REFUND'::text, 'OPENING'::text])))
  constraint payment_unapplied_minor_check CHECK ((unapplied_minor >= 0))
  constraint payment_version_check CHECK ((version > 0))
  CREATE INDEX payment_by_day ON public.payment USING btree (merchant_id, received_at DESC, created_at DESC, id DESC)
  CREATE INDEX payment_customer ON public.payment USING btree (merchant_id, customer_id)
  CREATE INDEX payment_list ON public.payment USING btree (merchant_id, created_at DESC, id DESC)
  CREATE TRIGGER payment_grows AFTER INSERT ON public.payment REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.note_added_rows()
  CREATE TRIGGER payment_shrinks AFTER DELETE ON public.payment REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.note_removed_rows()
  CREATE TRIGGER payment_version BEFORE UPDATE ON public.payment FOR EACH ROW EXECUTE FUNCTION public.count_change()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app
  grant update (applied_minor, external_ids, last_updated_at, refunded_minor, return_reason, returned_on) to accord_app

table public.payment_account_link
  merchant_id uuid not null
  customer_id uuid not null
  processor_type text not null
  processor_customer_ref text not null
  default_payment_method text
  default_payment_method_type text
  default_method_ref text
  default_method_origin text
  revision integer not null
  linked_at timestamp(3) with time zone not null
  last_updated_at timestamp(3) with time zone not null
  constraint payment_account_link_pkey PRIMARY KEY (merchant_id, customer_id, processor_type)
  constraint payment_account_link_merchant_id_customer_id_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES public.customer(merchant_id, id)
  constraint payment_account_default_is_of_account CHECK ((default_method_ref = processor_customer_ref))
  constraint payment_account_link_check CHECK (((default_payment_method IS NULL) = (default_method_ref IS NULL)))
  constraint payment_account_link_check1 CHECK (((default_payment_method IS NULL) = (default_method_origin IS NULL)))
  constraint payment_account_link_check2 CHECK (((default_payment_method_type IS NULL) OR (default_payment_method IS NOT NULL)))
  constraint payment_account_link_default_method_origin_check CHECK ((default_method_origin = ANY (ARRAY['REQUEST'::text, 'PROCESSOR'::text])))
  constraint payment_account_link_default_payment_method_check CHECK (((length(default_payment_method) >= 1) AND (length(default_payment_method) <= 255)))
  constraint payment_account_link_default_payment_method_type_check CHECK ((default_payment_method_type = ANY (ARRAY['CREDIT_CARD'::text, 'ACH_DEBIT'::text, 'ACH_CREDIT'::text, 'CHECK'::text, 'LINK'::text])))
  constraint payment_account_link_processor_customer_ref_check CHECK (((length(processor_customer_ref) >= 1) AND (length(processor_customer_ref) <= 255)))
  constraint payment_account_link_processor_type_check CHECK ((processor_type = 'PROCESSOR_A'::text))
  constraint payment_account_link_revision_check CHECK ((revision > 0))
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.performance_obligation
  merchant_id uuid not null
  id uuid not null
  contract_id uuid not null
  billing_term_group_id uuid not null
  billing_term_id uuid
  name text
  product_id uuid
  item_id uuid
  class_id uuid
  category_id uuid
  event_type_id uuid
  consideration_type text
  transaction_price_minor bigint
  standalone_selling_price_minor bigint
  recognition_pattern text not null
  service_start date not null
  service_end date
  recognition_date date
  milestones jsonb
  progress jsonb
  custom_revenue jsonb
  is_residual boolean not null default false
  book_month date
  deletion_book_month date
  created_at timestamp(3) with time zone not null
  updated_at timestamp(3) with time zone not null
  deleted_at timestamp(3) with time zone
  constraint performance_obligation_pkey PRIMARY KEY (merchant_id, id)
  constraint performance_obligation_merchant_id_billing_term_group_id_fkey FOREIGN KEY (merchant_id, billing_term_group_id) REFERENCES public.billing_term_group(merchant_id, id)
  constraint performance_obligation_merchant_id_billing_term_id_fkey FOREIGN KEY (merchant_id, billing_term_id) REFERENCES public.billing_term(merchant_id, id)
  constraint performance_obligation_merchant_id_category_id_fkey FOREIGN KEY (merchant_id, category_id) REFERENCES public.category(merchant_id, id)
  constraint performance_obligation_merchant_id_class_id_fkey FOREIGN KEY (merchant_id, class_id) REFERENCES public.erp_class(merchant_id, id)
  constraint performance_obligation_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint performance_obligation_merchant_id_event_type_id_fkey FOREIGN KEY (merchant_id, event_type_id) REFERENCES public.event_type(merchant_id, id)
  constraint performance_obligation_merchant_id_item_id_fkey FOREIGN KEY (merchant_id, item_id) REFERENCES public.item(merchant_id, id)
  constraint performance_obligation_merchant_id_product_id_fkey FOREIGN KEY (merchant_id, product_id) REFERENCES public.product(merchant_id, id)
  constraint a_residual_has_a_term_and_no_price CHECK (((NOT is_residual) OR ((billing_term_id IS NOT NULL) AND (transaction_price_minor IS NULL))))
  constraint only_what_is_deleted_has_a_deletion_month CHECK (((deletion_book_month IS NULL) OR (deleted_at IS NOT NULL)))
  constraint performance_obligation_book_month_check CHECK ((EXTRACT(day FROM book_month) = (1)::numeric))
  constraint performance_obligation_check CHECK ((service_end > service_start))
  constraint performance_obligation_check1 CHECK (((recognition_pattern = 'POINT_IN_TIME'::text) = (recognition_date IS NOT NULL)))
  constraint performance_obligation_check2 CHECK (((billing_term_id IS NOT NULL) OR (recognition_pattern = ANY (ARRAY['RECOGNIZE_AS_BILLED'::text, 'RECOGNIZE_AS_CONSUMED'::text])) OR (transaction_price_minor IS NOT NULL)))
  constraint performance_obligation_consideration_type_check CHECK ((consideration_type = ANY (ARRAY['FIXED'::text, 'VARIABLE'::text])))
  constraint performance_obligation_deletion_book_month_check CHECK ((EXTRACT(day FROM deletion_book_month) = (1)::numeric))
  constraint performance_obligation_name_check CHECK ((length(name) <= 255))
  constraint performance_obligation_recognition_pattern_check CHECK ((recognition_pattern = ANY (ARRAY['STRAIGHT_LINE'::text, 'STRAIGHT_LINE_DAILY'::text, 'POINT_IN_TIME'::text, 'RECOGNIZE_AS_BILLED'::text, 'RECOGNIZE_AS_CONSUMED'::text, 'PERCENT_COMPLETE'::text, 'MILESTONE'::text, 'CUSTOM'::text])))
  constraint performance_obligation_standalone_selling_price_minor_check CHECK ((standalone_selling_price_minor > 0))
  constraint performance_obligation_transaction_price_minor_check CHECK ((transaction_price_minor >= 0))
  CREATE INDEX performance_obligation_category ON public.performance_obligation USING btree (merchant_id, category_id)
  CREATE INDEX performance_obligation_contract ON public.performance_obligation USING btree (merchant_id, contract_id)
  CREATE INDEX performance_obligation_event_type ON public.performance_obligation USING btree (merchant_id, event_type_id) WHERE (event_type_id IS NOT NULL)
  CREATE INDEX performance_obligation_of_group ON public.performance_obligation USING btree (merchant_id, billing_term_group_id)
  CREATE INDEX performance_obligation_term ON public.performance_obligation USING btree (merchant_id, billing_term_id) WHERE (billing_term_id IS NOT NULL)
  CREATE TRIGGER performance_obligation_keeps_its_revenue AFTER DELETE OR UPDATE OF merchant_id, id ON public.performance_obligation FOR EACH ROW EXECUTE FUNCTION public.reject_removal_of_pob_with_revenue()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.pob_correction
  merchant_id uuid not null
  id uuid not null
  contract_id uuid not null
  billing_term_id uuid
  performance_obligation_id uuid
  modification_id uuid
  changes jsonb not null
  book_month date
  created_at timestamp(3) with time zone not null
  constraint pob_correction_pkey PRIMARY KEY (merchant_id, id)
  constraint pob_correction_merchant_id_billing_term_id_fkey FOREIGN KEY (merchant_id, billing_term_id) REFERENCES public.billing_term(merchant_id, id)
  constraint pob_correction_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint pob_correction_merchant_id_performance_obligation_id_fkey FOREIGN KEY (merchant_id, performance_obligation_id) REFERENCES public.performance_obligation(merchant_id, id)
  constraint pob_correction_book_month_check CHECK ((EXTRACT(day FROM book_month) = (1)::numeric))
  constraint pob_correction_check CHECK (((billing_term_id IS NULL) <> (performance_obligation_id IS NULL)))
  CREATE INDEX pob_correction_contract ON public.pob_correction USING btree (merchant_id, contract_id, created_at, id)
  CREATE TRIGGER pob_correction_stays BEFORE TRUNCATE ON public.pob_correction FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.price_amendment
  merchant_id uuid not null
  id uuid not null
  contract_id uuid not null
  billing_term_id uuid not null
  effective_date date not null
  settlement text not null
  credit_on_decrease text not null
  invoiced_through date
  unbilled_amendment_ids uuid[] not null default '{}'::uuid[]
  note text
  constraint price_amendment_pkey PRIMARY KEY (merchant_id, id)
  constraint price_amendment_merchant_id_billing_term_id_fkey FOREIGN KEY (merchant_id, billing_term_id) REFERENCES public.billing_term(merchant_id, id)
  constraint price_amendment_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint price_amendment_merchant_id_id_fkey FOREIGN KEY (merchant_id, id) REFERENCES public.billing_term_layer(merchant_id, id)
  constraint price_amendment_credit_on_decrease_check CHECK ((credit_on_decrease = ANY (ARRAY['NONE'::text, 'PRORATED'::text])))
  constraint price_amendment_note_check CHECK ((length(note) <= 500))
  constraint price_amendment_settlement_check CHECK ((settlement = ANY (ARRAY['IMMEDIATE'::text, 'CO_TERM'::text, 'NONE'::text])))
  CREATE INDEX price_amendment_contract ON public.price_amendment USING btree (merchant_id, contract_id)
  CREATE INDEX price_amendment_term ON public.price_amendment USING btree (merchant_id, billing_term_id, effective_date, id)
  CREATE TRIGGER price_amendment_stays BEFORE TRUNCATE ON public.price_amendment FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.product
  merchant_id uuid not null
  id uuid not null
  name text not null
  display_name text
  status text not null
  description text
  item_id uuid
  erp_class_id uuid
  category_id uuid
  recognition_pattern text
  tax_category text not null
  created_at timestamp(3) with time zone not null
  last_updated_at timestamp(3) with time zone not null
  constraint product_pkey PRIMARY KEY (merchant_id, id)
  constraint product_merchant_id_category_id_fkey FOREIGN KEY (merchant_id, category_id) REFERENCES public.category(merchant_id, id)
  constraint product_merchant_id_erp_class_id_fkey FOREIGN KEY (merchant_id, erp_class_id) REFERENCES public.erp_class(merchant_id, id)
  constraint product_merchant_id_item_id_fkey FOREIGN KEY (merchant_id, item_id) REFERENCES public.item(merchant_id, id)
  constraint product_description_check CHECK (((length(description) >= 1) AND (length(description) <= 2000)))
  constraint product_display_name_check CHECK (((length(display_name) >= 1) AND (length(display_name) <= 255)))
  constraint product_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
  constraint product_recognition_pattern_check CHECK ((recognition_pattern = ANY (ARRAY['STRAIGHT_LINE'::text, 'STRAIGHT_LINE_DAILY'::text, 'POINT_IN_TIME'::text])))
  constraint product_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text])))
  constraint product_tax_category_check CHECK ((tax_category = ANY (ARRAY['S'::text, 'Z'::text, 'E'::text, 'AE'::text, 'K'::text, 'G'::text, 'O'::text, 'L'::text, 'M'::text, 'B'::text])))
  CREATE INDEX product_category ON public.product USING btree (merchant_id, category_id)
  CREATE INDEX product_erp_class ON public.product USING btree (merchant_id, erp_class_id)
  CREATE INDEX product_item ON public.product USING btree (merchant_id, item_id)
  CREATE INDEX product_list ON public.product USING btree (merchant_id, created_at DESC, id DESC)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.recurring_revenue
  merchant_id uuid not null
  contract_id uuid not null
  from_month integer not null
  before_month integer not null
  numerator numeric not null
  denominator numeric not null
  constraint recurring_revenue_pkey PRIMARY KEY (merchant_id, contract_id, from_month)
  constraint recurring_revenue_check CHECK ((before_month > from_month))
  constraint recurring_revenue_denominator_check CHECK ((denominator > (0)::numeric))
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select to accord_app

table public.refund
  merchant_id uuid not null
  id uuid not null
  credit_memo_id uuid
  payment_id uuid
  amount_minor bigint not null
  date date not null
  posted_on date not null
  method text
  reference text
  created_at timestamp(3) with time zone not null
  constraint refund_pkey PRIMARY KEY (merchant_id, id)
  constraint refund_merchant_id_credit_memo_id_fkey FOREIGN KEY (merchant_id, credit_memo_id) REFERENCES public.credit_memo(merchant_id, id)
  constraint refund_merchant_id_payment_id_fkey FOREIGN KEY (merchant_id, payment_id) REFERENCES public.payment(merchant_id, id)
  constraint refund_amount_minor_check CHECK ((amount_minor > 0))
  constraint refund_check CHECK (((credit_memo_id IS NULL) <> (payment_id IS NULL)))
  constraint refund_method_check CHECK ((method = ANY (ARRAY['CREDIT_CARD'::text, 'ACH_DEBIT'::text, 'ACH_CREDIT'::text, 'CHECK'::text, 'LINK'::text])))
  constraint refund_reference_check CHECK ((length(reference) <= 255))
  CREATE INDEX refund_credit_memo ON public.refund USING btree (merchant_id, credit_memo_id) WHERE (credit_memo_id IS NOT NULL)
  CREATE INDEX refund_payment ON public.refund USING btree (merchant_id, payment_id) WHERE (payment_id IS NOT NULL)
  CREATE TRIGGER refund_stays BEFORE TRUNCATE ON public.refund FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.request_log
  merchant_id uuid not null
  id uuid not null
  at timestamp(3) with time zone not null
  method text not null
  path text not null
  status integer not null
  error_code text
  milliseconds integer not null
  request_id text not null
  key_id uuid
  user_id uuid
  request_body text
  answer_body text
  constraint request_log_pkey PRIMARY KEY (merchant_id, id)
  constraint request_log_answer_body_check CHECK ((length(answer_body) <= 4100))
  constraint request_log_path_check CHECK ((length(path) <= 2000))
  constraint request_log_request_body_check CHECK ((length(request_body) <= 4100))
  CREATE INDEX request_log_list ON public.request_log USING btree (merchant_id, at DESC, id DESC)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select to accord_app

table public.revenue_entry
  merchant_id uuid not null
  performance_obligation_id uuid not null
  month date not null
  source text not null
  close_count integer not null
  earned_month date not null
  contract_id uuid not null
  customer_id uuid not null
  category_id uuid
  currency text not null
  amount_minor bigint not null
  journal_entry_id uuid not null
  constraint revenue_entry_pkey PRIMARY KEY (merchant_id, performance_obligation_id, month, source, close_count)
  constraint revenue_entry_amount_minor_check CHECK ((amount_minor <> 0))
  constraint revenue_entry_close_count_check CHECK ((close_count >= '-1'::integer))
  constraint revenue_entry_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
  constraint revenue_entry_source_check CHECK ((source = ANY (ARRAY['PATTERN'::text, 'CONSUMED'::text, 'BREAKAGE'::text, 'CATCH_UP'::text])))
  CREATE INDEX revenue_entry_category ON public.revenue_entry USING btree (merchant_id, category_id) WHERE (category_id IS NOT NULL)
  CREATE INDEX revenue_entry_month ON public.revenue_entry USING btree (merchant_id, month)
  CREATE TRIGGER revenue_entry_entry AFTER INSERT ON public.revenue_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.reject_revenue_without_entry()
  CREATE TRIGGER revenue_entry_entry_changed AFTER UPDATE ON public.revenue_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.reject_revenue_without_entry()
  CREATE TRIGGER revenue_entry_pob AFTER INSERT ON public.revenue_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.reject_rows_without_pob()
  CREATE TRIGGER revenue_entry_pob_changed AFTER UPDATE ON public.revenue_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.reject_rows_without_pob()
  CREATE TRIGGER revenue_entry_stays BEFORE TRUNCATE ON public.revenue_entry FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.sandbox_clock
  merchant_id uuid not null
  now timestamp(3) with time zone not null
  first_tick bigint not null
  constraint sandbox_clock_pkey PRIMARY KEY (merchant_id)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.saved_view
  merchant_id uuid not null
  id uuid not null
  user_id uuid not null
  screen text not null
  name text not null
  query text not null
  created_at timestamp(3) with time zone not null
  last_updated_at timestamp(3) with time zone not null
  constraint saved_view_pkey PRIMARY KEY (merchant_id, id)
  constraint saved_view_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id)
  constraint saved_view_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
  constraint saved_view_query_check CHECK ((length(query) <= 4000))
  constraint saved_view_screen_check CHECK (((length(screen) >= 1) AND (length(screen) <= 64)))
  CREATE UNIQUE INDEX saved_view_name ON public.saved_view USING btree (merchant_id, user_id, screen, name)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select, update to accord_app

table public.seat_amendment
  merchant_id uuid not null
  id uuid not null
  contract_id uuid not null
  billing_term_id uuid not null
  effective_date date not null
  quantity numeric(30,12)
  delta numeric(30,12)
  proration_policy text not null
  true_up_timing text not null
  note text
  invoiced_through date
  unbilled_amendment_ids uuid[] not null default '{}'::uuid[]
  book_month date
  deletion_book_month date
  created_at timestamp(3) with time zone not null
  deleted_at timestamp(3) with time zone
  constraint seat_amendment_pkey PRIMARY KEY (merchant_id, id)
  constraint seat_amendment_merchant_id_billing_term_id_fkey FOREIGN KEY (merchant_id, billing_term_id) REFERENCES public.billing_term(merchant_id, id)
  constraint seat_amendment_merchant_id_contract_id_fkey FOREIGN KEY (merchant_id, contract_id) REFERENCES public.contract(merchant_id, id)
  constraint only_what_is_deleted_has_a_deletion_month CHECK (((deletion_book_month IS NULL) OR (deleted_at IS NOT NULL)))
  constraint seat_amendment_book_month_check CHECK ((EXTRACT(day FROM book_month) = (1)::numeric))
  constraint seat_amendment_check CHECK (((quantity IS NULL) <> (delta IS NULL)))
  constraint seat_amendment_deletion_book_month_check CHECK ((EXTRACT(day FROM deletion_book_month) = (1)::numeric))
  constraint seat_amendment_delta_check CHECK ((delta <> (0)::numeric))
  constraint seat_amendment_note_check CHECK ((length(note) <= 500))
  constraint seat_amendment_proration_policy_check CHECK ((proration_policy = ANY (ARRAY['NONE'::text, 'DAY'::text, 'MONTH'::text, 'STARTED_MONTH'::text, 'YEAR'::text])))
  constraint seat_amendment_quantity_check CHECK ((quantity >= (0)::numeric))
  constraint seat_amendment_true_up_timing_check CHECK ((true_up_timing = ANY (ARRAY['IMMEDIATE'::text, 'CO_TERM'::text])))
  CREATE INDEX seat_amendment_contract ON public.seat_amendment USING btree (merchant_id, contract_id)
  CREATE INDEX seat_amendment_term ON public.seat_amendment USING btree (merchant_id, billing_term_id, effective_date, created_at, id)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app
  grant update (deleted_at, deletion_book_month) to accord_app

table public.sign_in_brake
  id text not null
  failures integer not null
  last_failed_at timestamp(3) with time zone not null
  blocked_until timestamp(3) with time zone
  constraint sign_in_brake_pkey PRIMARY KEY (id)
  constraint sign_in_brake_failures_check CHECK ((failures > 0))
  grant delete, insert, select, update to accord_app

table public.sign_in_link
  id uuid not null
  token_hash bytea not null
  user_id uuid not null
  merchant_id uuid
  created_at timestamp(3) with time zone not null
  expires_at timestamp(3) with time zone not null
  used_at timestamp(3) with time zone
  constraint sign_in_link_pkey PRIMARY KEY (id)
  constraint sign_in_link_token_hash_key UNIQUE (token_hash)
  constraint sign_in_link_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchant(id)
  constraint sign_in_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id)
  grant delete, insert, select, update to accord_app

table public.signed_head
  merchant_id uuid not null
  sequence bigint not null
  head text not null
  signature bytea not null
  constraint signed_head_pkey PRIMARY KEY (merchant_id, sequence)
  constraint signed_head_sequence_check CHECK ((sequence > 0))
  constraint signed_head_signature_check CHECK ((length(signature) = 64))
  CREATE TRIGGER signed_head_is_final BEFORE DELETE OR UPDATE ON public.signed_head FOR EACH ROW EXECUTE FUNCTION public.reject_change_of_signed_head()
  CREATE TRIGGER signed_head_stays BEFORE TRUNCATE ON public.signed_head FOR EACH STATEMENT EXECUTE FUNCTION public.reject_change_of_signed_head()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.standalone_selling_price
  merchant_id uuid not null
  product_id uuid not null
  currency text not null
  valid_from date not null
  amount_minor bigint not null
  constraint standalone_selling_price_pkey PRIMARY KEY (merchant_id, product_id, currency, valid_from)
  constraint standalone_selling_price_merchant_id_product_id_fkey FOREIGN KEY (merchant_id, product_id) REFERENCES public.product(merchant_id, id)
  constraint standalone_selling_price_amount_minor_check CHECK ((amount_minor > 0))
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select to accord_app

table public.swap_credit_line
  merchant_id uuid not null
  invoice_line_id uuid not null
  billing_term_id uuid not null
  amount_minor bigint not null
  tax_minor bigint not null
  created_at timestamp(3) with time zone not null
  constraint swap_credit_line_pkey PRIMARY KEY (merchant_id, invoice_line_id)
  constraint swap_credit_line_merchant_id_billing_term_id_fkey FOREIGN KEY (merchant_id, billing_term_id) REFERENCES public.billing_term(merchant_id, id)
  constraint swap_credit_line_merchant_id_invoice_line_id_fkey FOREIGN KEY (merchant_id, invoice_line_id) REFERENCES public.invoice_line(merchant_id, id)
  constraint swap_credit_line_amount_minor_check CHECK ((amount_minor > 0))
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select, update to accord_app

table public.sync_record
  merchant_id uuid not null
  entity_type text not null
  entity_id uuid not null
  status text not null
  version integer not null
  synced_version integer
  external_id text
  error text
  attempts integer not null
  last_updated_at timestamp(3) with time zone not null
  constraint sync_record_pkey PRIMARY KEY (merchant_id, entity_type, entity_id)
  constraint sync_record_attempts_check CHECK ((attempts >= 0))
  constraint sync_record_check CHECK (((synced_version >= 1) AND (synced_version <= version)))
  constraint sync_record_check1 CHECK (((status <> 'SYNCED'::text) OR (synced_version = version)))
  constraint sync_record_entity_type_check CHECK ((entity_type = ANY (ARRAY['INVOICE'::text, 'CREDIT_MEMO'::text, 'PAYMENT'::text, 'JOURNAL_ENTRY'::text, 'CUSTOMER'::text])))
  constraint sync_record_error_check CHECK (((length(error) >= 1) AND (length(error) <= 1000)))
  constraint sync_record_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 255)))
  constraint sync_record_status_check CHECK ((status = ANY (ARRAY['NOT_SYNCED'::text, 'SYNCING'::text, 'SYNCED'::text, 'SYNC_FAILED'::text])))
  constraint sync_record_version_check CHECK ((version > 0))
  CREATE INDEX sync_record_failed ON public.sync_record USING btree (merchant_id) WHERE (status = 'SYNC_FAILED'::text)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.tax_rate
  merchant_id uuid not null
  country text not null
  region text not null
  category text not null
  valid_from date not null
  rate numeric(9,8) not null
  constraint tax_rate_pkey PRIMARY KEY (merchant_id, country, region, category, valid_from)
  constraint tax_rate_country_check CHECK ((length(country) = 2))
  constraint tax_rate_rate_check CHECK (((rate >= (0)::numeric) AND (rate <= (1)::numeric)))
  constraint tax_rate_region_check CHECK ((length(region) <= 64))
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant delete, insert, select to accord_app

table public.usage_event partition by RANGE (datetime)
  merchant_id uuid not null
  id uuid not null
  customer_id uuid not null
  event_type_id uuid not null
  datetime timestamp(3) with time zone not null
  value numeric(30,12) not null
  differentiator text
  invoice_split_key text
  idempotency_key text not null
  metadata jsonb not null default '{}'::jsonb
  book_month date
  created_at timestamp(3) with time zone not null
  constraint usage_event_pkey PRIMARY KEY (merchant_id, id, datetime)
  constraint usage_event_book_month_check CHECK ((EXTRACT(day FROM book_month) = (1)::numeric))
  constraint usage_event_differentiator_check CHECK (((length(differentiator) >= 1) AND (length(differentiator) <= 255)))
  constraint usage_event_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 255)))
  constraint usage_event_invoice_split_key_check CHECK (((length(invoice_split_key) >= 1) AND (length(invoice_split_key) <= 48)))
  constraint usage_event_metadata_check CHECK ((jsonb_typeof(metadata) = 'object'::text))
  CREATE INDEX usage_event_list ON ONLY public.usage_event USING btree (merchant_id, created_at DESC, id DESC)
  CREATE INDEX usage_event_quantity ON ONLY public.usage_event USING btree (merchant_id, customer_id, event_type_id, datetime)
  CREATE TRIGGER usage_event_grows AFTER INSERT ON public.usage_event REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.note_added_rows()
  CREATE TRIGGER usage_event_shrinks AFTER DELETE ON public.usage_event REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.note_removed_rows()
  CREATE TRIGGER usage_event_stays BEFORE TRUNCATE ON public.usage_event FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.usage_event_deletion
  merchant_id uuid not null
  id uuid not null
  parent_event_id uuid not null
  book_month date
  created_at timestamp(3) with time zone not null
  constraint usage_event_deletion_pkey PRIMARY KEY (merchant_id, id)
  constraint usage_event_deletion_merchant_id_parent_event_id_key UNIQUE (merchant_id, parent_event_id)
  constraint usage_event_deletion_book_month_check CHECK ((EXTRACT(day FROM book_month) = (1)::numeric))
  CREATE TRIGGER usage_event_deletion_stays BEFORE TRUNCATE ON public.usage_event_deletion FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.usage_event_key
  merchant_id uuid not null
  idempotency_key text collate "C" not null
  event_id uuid not null
  fingerprint bytea not null
  constraint usage_event_key_pkey PRIMARY KEY (merchant_id, idempotency_key)
  CREATE TRIGGER usage_event_key_stays BEFORE TRUNCATE ON public.usage_event_key FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.usage_event_other partition of public.usage_event DEFAULT
  merchant_id uuid not null
  id uuid not null
  customer_id uuid not null
  event_type_id uuid not null
  datetime timestamp(3) with time zone not null
  value numeric(30,12) not null
  differentiator text
  invoice_split_key text
  idempotency_key text not null
  metadata jsonb not null default '{}'::jsonb
  book_month date
  created_at timestamp(3) with time zone not null
  constraint usage_event_other_pkey PRIMARY KEY (merchant_id, id, datetime)
  constraint usage_event_book_month_check CHECK ((EXTRACT(day FROM book_month) = (1)::numeric))
  constraint usage_event_differentiator_check CHECK (((length(differentiator) >= 1) AND (length(differentiator) <= 255)))
  constraint usage_event_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 255)))
  constraint usage_event_invoice_split_key_check CHECK (((length(invoice_split_key) >= 1) AND (length(invoice_split_key) <= 48)))
  constraint usage_event_metadata_check CHECK ((jsonb_typeof(metadata) = 'object'::text))
  CREATE INDEX usage_event_other_merchant_id_created_at_id_idx ON public.usage_event_other USING btree (merchant_id, created_at DESC, id DESC)
  CREATE INDEX usage_event_other_merchant_id_customer_id_event_type_id_dat_idx ON public.usage_event_other USING btree (merchant_id, customer_id, event_type_id, datetime)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))

table public.usage_stream
  merchant_id uuid not null
  customer_id uuid not null
  event_type_id uuid not null
  constraint usage_stream_pkey PRIMARY KEY (merchant_id, customer_id, event_type_id)
  constraint usage_stream_merchant_id_customer_id_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES public.customer(merchant_id, id)
  constraint usage_stream_merchant_id_event_type_id_fkey FOREIGN KEY (merchant_id, event_type_id) REFERENCES public.event_type(merchant_id, id)
  CREATE INDEX usage_stream_event_type ON public.usage_stream USING btree (merchant_id, event_type_id)
  CREATE TRIGGER usage_stream_stays BEFORE TRUNCATE ON public.usage_stream FOR EACH STATEMENT EXECUTE FUNCTION public.reject_truncation()
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select to accord_app

table public.user_session
  id uuid not null
  token_hash bytea not null
  user_id uuid not null
  merchant_id uuid not null
  method text not null
  is_bound boolean not null
  created_at timestamp(3) with time zone not null
  last_seen_at timestamp(3) with time zone not null
  expires_at timestamp(3) with time zone not null
  constraint user_session_pkey PRIMARY KEY (id)
  constraint user_session_token_hash_key UNIQUE (token_hash)
  constraint user_session_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchant(id)
  constraint user_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id)
  constraint user_session_method_check CHECK ((method = ANY (ARRAY['PASSWORD'::text, 'LINK'::text, 'OIDC'::text])))
  CREATE INDEX user_session_user ON public.user_session USING btree (user_id)
  grant delete, insert, select, update to accord_app

table public.webhook_delivery
  merchant_id uuid not null
  id uuid not null
  endpoint_id uuid not null
  event_id uuid not null
  event_type text not null
  status text not null
  attempts integer not null default 0
  next_attempt_at timestamp(3) with time zone
  last_attempt_at timestamp(3) with time zone
  response_status integer
  failure text
  created_at timestamp(3) with time zone not null
  constraint webhook_delivery_pkey PRIMARY KEY (merchant_id, id)
  constraint webhook_delivery_merchant_id_endpoint_id_event_id_key UNIQUE (merchant_id, endpoint_id, event_id)
  constraint webhook_delivery_merchant_id_endpoint_id_fkey FOREIGN KEY (merchant_id, endpoint_id) REFERENCES public.webhook_endpoint(merchant_id, id)
  constraint webhook_delivery_merchant_id_event_id_fkey FOREIGN KEY (merchant_id, event_id) REFERENCES public.outbox_event(merchant_id, id)
  constraint webhook_delivery_check CHECK (((status = 'PENDING'::text) = (next_attempt_at IS NOT NULL)))
  constraint webhook_delivery_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text])))
  CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (merchant_id, endpoint_id, next_attempt_at) WHERE (status = 'PENDING'::text)
  CREATE INDEX webhook_delivery_list ON public.webhook_delivery USING btree (merchant_id, created_at DESC, id DESC)
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.webhook_endpoint
  merchant_id uuid not null
  id uuid not null
  url text not null
  description text
  purpose text not null default 'EVENTS'::text
  event_types jsonb
  status text not null
  disabled_reason text
  secret bytea not null
  secret_key_id text
  previous_secret bytea
  previous_secret_key_id text
  previous_secret_until timestamp(3) with time zone
  "position" bigint not null
  failing_since timestamp(3) with time zone
  created_at timestamp(3) with time zone not null
  last_updated_at timestamp(3) with time zone not null
  deleted_at timestamp(3) with time zone
  constraint webhook_endpoint_pkey PRIMARY KEY (merchant_id, id)
  constraint webhook_endpoint_check CHECK (((status = 'DISABLED'::text) = (disabled_reason IS NOT NULL)))
  constraint webhook_endpoint_description_check CHECK (((length(description) >= 1) AND (length(description) <= 255)))
  constraint webhook_endpoint_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['REQUESTED'::text, 'GONE'::text, 'FAILING'::text])))
  constraint webhook_endpoint_event_types_check CHECK ((jsonb_typeof(event_types) = 'array'::text))
  constraint webhook_endpoint_purpose_check CHECK ((purpose = ANY (ARRAY['EVENTS'::text, 'SYNC'::text])))
  constraint webhook_endpoint_status_check CHECK ((status = ANY (ARRAY['ENABLED'::text, 'DISABLED'::text])))
  constraint webhook_endpoint_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2048)))
  CREATE UNIQUE INDEX webhook_endpoint_sync ON public.webhook_endpoint USING btree (merchant_id) WHERE ((purpose = 'SYNC'::text) AND (deleted_at IS NULL))
  force row level security
  policy tenant for all to public using ((merchant_id = ( SELECT public.current_merchant() AS current_merchant)))
  grant insert, select, update to accord_app

table public.webhook_turn
  merchant_id uuid not null
  endpoint_id uuid not null
  due_at timestamp(3) with time zone not null
  leased_until timestamp(3) with time zone
  is_slow boolean not null default false
  constraint webhook_turn_pkey PRIMARY KEY (merchant_id, endpoint_id)
  grant insert, select, update to accord_app

-- Functions

CREATE OR REPLACE FUNCTION public.add_up_growth(merchant uuid, name text, rows bigint)
 RETURNS void
 LANGUAGE sql
 SET enable_seqscan TO 'off'
AS $function$
  with summed as (
    delete from list_growth where merchant_id = merchant and list = name and id = any(array(
      select id from list_growth where merchant_id = merchant and list = name for update skip locked))
    returning growth
  )
  insert into list_growth (merchant_id, list, growth) select merchant, name, rows + coalesce(sum(growth), 0) from summed;
$function$

CREATE OR REPLACE FUNCTION public.analyze_changed_tables()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  changed text;
  analyzed integer := 0;
begin
  for changed in
    select format('%I', stats.relname) from pg_stat_user_tables as stats join pg_class on pg_class.oid = stats.relid
    -- Statistics do not include rows of this transaction before it commits.
    left join pg_stat_xact_user_tables as own on own.relid = stats.relid
    where stats.schemaname = 'public' and (stats.n_mod_since_analyze > 500 + greatest(pg_class.reltuples, 0) / 2
      or own.n_tup_ins > 500 + greatest(pg_class.reltuples, 0) * 1.5)
    order by stats.relname
  loop
    execute 'analyze (skip_locked) ' || changed;
    analyzed := analyzed + 1;
  end loop;
  return analyzed;
end $function$
  grant execute to accord_app

CREATE OR REPLACE FUNCTION public.append_audit(merchant uuid, entries jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  place audit_head;
  before bytea;
  entry record;
begin
  set constraints all immediate;
  select * into place from audit_head where merchant_id = merchant for update;
  if not found then
    insert into audit_head (merchant_id, sequence, hash) values (merchant, 0, '') on conflict do nothing;
    select * into strict place from audit_head where merchant_id = merchant for update;
  end if;
  for entry in
    select * from jsonb_to_recordset(entries) as entry (id uuid, at timestamptz, recorded_at timestamptz, actor_kind text,
      actor_id text, action text, entity_type text, entity_id text, changes jsonb, reason text, request_id text, digest text)
  loop
    before := place.hash;
    place.sequence := place.sequence + 1;
    place.hash := sha256(before || int8send(place.sequence) || decode(entry.digest, 'hex'));
    insert into audit_log (merchant_id, id, at, recorded_at, actor_kind, actor_id, action, entity_type, entity_id, changes,
      reason, request_id, sequence, previous_hash, hash)
    values (merchant, entry.id, entry.at, entry.recorded_at, entry.actor_kind, entry.actor_id, entry.action,
      entry.entity_type, entry.entity_id, entry.changes, entry.reason, entry.request_id, place.sequence, before, place.hash);
  end loop;
  update audit_head set sequence = place.sequence, hash = place.hash where merchant_id = merchant;
end $function$
  grant execute to accord_app

CREATE OR REPLACE FUNCTION public.check_commitment_schedules()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- From a row of a schedule, or of the commitment itself.
  commitment_of uuid := coalesce(to_jsonb(new) ->> 'commitment_id', to_jsonb(new) ->> 'id')::uuid;
begin
  if not exists (select from commitment where merchant_id = new.merchant_id and id = commitment_of and deleted_at is null) then
    return null;
  end if;
  if not exists (select from commitment_schedule
      where merchant_id = new.merchant_id and commitment_id = commitment_of and deleted_at is null) then
    raise exception 'commitment % has no schedule', commitment_of using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from (
      select start_date, lag(end_date, 1, start_date) over (order by start_date, end_date) as expected from commitment_schedule
      where merchant_id = new.merchant_id and commitment_id = commitment_of and deleted_at is null) as chain
      where start_date <> expected) then
    raise exception 'schedules of commitment % are not contiguous', commitment_of
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.count_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.current_merchant()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('accord.merchant_id'::text, true), ''::text))::uuid

CREATE OR REPLACE FUNCTION public.ensure_usage_event_partitions()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  month timestamp;
  partition_name text;
begin
  -- A process that waited here finds the partitions.
  perform pg_advisory_xact_lock(hashtext('accord.usage-event-partition'));
  for month in
    select generate_series(this_month - interval '12 months', this_month + interval '3 months', interval '1 month')
    from date_trunc('month', now() at time zone 'UTC') as this_month
  loop
    partition_name := 'usage_event_' || to_char(month, 'YYYY_MM');
    continue when exists (select from pg_class where relname = partition_name and relnamespace = 'public'::regnamespace);
    begin
      execute format('create table %I (like usage_event including all)', partition_name);
      execute format('alter table %I enable row level security', partition_name);
      execute format('alter table %I force row level security', partition_name);
      execute format('create policy tenant on %I using (merchant_id = (select current_merchant()))', partition_name);
      execute format('alter table usage_event attach partition %I for values from (%L) to (%L)', partition_name,
        month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    exception when check_violation then
      null;
    end;
  end loop;
end $function$
  grant execute to accord_app

CREATE OR REPLACE FUNCTION public.note_added_live_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_growth(merchant_id, tg_table_name, count(*)) from added where deleted_at is null group by merchant_id;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.note_added_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_growth(merchant_id, tg_table_name, count(*)) from added group by merchant_id;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.note_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_growth(new.merchant_id, tg_table_name, case when new.deleted_at is null then 1 else -1 end);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.note_growth(merchant uuid, name text, rows bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- A snapshot that is older than the statement might not see who added up meanwhile.
  if random() < 1.0 / 32 and current_setting('transaction_isolation') = 'read committed' then
    perform add_up_growth(merchant, name, rows);
  else
    insert into list_growth (merchant_id, list, growth) values (merchant, name, rows);
  end if;
end $function$

CREATE OR REPLACE FUNCTION public.note_removed_live_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_growth(merchant_id, tg_table_name, -count(*)) from removed where deleted_at is null group by merchant_id;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.note_removed_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_growth(merchant_id, tg_table_name, -count(*)) from removed group by merchant_id;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.reject_change_of_close_package()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a close package never changes' using errcode = 'check_violation';
end $function$

CREATE OR REPLACE FUNCTION public.reject_change_of_issued_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changeable constant text[] := array[
    'status', 'amount_paid_minor', 'amount_credited_minor', 'balance_minor', 'paid_on', 'voided_at', 'uncollectible_on',
    'delivery_status', 'sent_date', 'memo', 'po_number', 'custom_fields', 'version', 'last_updated_at'];
begin
  if old.status <> 'DRAFT' and (
    tg_op = 'DELETE'
    or to_jsonb(old) - changeable <> to_jsonb(new) - changeable
    or new.status = 'DRAFT'
    or (old.status = 'VOID' and new.status <> 'VOID')
    -- Who has paid, or need not, has no more use for an order number.
    or (old.status in ('PAID', 'VOID') and old.po_number is distinct from new.po_number)
  ) then
    raise exception 'an issued invoice never changes' using errcode = 'check_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.reject_change_of_journal_export()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a journal export never changes' using errcode = 'check_violation';
end $function$

CREATE OR REPLACE FUNCTION public.reject_change_of_signed_head()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a signed head never changes' using errcode = 'check_violation';
end $function$

CREATE OR REPLACE FUNCTION public.reject_entries_in_closed_months()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from added join books on books.merchant_id = added.merchant_id
    where added.date < books.closed_through + interval '1 month'
  ) then
    raise exception 'the month is closed' using errcode = 'check_violation', constraint = 'month_is_open';
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.reject_entries_in_locked_months()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from added join books on books.merchant_id = added.merchant_id
    where (added.type like 'INVOICE\_%' or added.type in ('CREDIT_MEMO_ISSUED', 'CREDIT_MEMO_VOIDED'))
        and added.date < books.billing_locked_through + interval '1 month'
      or (added.type like 'PAYMENT\_%' or added.type in ('CREDIT_APPLIED', 'CREDIT_UNAPPLIED', 'CREDIT_MEMO_REFUNDED'))
        and added.date < books.cash_locked_through + interval '1 month'
  ) then
    raise exception 'the month is locked' using errcode = 'check_violation', constraint = 'month_is_not_locked';
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.reject_lines_beside_their_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_beside boolean;
begin
  execute 'select exists (
    select from (select merchant_id, invoice_id, count(*) as lines from added group by merchant_id, invoice_id) as issued
      join invoice on invoice.merchant_id = issued.merchant_id and invoice.id = issued.invoice_id
    where invoice.status = ''DRAFT''
      or (issued.lines, invoice.subtotal_minor, invoice.discount_total_minor, invoice.tax_total_minor) <> (
        select count(*), sum(line.subtotal_minor), sum(line.discount_total_minor), sum(line.tax_minor)
        from invoice_line as line
        where line.merchant_id = issued.merchant_id and line.invoice_id = issued.invoice_id))' into is_beside;
  if is_beside then
    raise exception 'invoice lines do not match their invoice' using errcode = 'check_violation';
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.reject_removal_of_contract_with_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  lock table journal_entry in share row exclusive mode;
  if exists (select from journal_entry where merchant_id = old.merchant_id and contract_id = old.id) then
    raise exception 'a contract with journal entries stays' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.reject_removal_of_entry_with_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from journal_line where merchant_id = old.merchant_id and entry_id = old.id) then
    raise exception 'a journal entry with lines stays' using errcode = 'foreign_key_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.reject_removal_of_entry_with_revenue()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from revenue_entry where merchant_id = old.merchant_id and journal_entry_id = old.id) then
    raise exception 'a journal entry with posted revenue stays' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.reject_removal_of_pob_with_revenue()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  lock table revenue_entry, obligation_liability_account in share row exclusive mode;
  if exists (select from revenue_entry where merchant_id = old.merchant_id and performance_obligation_id = old.id)
    or exists (select from obligation_liability_account
      where merchant_id = old.merchant_id and performance_obligation_id = old.id) then
    raise exception 'a performance obligation with posted revenue stays' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.reject_revenue_without_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  is_present boolean;
begin
  execute 'select bool_and(coalesce((select true from journal_entry as entry
      where entry.merchant_id = named.merchant_id and entry.id = named.journal_entry_id), false))
    from (select distinct merchant_id, journal_entry_id from added) as named' into is_present;
  if not is_present then
    raise exception 'posted revenue names a journal entry that is not there' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.reject_rows_without_contract()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  is_present boolean;
begin
  execute 'select bool_and(coalesce((select true from contract
      where contract.merchant_id = named.merchant_id and contract.id = named.contract_id), false))
    from (select distinct merchant_id, contract_id from added where contract_id is not null) as named' into is_present;
  if not is_present then
    raise exception 'a row of % names a contract that is not there', tg_table_name using errcode = 'foreign_key_violation';
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.reject_rows_without_pob()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  is_present boolean;
begin
  execute 'select bool_and(coalesce((select true from performance_obligation as pob
      where pob.merchant_id = named.merchant_id and pob.id = named.performance_obligation_id), false))
    from (select distinct merchant_id, performance_obligation_id from added) as named' into is_present;
  if not is_present then
    raise exception 'a row of % names a performance obligation that is not there', tg_table_name
      using errcode = 'foreign_key_violation';
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.reject_truncation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'rows of % are never cut off', tg_table_name using errcode = 'check_violation';
end $function$

CREATE OR REPLACE FUNCTION public.reject_unbalanced_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  is_balanced boolean;
  is_of_entry boolean;
begin
  execute 'select bool_and(posted.is_balanced), bool_and(first_line = 1 and coalesce(
      (first_date, last_date, first_currency, last_currency) = (
        select entry.date, entry.date, entry.currency, entry.currency from journal_entry as entry
        where entry.merchant_id = posted.merchant_id and entry.id = posted.entry_id), false))
    from (
      select merchant_id, entry_id, sum(debit_minor) = sum(credit_minor) as is_balanced, min(line_number) as first_line,
        min(date) as first_date, max(date) as last_date, min(currency) as first_currency, max(currency) as last_currency
      from added group by merchant_id, entry_id
    ) as posted' into is_balanced, is_of_entry;
  if not is_balanced then
    raise exception 'journal lines do not balance' using errcode = 'check_violation';
  end if;
  if not is_of_entry then
    raise exception 'journal lines do not match their entry' using errcode = 'check_violation';
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.take_tick()
 RETURNS bigint
 LANGUAGE sql
RETURN nextval('public.sandbox_tick'::regclass)
