import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, readConfig } from "./config.ts";

const url = "https://api.processor.example:8443";
const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
};

test("the processor is set by address and key together, or not at all", () => {
  assert.equal(readConfig({}).processorA, undefined);
  assert.equal(readConfig({ ACCORD_PROCESSOR_A_URL: " ", ACCORD_PROCESSOR_A_KEY: "" }).processorA, undefined);
  const environment = { ACCORD_PROCESSOR_A_URL: url, ACCORD_PROCESSOR_A_KEY: "rk_1" };
  assert.deepEqual(readConfig(environment).processorA, { url, key: "rk_1" });
  assert.match(problemsOf({ ACCORD_PROCESSOR_A_URL: url }).join(), /together/);
  assert.match(problemsOf({ ACCORD_PROCESSOR_A_KEY: "rk_1" }).join(), /together/);
});

test("the processor's address ends with its port, and its key is never quoted", () => {
  for (const wrong of ["ftp://host", "host", "https://host/v1", "https://user@host", "https://host?x", "https://"]) {
    const problems = problemsOf({ ACCORD_PROCESSOR_A_URL: wrong, ACCORD_PROCESSOR_A_KEY: "rk_1" });
    assert.equal(problems.length, 1, wrong);
  }
  const problems = problemsOf({ ACCORD_PROCESSOR_A_URL: url, ACCORD_PROCESSOR_A_KEY: "rk secret" });
  assert.equal(problems.length, 1);
  assert.ok(!problems.join().includes("secret"));
});
