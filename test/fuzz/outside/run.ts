import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startApi } from "../../support/api.ts";
import { openapiDocument } from "../../support/openapi-document.ts";

// Needs Python 3.11 or newer and a package index for pip, so no suite runs it:
//
//   npm run test:schemathesis
//   ACCORD_SCHEMATHESIS="--phases=examples,coverage --seed=7" npm run test:schemathesis

const given = (process.env.ACCORD_SCHEMATHESIS ?? "").split(" ").filter((each) => each !== "");
const binaries = process.platform === "win32" ? "Scripts" : "bin";

/** Left out: what takes the key away, waits for something to happen, or turns the clock for minutes. */
const leftOut = "^/v3/(api-keys|session|test-clock|events-feed)";

test("schemathesis finds no answer that the document does not have, and no valid request that is rejected as invalid", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "accord-schemathesis-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const api = await startApi({ works: true });
  t.after(() => api.close());
  const python = join(folder, "python", binaries, "python");
  const run = runnerIn(folder);
  await run(process.platform === "win32" ? "python" : "python3", ["-m", "venv", "python"]);
  await run(python, ["-m", "pip", "install", "--quiet", "-r", join(import.meta.dirname, "requirements.txt")]);
  for (const file of ["checks.py", "schemathesis.toml"]) await cp(join(import.meta.dirname, file), join(folder, file));
  await writeFile(join(folder, "openapi.json"), JSON.stringify(await openapiDocument(api.url)));
  const { writeKey } = await api.newMerchant("2026-02-15T12:00:00Z");
  const options = ["--url", api.url, "--header", `Authorization: Bearer ${writeKey}`, "--exclude-path-regex", leftOut];
  const program = join(folder, "python", binaries, "schemathesis");
  await run(program, ["run", "openapi.json", ...options, "--continue-on-failure", "--no-color", ...given]);
});

function runnerIn(cwd: string) {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: cwd };
  return async (program: string, args: readonly string[]): Promise<void> => {
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "inherit", "inherit"] });
    const [code] = await once(child, "close");
    assert.equal(code, 0, `${program} ${args.slice(0, 3).join(" ")}`);
  };
}
