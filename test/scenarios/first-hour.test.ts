import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";
import { curlRequest, guideBlocks, shellWords } from "../support/guide.ts";
import { guideRunner } from "../support/guide-runner.ts";
import { samplesOf } from "../support/samples.ts";

const guide = readFileSync(new URL("../../docs/first-hour.md", import.meta.url), "utf8");

let api: TestApi;
before(async () => {
  api = await startApi({ works: true });
});
after(() => api.close());

test("docs/first-hour.md: every line answers as the guide shows, in order", async () => {
  const runner = guideRunner(api);
  let requests = 0;
  for (const block of guideBlocks(guide)) requests += await runner.run(block);
  assert.ok(requests >= 50, `${requests} requests`);
});

test("README.md: the first requests answer as it shows", async () => {
  const runner = guideRunner(api);
  runner.variables.set("CONTRACT", await clientOf(api, api.merchants.A).contract());
  let requests = 0;
  for (const block of samplesOf("README.md")) requests += await runner.run(block);
  assert.equal(requests, 3);
});

describe("the reader of shell blocks", () => {
  test("splits and quotes words like a shell", () => {
    const known = new Map([["ID", "7"]]);
    assert.deepEqual(shellWords(`a 'b $ID' "c $ID" {"x":"'$ID'"}`.replace("{", "'{").replace("}", "}'"), known), [
      "a",
      "b $ID",
      "c 7",
      '{"x":"7"}',
    ]);
    assert.throws(() => shellWords("echo 'open", known), /not closed/);
    assert.throws(() => shellWords("echo $NOBODY", known), /NOBODY/);
  });

  test("fails on an unknown flag", () => {
    assert.throws(() => curlRequest(["curl", "-k", "http://x"]), /known: -k/);
  });
});
