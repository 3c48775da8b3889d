import type { Case, Prepare } from "./audited-writes.ts";
import { type Client, obligationBody, unknownId } from "./client.ts";
import { consolidatedOf } from "./consolidation.ts";

/** An issued invoice of 300.00. */
async function invoice(client: Client): Promise<{ id: string; customerId: string }> {
  const contractId = await client.contract();
  await client.add(contractId, obligationBody());
  await client.approve(contractId);
  const { data } = await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},status:eq:ISSUED`);
  return data[0];
}

async function creditMemoBody(client: Client, customerId: string) {
  const { id: itemId } = await client.ok("POST", "/v3/items", { name: "Goodwill" });
  return { customerId, issueDate: "2026-01-10", reason: "Goodwill", items: [{ itemId, amount: "10.00" }] };
}

/** A credit memo and a payment over 10.00 of one customer, and an invoice of 300.00 to apply them to. */
async function documents(client: Client) {
  const { id: invoiceId, customerId } = await invoice(client);
  const { id: creditMemoId } = await client.ok("POST", "/v3/credit-memos", await creditMemoBody(client, customerId));
  const { id: paymentId } = await client.ok("POST", "/v3/payments", { customerId, amount: "10.00" });
  return { invoiceId, customerId, creditMemoId, paymentId };
}

type Documents = Awaited<ReturnType<typeof documents>>;

/** A case about an existing credit memo or payment; the rejected request names an unknown one. */
const about =
  (
    kind: "credit-memos" | "payments",
    path: string,
    rest: Pick<Case, "action" | "table"> & { readonly body: (of: Documents) => unknown },
  ): Prepare =>
  async (client) => {
    const made = await documents(client);
    const [id, type] = kind === "payments" ? [made.paymentId, "PAYMENT"] : [made.creditMemoId, "CREDIT_MEMO"];
    const at = (recordId: string) => `/v3/${kind}/${recordId}/${path}`;
    const { action, table, body } = rest;
    const code = `${type}_NOT_FOUND`;
    return {
      request: { path: at(id), body: body(made) },
      rejected: { path: at(unknownId) },
      code,
      action,
      target: [type, id],
      table,
    };
  };

const unapplying =
  (kind: "credit-memos" | "payments"): Prepare =>
  async (client) => {
    const made = await documents(client);
    const [id, type] = kind === "payments" ? [made.paymentId, "PAYMENT"] : [made.creditMemoId, "CREDIT_MEMO"];
    const path = `/v3/${kind}/${id}/applications`;
    const application = await client.ok("POST", path, { invoiceId: made.invoiceId });
    const action = kind === "payments" ? "payment.unapply" : "credit-memo.unapply";
    return {
      request: { path: `${path}/${application.id}` },
      rejected: { path: `${path}/${unknownId}` },
      code: "APPLICATION_NOT_FOUND",
      action,
      target: [type, id],
      table: "application",
    };
  };

const onInvoice =
  (path: string, body: unknown, rest: Pick<Case, "action" | "table"> & { readonly type: string }): Prepare =>
  async (client) => {
    const { id } = await invoice(client);
    const { type, ...fixed } = rest;
    const at = (invoiceId: string) => `/v3/invoices/${invoiceId}${path}`;
    const request = { path: at(id), body };
    const target: Case["target"] = type === "INVOICE" ? [type, id] : [type];
    return { ...fixed, request, rejected: { path: at(unknownId) }, code: "INVOICE_NOT_FOUND", target };
  };

type Consolidated = Documents & { readonly firstSection: string };

/** A case about a consolidated invoice, with a credit memo and a payment of its customer. */
const onConsolidated =
  (
    path: string,
    {
      body,
      target,
      ...rest
    }: Pick<Case, "action" | "table" | "further"> & {
      readonly body: (of: Consolidated) => unknown;
      readonly target: (of: Consolidated) => Case["target"];
    },
  ): Prepare =>
  async (client) => {
    const made = await documents(client);
    const { id, sections } = await consolidatedOf(client, "Northwind", made.customerId);
    const of = { ...made, firstSection: sections[0].id };
    const at = (documentId: string) => `/v3/consolidated-invoices/${documentId}/${path}`;
    const request = { path: at(id), body: body(of) };
    return { ...rest, target: target(of), request, rejected: { path: at(unknownId) }, code: "INVOICE_NOT_FOUND" };
  };

/** From revenue to contra revenue, without a contract. */
const adjustmentBody = {
  ...{ date: "2026-01-10", currency: "USD", reason: "Shown wrong" },
  lines: [
    { role: "REVENUE", debit: "1.00" },
    { role: "CONTRA_REVENUE", credit: "1.00" },
  ],
};

/** Credit memos, payments, adjustments, and writes of invoices. */
export const receivableWrites: Readonly<Record<string, Prepare>> = {
  "POST /v3/credit-memos": async (client) => {
    const { id } = await client.ok("POST", "/v3/customers", { name: "Customer" });
    return {
      request: { path: "/v3/credit-memos", body: await creditMemoBody(client, id) },
      rejected: { body: {} },
      code: "VALIDATION_FAILED",
      action: "credit-memo.issue",
      target: ["CREDIT_MEMO"],
      table: "credit_memo",
    };
  },
  "POST /v3/invoices": async (client) => {
    const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Customer" });
    const line = { name: "Workshop", unitPrice: "10.00", revenue: { recognitionDate: "2026-01-10" } };
    return {
      request: { path: "/v3/invoices", body: { customerId, lines: [line] } },
      rejected: { body: {} },
      code: "VALIDATION_FAILED",
      action: "invoice.create",
      further: {
        actions: ["contract.create", "obligation.create", "contract.approve", "invoice.issue"],
        because: "the contract behind it is made and approved",
      },
      target: ["INVOICE"],
      table: "invoice",
    };
  },
  "POST /v3/credit-memos/{id}/applications": about("credit-memos", "applications", {
    body: ({ invoiceId }) => ({ invoiceId }),
    action: "credit-memo.apply",
    table: "application",
  }),
  "DELETE /v3/credit-memos/{id}/applications/{applicationId}": unapplying("credit-memos"),
  "POST /v3/credit-memos/{id}/void": about("credit-memos", "void", {
    body: () => ({ reason: "Wrong" }),
    action: "credit-memo.void",
    table: "credit_memo",
  }),
  "POST /v3/credit-memos/{id}/refunds": about("credit-memos", "refunds", {
    body: () => ({ amount: "1.00" }),
    action: "credit-memo.refund",
    table: "refund",
  }),
  "POST /v3/adjustments": async () => ({
    request: { path: "/v3/adjustments", body: adjustmentBody },
    rejected: { body: {} },
    code: "VALIDATION_FAILED",
    action: "adjustment.create",
    target: ["ADJUSTMENT"],
    table: "adjustment",
  }),
  "POST /v3/adjustments/{id}/reverse": async (client) => {
    const { id } = await client.ok("POST", "/v3/adjustments", adjustmentBody);
    return {
      request: { path: `/v3/adjustments/${id}/reverse`, body: { reason: "Wrong" } },
      rejected: { path: `/v3/adjustments/${unknownId}/reverse` },
      code: "ADJUSTMENT_NOT_FOUND",
      action: "adjustment.reverse",
      target: ["ADJUSTMENT"],
      table: "adjustment",
    };
  },
  "POST /v3/payments": async (client) => {
    const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Customer" });
    return {
      request: { path: "/v3/payments", body: { customerId, amount: "10.00" } },
      rejected: { body: {} },
      code: "VALIDATION_FAILED",
      action: "payment.receive",
      target: ["PAYMENT"],
      table: "payment",
    };
  },
  "POST /v3/payments/{id}/applications": about("payments", "applications", {
    body: ({ invoiceId }) => ({ invoiceId }),
    action: "payment.apply",
    table: "application",
  }),
  "DELETE /v3/payments/{id}/applications/{applicationId}": unapplying("payments"),
  "POST /v3/payments/{id}/refunds": about("payments", "refunds", {
    body: () => ({ amount: "1.00" }),
    action: "payment.refund",
    table: "refund",
  }),
  "POST /v3/payments/{id}/return": about("payments", "return", {
    body: () => ({ reason: "Charged back" }),
    action: "payment.return",
    table: "payment",
  }),
  "POST /v3/invoices/{id}/payments": onInvoice(
    "/payments",
    {},
    { action: "payment.receive", type: "PAYMENT", table: "payment" },
  ),
  "POST /v3/invoices/{id}/actions": onInvoice(
    "/actions",
    { action: "MARK_UNCOLLECTIBLE" },
    { action: "invoice.mark-uncollectible", type: "INVOICE", table: "invoice_write_off" },
  ),
  "POST /v3/consolidated-invoices/{id}/payments": onConsolidated("payments", {
    body: () => ({ amount: "1.00" }),
    ...{ action: "payment.receive", target: () => ["PAYMENT"], table: "payment" },
  }),
  "POST /v3/consolidated-invoices/{id}/actions": onConsolidated("actions", {
    body: () => ({ action: "MARK_UNCOLLECTIBLE" }),
    ...{ action: "invoice.mark-uncollectible", table: "invoice_write_off" },
    target: ({ firstSection }) => ["INVOICE", firstSection],
    further: { actions: ["invoice.mark-uncollectible"], because: "each section has a row of its own" },
  }),
  "POST /v3/consolidated-invoices/{id}/payment-applications": onConsolidated("payment-applications", {
    body: ({ paymentId }) => ({ paymentId, amount: "0.01" }),
    ...{ action: "payment.apply", target: (of) => ["PAYMENT", of.paymentId], table: "application" },
  }),
  "POST /v3/consolidated-invoices/{id}/credit-memo-applications": onConsolidated("credit-memo-applications", {
    body: ({ creditMemoId }) => ({ creditMemoId, amount: "0.01" }),
    ...{ action: "credit-memo.apply", target: (of) => ["CREDIT_MEMO", of.creditMemoId], table: "application" },
  }),
  "PATCH /v3/invoices/{id}": onInvoice(
    "",
    { memo: "Thank you" },
    { action: "invoice.update", type: "INVOICE", table: "invoice" },
  ),
  "PATCH /v3/invoices/{id}/external-ids": onInvoice(
    "/external-ids",
    { externalIds: [{ sourceType: "ERP_A", externalId: "1" }] },
    { action: "invoice.set-external-ids", type: "INVOICE", table: "invoice_external_id" },
  ),
};
