import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { listOpenJobs } from "../../src/cli/job-store.ts";
import { run } from "../cli/program.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { curlRequest, guideBlocks, shellWords, type Variables } from "../support/guide.ts";

// The guide is run as a shell would run it, top to bottom, without a shell and without curl.

const root = new URL("../../", import.meta.url);
const guide = readFileSync(new URL("docs/first-hour.md", root), "utf8");

let api: TestApi;
before(async () => {
  api = await startApi({ works: true });
});
after(() => api.close());

const variables: Variables = new Map();

/** Sends the request of a curl line; answers its status and the text of its body. */
async function answerOf(line: string): Promise<{ status: number; text: string }> {
  const { method, url, headers, body, form } = curlRequest(shellWords(line, variables));
  const answer = await fetch(url, {
    method,
    headers: headers.map(([name, value]) => [name, value] as [string, string]),
    ...(body === undefined ? {} : { body }),
    ...(form === undefined ? {} : { body: upload(form) }),
  });
  return { status: answer.status, text: await answer.text() };
}

function upload(form: string): FormData {
  const [, part = "", path = ""] = /^(\w+)=@(.+)$/.exec(form) ?? [];
  const data = new FormData();
  // curl takes the type from the name of the file.
  data.set(part, new Blob([readFileSync(new URL(path, root))], { type: "application/pdf" }), basename(path));
  return data;
}

/** What `sleep` in the guide waits for, however slow the machine. */
async function cleared(): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    await api.drainOutbox(api.merchants.A);
    if ((await listOpenJobs(api.platform.db, 1)).length === 0) return;
    assert.ok(performance.now() < deadline, "jobs end");
    await sleep(50);
  }
}

async function runProgram(line: string): Promise<void> {
  const [, ...args] = shellWords(line, variables);
  const { code, stderr } = await run(args, { DATABASE_URL: api.connectionString });
  assert.equal(code, 0, `${line}: ${stderr}`);
}

/** Runs one line; answers the status of its request, or undefined for a line without one. */
async function runLine(line: string): Promise<number | undefined> {
  const [, name, taken, field] = /^([A-Z]+)=\$\((curl .*) \| field (\w+)\)$/.exec(line) ?? [];
  if (line.startsWith("curl ") || taken !== undefined) {
    const { status, text } = await answerOf(taken ?? line);
    if (name === undefined) return status;
    const value = new RegExp(`"${field}":"([^"]*)"`).exec(text)?.[1];
    assert.ok(value !== undefined, `${line}: ${text}`);
    variables.set(name, value);
    return status;
  }
  if (line.startsWith("./accord ")) await runProgram(line);
  else if (line.startsWith("sleep ")) await cleared();
  else if (!line.startsWith("export ") && !line.startsWith("field() ")) {
    const [, assigned = "", value = ""] = /^([A-Z]+)=(.*)$/.exec(line) ?? [];
    assert.ok(assigned !== "", `a line that the guide may have: ${line}`);
    variables.set(assigned, shellWords(value, variables).join(" "));
    if (assigned === "API") variables.set("API", `${api.url}/v3`);
  }
  return undefined;
}

test("docs/first-hour.md: every line answers what the guide says, in order", async () => {
  variables.set("ACCORD_KEY", api.merchants.A.writeKey).set("ACCORD_READ_KEY", api.merchants.A.readKey);
  let requests = 0;
  for (const { lines, statuses } of guideBlocks(guide)) {
    const answered: number[] = [];
    for (const line of lines) {
      const status = await runLine(line);
      if (status !== undefined) answered.push(status);
    }
    assert.deepEqual(answered, statuses, lines.join("\n"));
    requests += answered.length;
  }
  assert.ok(requests >= 50, `${requests} requests`);
});

describe("what the guide is read with", () => {
  test("words are put together as a shell does", () => {
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

  test("a flag that it does not know is not passed over", () => {
    assert.throws(() => curlRequest(["curl", "-k", "http://x"]), /known: -k/);
  });
});
