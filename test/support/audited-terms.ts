import type { Case, Prepare } from "./audited-writes.ts";
import { csvOf } from "./bulk-change-client.ts";
import { type Client, obligationBody, priced, unknownId } from "./client.ts";
import { milestoneBody, seatBody, termBody } from "./term-client.ts";

async function termOf(client: Client, body: object) {
  const contract = await client.contract();
  const terms = `/v3/contracts/${contract}/billing-terms`;
  const { id } = await client.ok("POST", terms, body);
  return { contract, terms, id: id as string };
}

/** A case about an existing term; the rejected request names an unknown one. */
const ofTerm =
  (body: object, path: string, sent: object | undefined, rest: Pick<Case, "action" | "table" | "further">): Prepare =>
  async (client) => {
    const { terms, id } = await termOf(client, body);
    return {
      ...rest,
      request: { path: `${terms}/${id}${path}`, ...(sent === undefined ? {} : { body: sent }) },
      rejected: { path: `${terms}/${unknownId}${path}` },
      code: "BILLING_TERM_NOT_FOUND",
      target: rest.action.startsWith("seat") ? ["SEAT_AMENDMENT"] : ["BILLING_TERM", id],
    };
  };

/** A case about an existing obligation; the rejected request names an unknown one. */
const ofObligation =
  (version: string, path: string, sent: unknown, rest: Pick<Case, "action" | "table">): Prepare =>
  async (client) => {
    const contractId = await client.contract();
    const { id } = await client.add(contractId, obligationBody());
    const at = (pob: string) => `/${version}/contracts/${contractId}/obligation/${pob}${path}`;
    return {
      ...rest,
      request: { path: at(id), body: sent },
      rejected: { path: at(unknownId) },
      code: "OBLIGATION_NOT_FOUND",
      target: ["OBLIGATION", id],
    };
  };

const follows = {
  actions: ["performance-obligation.follow"],
  because: "what is served over the days of a term moves with them",
};
const byDays = { recognitionPattern: "STRAIGHT_LINE_DAILY" };
const updated = { action: "obligation.update", table: "performance_obligation" };

/** Writes of existing billing terms, seats and obligations. */
export const termWrites: Readonly<Record<string, Prepare>> = {
  "POST /v3/bulk-changes": async (client) => {
    const { contract, id } = await termOf(client, termBody());
    const bodyOf = (contractId: string) => ({
      csv: csvOf([{ action: "DATES", contractId, billingTermId: id, endDate: "2026-11-30" }]),
    });
    return {
      request: { path: "/v3/bulk-changes", body: bodyOf(contract) },
      rejected: { body: bodyOf(unknownId) },
      code: "BULK_CHANGE_REFUSED",
      action: "bulk-change.apply",
      target: ["BULK_CHANGE"],
      // The rows themselves are written inside savepoints.
      table: "outbox_event",
      further: {
        actions: ["billing-term.update", "performance-obligation.follow"],
        because: "each row of the file has a row of its own, and what is served moves with what is billed",
      },
    };
  },
  "POST /v3/contracts/{id}/billing-terms": async (client) => ({
    request: { path: `/v3/contracts/${await client.contract()}/billing-terms`, body: termBody() },
    rejected: { path: `/v3/contracts/${unknownId}/billing-terms` },
    code: "CONTRACT_NOT_FOUND",
    action: "billing-term.create",
    target: ["BILLING_TERM"],
    table: "billing_term",
    further: { actions: follows.actions, because: "a performance obligation is made with the term" },
  }),
  "PATCH /v3/contracts/{id}/billing-terms/{billingTermId}": ofTerm(
    termBody(),
    "",
    { name: "Other" },
    {
      action: "billing-term.update",
      table: "billing_term",
    },
  ),
  "DELETE /v3/contracts/{id}/billing-terms/{billingTermId}": ofTerm(termBody(), "", undefined, {
    action: "billing-term.delete",
    table: "billing_term",
  }),
  "PATCH /v3/contracts/{id}/billing-terms/{billingTermId}/terminate": ofTerm(
    termBody(),
    "/terminate",
    { endDate: "2026-06-30" },
    { action: "billing-term.terminate", table: "billing_term", further: follows },
  ),
  "POST /v3/contracts/{id}/billing-terms/{billingTermId}/milestone": ofTerm(
    milestoneBody(),
    "/milestone",
    { reachedOn: "2026-01-10" },
    { action: "billing-term.reach-milestone", table: "billing_term", further: follows },
  ),
  "POST /v3/contracts/{id}/billing-terms/{billingTermId}/seat-amendment": ofTerm(
    seatBody(),
    "/seat-amendment",
    { effectiveDate: "2026-04-01", delta: "5" },
    { action: "seat-amendment.create", table: "seat_amendment" },
  ),
  "POST /v3/contracts/{id}/billing-terms/{billingTermId}/amendments": async (client) => {
    const { contract, terms, id } = await termOf(client, termBody());
    await client.approve(contract);
    const body = { effectiveDate: "2026-04-01", settlement: "CO_TERM", ...priced("1300.00") };
    return {
      request: { path: `${terms}/${id}/amendments`, body },
      rejected: { path: `${terms}/${unknownId}/amendments` },
      ...{ code: "BILLING_TERM_NOT_FOUND", action: "billing-term.amend" },
      ...{ target: ["BILLING_TERM", id], table: "billing_term_layer" },
      further: {
        actions: ["contract-modification.record"],
        because: "a change of an approved contract is a modification",
      },
    };
  },
  "POST /v3/contracts/{id}/billing-terms/{billingTermId}/swap": async (client) => {
    const { terms, id } = await termOf(client, termBody());
    const body = { effectiveDate: "2026-04-01", newTerm: termBody({ startDate: "2026-04-01" }) };
    return {
      request: { path: `${terms}/${id}/swap`, body },
      rejected: { path: `${terms}/${unknownId}/swap` },
      ...{ code: "BILLING_TERM_NOT_FOUND", action: "billing-term.terminate" },
      ...{ target: ["BILLING_TERM", id], table: "billing_term" },
      further: {
        actions: ["billing-term.create", ...follows.actions, ...follows.actions],
        because: "one term ends with what is served, and another one begins with what it serves",
      },
    };
  },
  "DELETE /v3/contracts/{id}/billing-terms/{billingTermId}/seat-amendments/{seatAmendmentId}": async (client) => {
    const { terms, id } = await termOf(client, seatBody());
    const amended = { effectiveDate: "2026-04-01", delta: "5" };
    const amendment = await client.ok("POST", `${terms}/${id}/seat-amendment`, amended);
    return {
      request: { path: `${terms}/${id}/seat-amendments/${amendment.id}` },
      rejected: { path: `${terms}/${id}/seat-amendments/${unknownId}` },
      code: "SEAT_AMENDMENT_NOT_FOUND",
      action: "seat-amendment.delete",
      target: ["SEAT_AMENDMENT", amendment.id],
      table: "seat_amendment",
    };
  },
  "PATCH /v3/contracts/{id}/obligation/{obligationId}": ofObligation("v3", "", byDays, updated),
  "PATCH /v3.1/contracts/{id}/obligation/{obligationId}": ofObligation("v3.1", "", byDays, updated),
  "POST /v3/contracts/{id}/obligation/{obligationId}/custom-revenue": ofObligation(
    "v3",
    "/custom-revenue",
    [{ timeframe: "2026-03", total: "150.00" }],
    { action: "obligation.set-revenue", table: "performance_obligation" },
  ),
};
