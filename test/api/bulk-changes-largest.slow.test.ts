import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { mostRows } from "../../src/actions/bulk-change.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { placeOf, sendBulk } from "../support/bulk-change-client.ts";
import { clientOf, priced } from "../support/client.ts";
import { processorMillisecondsOf } from "../support/processor-time.ts";
import { type TermClient, termBody, termOn } from "../support/term-client.ts";

// How long the largest file takes decides how many rows a file may have (ADR 0039).

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

test("the largest file is previewed and carried out under its plan within the time-out of a client", async (t) => {
  const client = clientOf(api, await api.newMerchant("2026-06-16T00:00:00Z"));
  const terms: TermClient[] = [];
  for (let each = 0; each < mostRows; each++) {
    terms.push(await termOn(client, termBody({ interval: "MONTH", ...priced("100.00") })));
  }
  const rows = terms.map((term, index) => ({
    ...{ action: "PRICE", ...placeOf(term), effectiveDate: "2026-06-16", amount: `${110 + index}.00` },
    settlement: "IMMEDIATE",
  }));
  let planHash = "";
  const timed = async (query: string, headers: Record<string, string> = {}) => {
    const milliseconds = await processorMillisecondsOf(async () => {
      const { body } = await sendBulk(client, rows, query, headers);
      assert.equal(body.success, true, JSON.stringify(body.error));
      planHash = body.payload.planHash;
    });
    return Math.round(milliseconds / 100) / 10;
  };
  const dry = await timed("?dryRun=true");
  const done = await timed("", { "if-plan": planHash });
  t.diagnostic(`${mostRows} rows, processor time: dry run ${dry} s, under its plan ${done} s`);
  assert.ok(dry < 30 && done < 60, `${dry} s and ${done} s`);
});
