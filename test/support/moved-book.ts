import assert from "node:assert/strict";
import type { Json } from "./api.ts";
import type { Client } from "./client.ts";
import { sumOf } from "./contract-view.ts";

/** Accounts that must be equal in a moved book and in the one that ran from the start. */
export const movedRoles = [
  ...["RECEIVABLE", "CONTRACT_LIABILITY", "CONTRACT_ASSET", "UNBILLED_RECEIVABLE", "CUSTOMER_CREDIT"],
] as const;

const negated = (amount: string) => (amount.startsWith("-") ? amount.slice(1) : `-${amount}`);

/** All rows of a list, page by page. */
export async function allOf(client: Client, path: string): Promise<Json[]> {
  const rows: Json[] = [];
  for (let page = 1; ; page++) {
    const answer = await client.ok("GET", `${path}${path.includes("?") ? "&" : "?"}limit=1000&page=${page}`);
    rows.push(...answer.data);
    if (rows.length >= answer.totalItems) return rows;
  }
}

/** Balances at month ends, and revenue of the months, by name of the contract: "role 2026-07" → amount, including zeros. */
export async function booksByContract(client: Client, months: readonly string[]): Promise<Map<string, Json>> {
  const entries = await allOf(client, "/v3/journal-entries");
  const contracts = await allOf(client, "/v3/contracts");
  return new Map(
    contracts.map(({ id, name }) => {
      const own = entries.filter(({ contractId }) => contractId === id);
      const moved = (role: string, isIn: (date: string) => boolean) =>
        sumOf(
          own
            .filter(({ date }) => isIn(date))
            .flatMap(({ lines }) => lines.filter((line: Json) => line.role === role))
            .flatMap(({ debit, credit }: Json) => [debit, negated(credit)]),
        );
      const rows = months.flatMap((month) => [
        ...movedRoles.map((role) => [`${role} ${month}`, moved(role, (date) => date.slice(0, 7) <= month)]),
        [`REVENUE ${month}`, moved("REVENUE", (date) => date.slice(0, 7) === month)],
      ]);
      return [name, Object.fromEntries(rows)];
    }),
  );
}

/**
 * The body of a contract's opening at the end of a day: made from a book in which all months up to that day are closed, for the
 * same contract in another book.
 *
 * @param ids of the terms and performance obligations in the other book, by the name of the term
 */
export async function openingOf(
  client: Client,
  contractId: string,
  asOf: string,
  ids: ReadonlyMap<string, { readonly billingTermId: string; readonly performanceObligationId: string }>,
): Promise<Json> {
  const obligations = (await client.ok("GET", `/v3/contracts/${contractId}/obligations?limit=100`)).data;
  const names = new Map<string, string>(
    obligations.map(({ billingTermId, billingSchedule }: Json) => [billingTermId, billingSchedule.name]),
  );
  const idsOf = (termId: string) => {
    const found = ids.get(names.get(termId) ?? "");
    assert.ok(found !== undefined, "the term is in both books");
    return found;
  };
  const invoices = (await allOf(client, `/v3/invoices?filter=contractId:eq:${contractId}`)).filter(
    ({ status, issueDate }) => status !== "DRAFT" && status !== "VOID" && issueDate <= asOf,
  );
  const lines: Json[] = invoices.flatMap(({ lineItems }) => lineItems);
  const billingTerms = [...Map.groupBy(lines, ({ billingTermId }) => billingTermId)].map(([termId, own]) => ({
    billingTermId: idsOf(termId).billingTermId,
    invoicedThrough: own
      .map(({ serviceEndDate }) => serviceEndDate)
      .toSorted()
      .at(-1),
    billed: sumOf(own.map(({ total }) => total)),
  }));
  const revenue = await allOf(client, `/v3/revenue-schedules?filter=contractId:eq:${contractId}`);
  const performanceObligations = obligations
    .filter(({ serviceStartDate }: Json) => serviceStartDate <= asOf)
    .map(({ billingTermId, performanceObligationId }: Json) => {
      const own = revenue.filter(
        (each) => each.performanceObligationId === performanceObligationId && `${each.timeframe}-01` <= asOf,
      );
      return {
        performanceObligationId: idsOf(billingTermId).performanceObligationId,
        recognized: sumOf(["0.00", ...own.map(({ amount }) => amount)]),
      };
    });
  const openInvoices = invoices
    .filter(({ balanceRemaining }) => !/^[0.]*$/.test(balanceRemaining))
    .map(({ invoiceNumber, issueDate, dueDate, total, taxTotal, balanceRemaining, lineItems }) => ({
      ...{ invoiceNumber: `OLD-${invoiceNumber}`, issueDate, dueDate, total, tax: taxTotal, balance: balanceRemaining },
      periods: lineItems.map(({ billingTermId, serviceStartDate }: Json) => ({
        ...{ billingTermId: idsOf(billingTermId).billingTermId, startDate: serviceStartDate },
      })),
    }));
  return { asOf, billingTerms, performanceObligations, openInvoices };
}
