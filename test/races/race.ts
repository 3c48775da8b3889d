import assert from "node:assert/strict";
import pg from "pg";
import type { ApiAnswer, Json, TestApi } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import type { Guard } from "./interference.ts";

/** One race: what is prepared, what happens at once, and what must hold afterwards. */
export type Scenario = {
  /** As in the specification: "RAC-4". */
  readonly id: string;
  readonly title: string;
  /** Runs the race once and throws when the outcome is not one that the specification allows. */
  readonly round: (race: Race) => Promise<void>;
  /** What makes it safe. */
  readonly guard: Guard;
  /** How many rounds of another scenario one round is worth; 1 unless stated. */
  readonly cost?: number;
};

/** What scenarios are written with: the calls of one merchant, and what no endpoint shows. */
export type Race = Client & {
  readonly api: TestApi;
  /** Starts everything before it waits for anything. */
  readonly atOnce: <Answer>(calls: readonly (() => Promise<Answer>)[]) => Promise<Answer[]>;
  readonly upload: (contractId: string, bytes: Uint8Array, query?: string) => Promise<ApiAnswer>;
  /** The audit rows of one record in the order in which their transactions ended. */
  readonly history: (entityId: string) => Promise<AuditRow[]>;
  /** Rows as the owner of the schema sees them. */
  readonly rows: (query: string, values: readonly unknown[]) => Promise<Json[]>;
};

export type AuditRow = {
  readonly action: string;
  readonly changes: readonly { readonly path: string; readonly from: unknown; readonly to: unknown }[];
};

/** The race of a new merchant, on connections of its own for what is looked at from outside. */
export async function openRace(api: TestApi): Promise<{ race: Race; close: () => Promise<void> }> {
  const merchant = await api.newMerchant();
  const owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
  const rows: Race["rows"] = async (query, values) => (await owner.query(query, [...values])).rows;
  const race: Race = {
    ...clientOf(api, merchant),
    api,
    atOnce: (calls) => Promise.all(calls.map((call) => call())),
    upload: async (contractId, bytes, query = "") => {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(bytes)], { type: "application/pdf" }), "contract.pdf");
      const answer = await fetch(`${api.url}/v3/contracts/${contractId}/file${query}`, {
        method: "POST",
        headers: { authorization: `Bearer ${merchant.writeKey}` },
        body: form,
      });
      return { status: answer.status, body: await answer.json(), headers: answer.headers };
    },
    history: (entityId) =>
      rows("select action, changes from audit_log where merchant_id = $1 and entity_id = $2 order by sequence", [
        merchant.merchantId,
        entityId,
      ]),
    rows,
  };
  return { race, close: () => owner.end() };
}

/**
 * No write was decided on a state that another one had already changed: every change starts from what the one before it
 * left. Finds lost updates of every kind, also those whose end result looks right.
 *
 * @param before the record before the race, as its audit rows show it; a path that it does not have starts as it likes
 * @returns the record as the history leaves it
 */
export function assertOneAfterTheOther(before: Json, history: readonly AuditRow[]): Json {
  const state: Record<string, unknown> = { ...before };
  for (const { action, changes } of history) {
    for (const { path, from, to } of changes) {
      if (path in state) assert.deepEqual(from, state[path] ?? null, `${action} started from another ${path}`);
      state[path] = to;
    }
  }
  return state;
}

/** How often each status and code was answered: `{ "200": 1, "400 INVALID_CONTRACT_STATE": 15 }`. */
export function tally(answers: readonly ApiAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = status < 300 ? String(status) : `${status} ${body.error.errorCode}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** Every answer is one of these. */
export function assertOnly(answers: readonly ApiAnswer[], allowed: readonly string[]): void {
  const outcomes = tally(answers);
  const others = Object.keys(outcomes).filter((outcome) => !allowed.includes(outcome));
  assert.deepEqual(others, [], JSON.stringify(outcomes));
}
