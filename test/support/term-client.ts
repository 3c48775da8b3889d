import assert from "node:assert/strict";
import type { ApiAnswer, Json } from "./api.ts";
import { type Client, priced } from "./client.ts";
import { sumOf } from "./contract-view.ts";

/** The request for a billing term: 1,200.00 for 2026 in advance, with any fields that a test overrides. */
export function termBody(parts: object = {}) {
  return {
    name: "Platform",
    startDate: "2026-01-01",
    endDate: "2026-12-31",
    interval: "YEAR",
    invoiceDateStrategy: "FIRST_OF_PERIOD",
    billingType: "FLAT",
    ...priced("1200.00"),
    ...parts,
  };
}

/** Ten seats at 1,200.00 a year (data model 7.2), with added seats billed at once, and any fields that a test overrides. */
export function seatBody(parts: object = {}, seatConfig: object = {}) {
  return termBody({
    name: "Seats",
    billingType: "UNIT",
    quantity: "10",
    ...priced("1200.00", "PER_ITEM"),
    seatConfig: { defaultTrueUpTiming: "IMMEDIATE", ...seatConfig },
    ...parts,
  });
}

/** A one-off of 5,000.00 that waits for its milestone. */
export function milestoneBody(parts: object = {}) {
  return termBody({
    name: "Go-live",
    interval: "NONE",
    trigger: "MILESTONE",
    endDate: "2026-01-01",
    ...priced("5000.00"),
    ...parts,
  });
}

/** A billing term of its own contract, and shortcuts for tests. */
export type TermClient = {
  readonly contractId: string;
  readonly term: Json;
  readonly path: string;
  readonly contractPath: string;
  readonly patch: (body: object, query?: string) => Promise<ApiAnswer>;
  readonly terminate: (body: object, query?: string) => Promise<ApiAnswer>;
  readonly amend: (body: object, query?: string) => Promise<ApiAnswer>;
  /** The present view of the term. */
  readonly view: () => Promise<Json>;
  readonly schedule: (until?: string) => Promise<Json[]>;
};

/** A contract with one billing term, approved and billed by default. */
export async function termOn(client: Client, body: object, { isApproved = true } = {}): Promise<TermClient> {
  const contractId = await client.contract();
  const contractPath = `/v3/contracts/${contractId}`;
  const term = await client.ok("POST", `${contractPath}/billing-terms`, body);
  if (isApproved) await client.approve(contractId);
  const path = `${contractPath}/billing-terms/${term.id}`;
  const changing =
    (method: string, of: string) =>
    async (sent: object, query = ""): Promise<ApiAnswer> => {
      const answer = await client.send(method, `${of}${query}`, sent);
      await client.drainOutbox();
      return answer;
    };
  return {
    contractId,
    term,
    path,
    contractPath,
    patch: changing("PATCH", path),
    terminate: changing("PATCH", `${path}/terminate`),
    amend: changing("POST", `${path}/seat-amendment`),
    view: async () => {
      const { data } = await client.ok("GET", `${contractPath}/billing-terms`);
      return data.find((each: Json) => each.id === term.id);
    },
    schedule: async (until) => {
      const query = until === undefined ? "" : `?until=${until}`;
      return (await client.ok("GET", `${contractPath}/invoice-schedule${query}`)).data;
    },
  };
}

/** Lines as people read them: "issue date | first day – last day | total", in the order of the schedule. */
export function linesOf(schedule: readonly Json[]): string[] {
  return schedule.flatMap(({ issueDate, lineItems }) =>
    lineItems.map((line: Json) => `${issueDate} | ${line.serviceStartDate} – ${line.serviceEndDate} | ${line.total}`),
  );
}

/** Revenue of a contract month by month, "2026-01 100.00", all of its performance obligations together. */
export async function revenueOf(client: Client, contractId: string): Promise<string[]> {
  const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${contractId}&limit=1000`);
  const months = Map.groupBy(data as Json[], ({ timeframe }) => timeframe as string);
  return [...months]
    .map(([month, entries]) => `${month} ${sumOf(entries.map(({ amount }) => amount))}`)
    .filter((text) => !text.endsWith(" 0.00"))
    .toSorted();
}

/** The payload of an answer that must be a success. */
export function payloadOf(answer: ApiAnswer): Json {
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer.body.payload;
}
