import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { followRequests } from "../../src/cli/logs.ts";
import { startApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";

test("accord logs tail shows the latest requests of its merchant and then each new one, once", async () => {
  const api = await startApi({ logsRequests: true });
  const stop = new AbortController();
  const printed: string[] = [];
  const until = async (shown: (line: string) => boolean) => {
    for (let tries = 0; tries < 600; tries++) {
      if (printed.some(shown)) return;
      await sleep(50);
    }
    throw new Error(`not shown: ${printed.join("\n")}`);
  };
  try {
    const [client, other] = [clientOf(api, api.merchants.A), clientOf(api, api.merchants.B)];
    const send = (name: string) => client.send("POST", "/v3/categories", { name }, { "x-request-id": `makes-${name}` });
    for (const name of ["one", "two", "three"]) await send(name);
    await other.send("POST", "/v3/categories", { name: "theirs" }, { "x-request-id": "makes-theirs" });
    for (let tries = 0; tries < 600; tries++) {
      if ((await client.ok("GET", "/v3/request-log")).totalItems === 3) break;
      await sleep(50);
    }
    const { merchantId } = client.merchant;
    const order = { merchantId, lines: 2, signal: stop.signal, print: (line: string) => void printed.push(line) };
    const following = followRequests(api.platform.db, order);
    await until((line) => line.endsWith("makes-three"));
    await send("four");
    await client.send("POST", "/v3/categories", { name: 5 }, { "x-request-id": "is-rejected" });
    await until((line) => line.endsWith("is-rejected"));
    await until((line) => line.endsWith("makes-four"));
    stop.abort();
    await following;
    const ids = printed.map((line) => line.split(" ").at(-1));
    assert.deepEqual(ids.toSorted(), ["is-rejected", "makes-four", "makes-three", "makes-two"]);
    const rejected = printed.find((line) => line.endsWith("is-rejected")) ?? "";
    assert.match(rejected, /^\d{4}-\S+Z 400 POST \/v3\/categories VALIDATION_FAILED \d+ ms is-rejected$/);
  } finally {
    stop.abort();
    await api.close();
  }
});
