import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import pg from "pg";
import { createKey } from "../../src/platform/auth/keys.ts";
import { addUser } from "../../src/platform/auth/users.ts";
import { type ApiAnswer, type Json, startApi, type TestApi } from "../support/api.ts";
import { setPolicies } from "../support/approvals.ts";
import { type Client, clientOf, obligationBody, priced } from "../support/client.ts";
import { enablePobs } from "../support/pobs.ts";
import { seatBody, termBody } from "../support/term-client.ts";

// What each kind of policy names, by whatever endpoint it is done, and what it is worth (ADR 0032).

let api: TestApi;
let owner: pg.Client;
before(async () => {
  api = await startApi();
  owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
});
after(async () => {
  await owner.end();
  await api.close();
});

/** A contract of 1,200.00 for 2026 by the quarter, approved unless a test says otherwise. */
async function contractOf(client: Client, isApproved = true) {
  const contractId = await client.contract();
  const obligation = await client.add(contractId, obligationBody());
  if (isApproved) await client.approve(contractId);
  return { contractId, path: `/v3/contracts/${contractId}`, ...obligation };
}

async function invoiceOf(client: Client): Promise<Json> {
  const { contractId } = await contractOf(client);
  const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},status:eq:ISSUED`);
  return data[0];
}

async function memoBody(client: Client, amount: string) {
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind" });
  const { id: itemId } = await client.ok("POST", "/v3/items", { name: "Goodwill" });
  return { customerId, issueDate: "2026-01-10", reason: "Goodwill", items: [{ itemId, amount }] };
}

type Row = {
  readonly kind: string;
  readonly what: string;
  /** What it is worth; null where policies of the kind have no amount. */
  readonly worth: string | null;
  /** Prepares the write, which is sent once a policy is in force. */
  readonly prepare: (client: Client) => Promise<() => Promise<ApiAnswer>>;
};

const rows: readonly Row[] = [
  {
    kind: "APPROVE_CONTRACT",
    what: "approving a contract of 1,200.00",
    worth: "1200.00",
    prepare: async (client) => {
      const { path } = await contractOf(client, false);
      return () => client.send("POST", `${path}/actions`, { action: "APPROVE" });
    },
  },
  {
    kind: "APPROVE_CONTRACT",
    what: "a manual invoice without a contract, which approves one of its own",
    worth: "10.00",
    prepare: async (client) => {
      const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind" });
      const { id: categoryId } = await client.ok("POST", "/v3/categories", { name: "Services" });
      const revenue = { recognitionDate: "2026-01-10", categoryId };
      const lines = [{ name: "Day of advice", unitPrice: "10.00", revenue }];
      return () => client.send("POST", "/v3/invoices", { customerId, lines });
    },
  },
  {
    kind: "CREDIT_MEMO",
    what: "a credit memo",
    worth: "10.00",
    prepare: async (client) => {
      const body = await memoBody(client, "10.00");
      return () => client.send("POST", "/v3/credit-memos", body);
    },
  },
  {
    kind: "CREDIT_MEMO",
    what: "voiding a credit memo",
    worth: "10.00",
    prepare: async (client) => {
      const { id } = await client.ok("POST", "/v3/credit-memos", await memoBody(client, "10.00"));
      return () => client.send("POST", `/v3/credit-memos/${id}/void`, { reason: "Twice" });
    },
  },
  {
    // A quarter of 300.00 over 90 days; 31 days of it are served: 59 ÷ 90 × 300.00 = 196.67.
    kind: "CREDIT_MEMO",
    what: "a termination that credits what is unused",
    worth: "196.67",
    prepare: async (client) => {
      const { path, billingTermId } = await contractOf(client);
      const body = { endDate: "2026-01-31", creditUnused: true };
      return () => client.send("PATCH", `${path}/billing-terms/${billingTermId}/terminate`, body);
    },
  },
  {
    // Five seats of 1,200.00 a year from 1 July: 184 ÷ 365 × 6,000.00 = 3,024.66.
    kind: "CREDIT_MEMO",
    what: "fewer seats, credited",
    worth: "3024.66",
    prepare: async (client) => {
      const contractId = await client.contract();
      const path = `/v3/contracts/${contractId}/billing-terms`;
      const { id } = await client.ok("POST", path, seatBody({}, { creditOnDecrease: "PRORATED" }));
      await client.approve(contractId);
      return () => client.send("POST", `${path}/${id}/seat-amendment`, { effectiveDate: "2026-07-01", delta: "-5" });
    },
  },
  {
    // A quarter of 300.00 at 210.00 from 1 February: 59 of 90 days of 90.00.
    kind: "CREDIT_MEMO",
    what: "an amendment that lowers the price of invoiced days, credited",
    worth: "59.00",
    prepare: async (client) => {
      const contractId = await client.contract();
      const { billingTermId } = await client.add(contractId, obligationBody({}, { creditOnDecrease: "PRORATED" }));
      await client.approve(contractId);
      const path = `/v3/contracts/${contractId}/billing-terms/${billingTermId}/amendments`;
      const body = { effectiveDate: "2026-02-01", settlement: "IMMEDIATE", ...priced("210.00") };
      return () => client.send("POST", path, body);
    },
  },
  {
    // 59 of 90 days of 300.00 are unused, 196.67; the first bill of the new term takes 100.00 of it.
    kind: "CREDIT_MEMO",
    what: "a swap whose first bill cannot carry what is unused",
    worth: "96.67",
    prepare: async (client) => {
      const { path, billingTermId } = await contractOf(client);
      const newTerm = termBody({ name: "Small", startDate: "2026-02-01", interval: "MONTH", ...priced("100.00") });
      const body = { effectiveDate: "2026-02-01", newTerm };
      return () => client.send("POST", `${path}/billing-terms/${billingTermId}/swap`, body);
    },
  },
  {
    // As before, but nothing of the new term is billed yet that could carry the 196.67, and three days of 300.00 a month are
    // 32.14 of it: the end of the term leaves 164.53.
    kind: "CREDIT_MEMO",
    what: "the end of a term that was to take off what a swap left",
    worth: "164.53",
    prepare: async (client) => {
      const { path, billingTermId } = await contractOf(client);
      const arrears = { interval: "MONTH", invoiceDateStrategy: "ARREARS", ...priced("300.00") };
      const newTerm = termBody({ name: "Small", startDate: "2026-02-01", ...arrears });
      const { added } = await client.ok("POST", `${path}/billing-terms/${billingTermId}/swap`, {
        ...{ effectiveDate: "2026-02-01", newTerm },
      });
      await client.drainOutbox();
      return () => client.send("PATCH", `${path}/billing-terms/${added.id}/terminate`, { endDate: "2026-02-03" });
    },
  },
  {
    // As before, but the term has two months at 10.00 in place of 300.00.
    kind: "CREDIT_MEMO",
    what: "a lower price of a term that was to take off what a swap left",
    worth: "176.67",
    prepare: async (client) => {
      const { path, billingTermId } = await contractOf(client);
      const parts = { interval: "MONTH", invoiceDateStrategy: "ARREARS", endDate: "2026-03-31", ...priced("300.00") };
      const newTerm = termBody({ name: "Small", startDate: "2026-02-01", ...parts });
      const { added } = await client.ok("POST", `${path}/billing-terms/${billingTermId}/swap`, {
        ...{ effectiveDate: "2026-02-01", newTerm },
      });
      await client.drainOutbox();
      const body = { ...priced("10.00"), effectiveDate: "2026-02-01" };
      return () => client.send("PATCH", `${path}/billing-terms/${added.id}`, body);
    },
  },
  {
    kind: "WRITE_OFF",
    what: "writing off what is left of an invoice",
    worth: "200.00",
    prepare: async (client) => {
      const { id } = await invoiceOf(client);
      await client.ok("POST", `/v3/invoices/${id}/payments`, { amount: "100.00" });
      return () => client.send("POST", `/v3/invoices/${id}/actions`, { action: "MARK_UNCOLLECTIBLE" });
    },
  },
  {
    // The quarter as above, in a file of two rows that are one request.
    kind: "CREDIT_MEMO",
    what: "a file of changes, one of which credits what is unused",
    worth: "196.67",
    prepare: async (client) => {
      const [ended, shortened] = [await contractOf(client), await contractOf(client)];
      const csv = [
        "action,contractId,billingTermId,endDate,creditUnused",
        `TERMINATION,${ended.contractId},${ended.billingTermId},2026-01-31,true`,
        `DATES,${shortened.contractId},${shortened.billingTermId},2026-09-30,`,
      ].join("\n");
      return () => client.send("POST", "/v3/bulk-changes", { csv });
    },
  },
  {
    kind: "WRITE_OFF",
    what: "writing off a document of two contracts",
    worth: "600.00",
    prepare: async (client) => {
      const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind" });
      for (const name of ["First", "Second"]) {
        const { id } = await client.ok("POST", "/v3/contracts", { name, customerId, consolidationKey: "all" });
        await client.add(id, obligationBody({}, { startDate: "2026-02-01", endDate: "2026-12-31" }));
        await client.approve(id);
      }
      await client.advance("2026-02-01T12:00:00Z");
      const { data } = await client.ok("GET", "/v3/consolidated-invoices");
      const path = `/v3/consolidated-invoices/${data[0].id}/actions`;
      return () => client.send("POST", path, { action: "MARK_UNCOLLECTIBLE" });
    },
  },
  {
    kind: "WRITE_OFF",
    what: "taking a write-off back",
    worth: "300.00",
    prepare: async (client) => {
      const { id } = await invoiceOf(client);
      await client.ok("POST", `/v3/invoices/${id}/actions`, { action: "MARK_UNCOLLECTIBLE" });
      await client.drainOutbox();
      return () => client.send("POST", `/v3/invoices/${id}/actions`, { action: "REINSTATE" });
    },
  },
  {
    kind: "TREATMENT",
    what: "another treatment of a modification",
    worth: null,
    prepare: async (client) => {
      const { path, billingTermId } = await contractOf(client);
      await client.ok("PATCH", `${path}/billing-terms/${billingTermId}`, priced("400.00"));
      const [{ id }] = (await client.ok("GET", `${path}/modifications`)).data;
      const body = { treatment: "CUMULATIVE_CATCH_UP", reason: "Not distinct" };
      return () => client.send("PATCH", `${path}/modifications/${id}`, body);
    },
  },
  {
    // Without the reason the days to come alone would move, prospectively.
    kind: "TREATMENT",
    what: "a reason that makes other days of a term a correction",
    worth: null,
    prepare: async (client) => {
      const { path, billingTermId } = await contractOf(client);
      const body = { endDate: "2027-03-31", reasonCode: "CORRECTION" };
      return () => client.send("PATCH", `${path}/billing-terms/${billingTermId}`, body);
    },
  },
  {
    // Without the reason days that were served would move, and catch up.
    kind: "TREATMENT",
    what: "a reason that makes served days of an obligation a concession",
    worth: null,
    prepare: async (client) => {
      const { path, id } = await contractOf(client);
      const body = { revenueStartDate: "2025-12-01", reasonCode: "CONCESSION" };
      return () => client.send("PATCH", `${path}/obligation/${id}`, body);
    },
  },
  {
    kind: "TREATMENT",
    what: "a reason for other days of a performance obligation, in a batch",
    worth: null,
    prepare: async (client) => {
      await enablePobs(api, client.merchant);
      const contractId = await client.contract();
      const path = `/v3/contracts/${contractId}`;
      const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, termBody());
      const service = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" };
      const toCreate = [{ name: "Advice", ...service, transactionPrice: "1200.00" }];
      const batch = { billingTermGroupId, toCreate };
      const { created } = await client.ok("POST", `${path}/performance-obligations`, batch);
      await client.approve(contractId);
      const toUpdate = [{ id: created[0].id, serviceEndDate: "2027-03-31", reasonCode: "CORRECTION" }];
      const body = { billingTermGroupId, toUpdate };
      return () => client.send("POST", `${path}/performance-obligations`, body);
    },
  },
  {
    kind: "TREATMENT",
    what: "a reason for other days in a file of changes",
    worth: null,
    prepare: async (client) => {
      const { contractId, billingTermId } = await contractOf(client);
      const csv = [
        "action,contractId,billingTermId,endDate,reasonCode",
        `DATES,${contractId},${billingTermId},2027-03-31,CORRECTION`,
      ].join("\n");
      return () => client.send("POST", "/v3/bulk-changes", { csv });
    },
  },
  {
    kind: "MANUAL_REVENUE",
    what: "what a month of an obligation earns",
    worth: "150.00",
    prepare: async (client) => {
      const { path, id } = await contractOf(client);
      const body = [{ timeframe: "2026-03", total: "150.00" }];
      return () => client.send("POST", `${path}/obligation/${id}/custom-revenue`, body);
    },
  },
  {
    kind: "MANUAL_REVENUE",
    what: "performance obligations that say what their months earn",
    worth: null,
    prepare: async (client) => {
      await enablePobs(api, client.merchant);
      const contractId = await client.contract();
      const { billingTermGroupId } = await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, termBody());
      const customRevenue = [
        { timeframe: "2026-01", total: "700.00" },
        { timeframe: "2026-02", total: "500.00" },
      ];
      const service = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-02-28" };
      const toCreate = [
        { name: "Advice", recognitionPattern: "CUSTOM", ...service, customRevenue, transactionPrice: "1200.00" },
      ];
      const body = { billingTermGroupId, toCreate };
      return () => client.send("POST", `/v3/contracts/${contractId}/performance-obligations`, body);
    },
  },
  {
    kind: "ADJUSTMENT",
    what: "an adjustment of 25.00",
    worth: "25.00",
    prepare: async (client) => {
      const { contractId } = await contractOf(client);
      const lines = [
        { role: "CONTRACT_LIABILITY", debit: "25.00", contractId },
        { role: "REVENUE", credit: "25.00", contractId },
      ];
      const body = { date: "2026-01-10", currency: "USD", reason: "Reclassified", lines };
      return () => client.send("POST", "/v3/adjustments", body);
    },
  },
  {
    kind: "JOURNAL_EXPORT",
    what: "a batch for the general ledger",
    worth: null,
    prepare: async (client) => {
      await contractOf(client);
      const body = { month: "2026-01", level: "DETAIL", format: "CSV" };
      return () => client.send("POST", "/v3/journal-exports", body);
    },
  },
  {
    kind: "CLOSE",
    what: "holding a contract out of closes",
    worth: null,
    prepare: async (client) => {
      const { path } = await contractOf(client);
      return () => client.send("POST", `${path}/close-hold`, { reason: "Disputed" });
    },
  },
  {
    kind: "REOPEN",
    what: "unlocking a sub-ledger",
    worth: null,
    prepare: async (client) => {
      await client.ok("POST", "/v3/month-end-close/lock", { month: "2025-12", subLedger: "BILLING" });
      const body = { month: "2025-12", subLedger: "BILLING", reason: "Late invoice" };
      return () => client.send("POST", "/v3/month-end-close/unlock", body);
    },
  },
];

/** Another controller of the same merchant. */
async function controllerOf({ merchant }: Client): Promise<Client> {
  const { merchantId } = merchant;
  const { db } = api.platform;
  const userId = await addUser(db, merchantId, `${crypto.randomUUID()}@example.com`, "CONTROLLER");
  const { key } = await createKey(db, { merchantId, userId, access: "WRITE", name: "second" });
  return clientOf(api, { ...merchant, writeKey: key });
}

for (const { kind, what, worth, prepare } of rows) {
  describe(`${kind}: ${what}`, () => {
    test("waits, cannot be approved by its requester, and is carried out when another person approves", async () => {
      const client = clientOf(api, await api.newMerchant());
      const send = await prepare(client);
      const above = worth === null ? null : { amount: lessACent(worth), currency: "USD" };
      await setPolicies(owner, client, [{ kind, role: "CONTROLLER", above }]);
      const asked = await send();
      assert.equal(asked.status, 202, JSON.stringify(asked.body));
      const { id, kinds } = asked.body.payload;
      assert.deepEqual(kinds, [kind]);
      const own = await client.send("POST", `/v3/change-requests/${id}/approve`);
      assert.deepEqual([own.status, own.body.error.errorCode], [403, "APPROVAL_OF_OWN_REQUEST"]);
      const approved = await (await controllerOf(client)).send("POST", `/v3/change-requests/${id}/approve`);
      assert.equal(approved.status, 200, JSON.stringify(approved.body));
    });

    test("does not wait up to the amount of the policy, nor under policies of other kinds", async () => {
      const client = clientOf(api, await api.newMerchant());
      const send = await prepare(client);
      const others = [...new Set(rows.map((row) => row.kind))].filter((each) => each !== kind);
      const own = worth === null ? [] : [{ kind, role: "CONTROLLER", above: { amount: worth, currency: "USD" } }];
      await setPolicies(owner, client, [...others.map((each) => ({ kind: each, role: "OWNER", above: null })), ...own]);
      const answer = await send();
      assert.ok(answer.status < 300 && answer.body.payload.planHash === undefined, JSON.stringify(answer.body));
    });
  });
}

const lessACent = (amount: string): string => (BigInt(amount.replace(".", "")) - 1n).toString().replace(/(..)$/, ".$1");

test("a policy has an amount only for kinds with amounts, with the decimals of its currency at most", async () => {
  const client = clientOf(api, await api.newMerchant());
  const refused = async (body: object) => {
    const answer = await client.send("PUT", "/v3/approval-policies", { role: "OWNER", ...body });
    return `${answer.status} ${answer.body.error.errorCode}`;
  };
  const above = { amount: "1.00", currency: "USD" };
  for (const kind of ["TREATMENT", "CLOSE", "REOPEN", "APPROVALS"]) {
    assert.equal(await refused({ kind, above }), "400 VALIDATION_FAILED", kind);
  }
  assert.equal(
    await refused({ kind: "CREDIT_MEMO", above: { amount: "1.001", currency: "USD" } }),
    "400 AMOUNT_INVALID",
  );
  const none = await client.send("DELETE", "/v3/approval-policies?kind=CLOSE");
  assert.deepEqual([none.status, none.body.error.errorCode], [404, "APPROVAL_POLICY_NOT_FOUND"]);
  const nobody = await client.send("PUT", `/v3/members/${crypto.randomUUID()}/role`, { role: "OWNER" });
  assert.deepEqual([nobody.status, nobody.body.error.errorCode], [404, "MEMBER_NOT_FOUND"]);
});
