import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { Json, TestApi, TestMerchant } from "../support/api.ts";

export type Answer = {
  readonly status: number;
  readonly isDone: boolean;
  /** "200", or the status and code of a rejection. */
  readonly text: string;
  readonly payload: Json;
};

const pageSize = 1000;
const patience = 50;

/** One merchant's calls over HTTP. A busy machine is asked again; nothing else of an answer is judged. */
export class Session {
  readonly merchant: TestMerchant;
  private readonly api: TestApi;

  constructor(api: TestApi, merchant: TestMerchant) {
    this.api = api;
    this.merchant = merchant;
  }

  async send(method: string, path: string, body?: unknown): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(`${this.api.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.merchant.writeKey}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const { status } = answer;
      const { payload, error }: Json = await answer.json();
      if (status === 503 && attempt < patience) {
        await sleep(100);
        continue;
      }
      const isDone = status < 300;
      return { status, isDone, text: isDone ? `${status}` : `${status} ${error?.errorCode ?? ""}`, payload };
    }
  }

  /** The payload of a request that must succeed. */
  async ok(method: string, path: string, body?: unknown): Promise<Json> {
    const { isDone, text, payload } = await this.send(method, path, body);
    assert.ok(isDone, `${method} ${path}: ${text}`);
    return payload;
  }

  /** Every record of a list. */
  async all(path: string): Promise<Json[]> {
    const records: Json[] = [];
    for (let page = 1; ; page++) {
      const query = `${path.includes("?") ? "&" : "?"}limit=${pageSize}&page=${page}`;
      const { data, totalItems } = await this.ok("GET", path + query);
      records.push(...data);
      if (records.length >= totalItems || data.length === 0) return records;
    }
  }

  /** Does what a worker would do after a write. */
  settle(): Promise<void> {
    return this.api.drainOutbox(this.merchant);
  }
}
