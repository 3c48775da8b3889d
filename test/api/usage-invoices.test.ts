import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf } from "../support/client.ts";
import { meteringOn, tiered } from "../support/usage-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const book = async (clock = "2026-01-01T12:00:00Z"): Promise<Client> => clientOf(api, await api.newMerchant(clock));

describe("a month of usage is billed once it is over and its days of grace have passed", () => {
  test("in arrears, dated the day after its period", async () => {
    const client = await book();
    const metering = await meteringOn(client);
    await metering.addTerm("0.05");
    await metering.approve();
    await metering.use(["2026-01-01", "10"]);
    await client.advance("2026-02-03T00:00:00Z");
    await metering.use(["2026-01-31T23:59:59.999Z", "20"], ["2026-02-01T00:00:00Z", "7"]);
    assert.deepEqual(await metering.invoices(), []);
    await client.advance("2026-02-04T00:00:00Z");
    assert.deepEqual(await metering.invoices(), ["2026-02-01 | USAGE 01-01–01-31 30 = 1.50"]);
    await client.advance("2026-03-04T00:00:00Z");
    assert.deepEqual((await metering.invoices()).slice(1), ["2026-03-01 | USAGE 02-01–02-28 7 = 0.35"]);
  });
});
