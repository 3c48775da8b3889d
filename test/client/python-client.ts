import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { startApi } from "../support/api.ts";
import { openapiDocument } from "../support/openapi-document.ts";

// Needs Python 3.11 or newer and a package index for pip, so no suite runs it:
//
//   npm run test:python

const workspace = join(import.meta.dirname, "../../packages/generated-clients");
const binaries = process.platform === "win32" ? "Scripts" : "bin";

test("openapi-python-client makes a client of the document that passes mypy --strict and syncs with a server", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "accord-python-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const api = await startApi();
  t.after(() => api.close());
  const run = runnerIn(folder);
  const python = join(folder, "python", binaries, "python");
  await run(process.platform === "win32" ? "python" : "python3", ["-m", "venv", "python"]);
  await run(python, ["-m", "pip", "install", "--quiet", "-r", join(workspace, "python-requirements.txt")]);

  await writeFile(join(folder, "openapi.json"), JSON.stringify(await openapiDocument(api.url)));
  const generate = ["generate", "--path", "openapi.json", "--output-path", "accord_client", "--meta", "none"];
  const said = await run(join(folder, "python", binaries, "openapi-python-client"), generate);
  const leftOut = [...said.matchAll(/WARNING parsing (\S+ \S+)[\s\S]*?\((?<why>[^)]+)\)/g)];
  const reasons = new Set(leftOut.map(({ groups }) => groups?.why));
  // Files are fetched by an address of their own: the generator knows JSON alone.
  const files = ["Unsupported content_type application/pdf", "Unsupported content_type application/xml"];
  assert.deepEqual([...reasons].toSorted(), files, said);

  await copyFile(join(workspace, "python_sync.py"), join(folder, "python_sync.py"));
  const checked = await run(python, ["-m", "mypy", "--strict", "accord_client", "python_sync.py"]);
  t.diagnostic(checked.trim());
  const { writeKey } = await api.newMerchant();
  const answer = await run(python, ["python_sync.py", api.url, writeKey]);
  assert.deepEqual(JSON.parse(answer), ["Plan A", "Plan B", "Plan C", "NEW", "CONTRACT_NOT_FOUND"]);
});

function runnerIn(cwd: string) {
  const env = { ...process.env, NO_COLOR: "1", COLUMNS: "400", PYTHONDONTWRITEBYTECODE: "1" };
  return async (program: string, given: readonly string[]): Promise<string> => {
    try {
      const { stdout, stderr } = await promisify(execFile)(program, given, { cwd, env, maxBuffer: 64 << 20 });
      return `${stdout}${stderr}`;
    } catch (error) {
      const { message, stdout = "", stderr = "" } = error as Error & { stdout?: string; stderr?: string };
      throw new Error(`${message}\n${stdout}${stderr}`, { cause: error });
    }
  };
}
