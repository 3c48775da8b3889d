import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { listOpenJobs } from "../../src/cli/job-store.ts";
import { run } from "../cli/program.ts";
import type { TestApi } from "./api.ts";
import { curlRequest, type GuideBlock, shellWords, type Variables } from "./guide.ts";

const root = new URL("../../", import.meta.url);

/** Runs blocks of a guide like a shell, but without a shell and curl, against a server with a worker. */
export type GuideRunner = {
  readonly variables: Variables;
  /** Runs a block and checks that every request has the status that the guide says, in order; returns the number of requests. */
  readonly run: (block: GuideBlock) => Promise<number>;
};

/** Runs as merchant A of the server; its keys are in `ACCORD_KEY` and `ACCORD_READ_KEY`. */
export function guideRunner(api: TestApi): GuideRunner {
  const { writeKey, readKey } = api.merchants.A;
  const variables: Variables = new Map([
    ["ACCORD_KEY", writeKey],
    ["ACCORD_READ_KEY", readKey],
  ]);

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

  /** Replaces `sleep` of the guide: waits until the work is done, however slow the machine. */
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

  /** Runs one line; returns the status of its request, or undefined for a line without one. */
  async function runLine(line: string): Promise<number | undefined> {
    const [, name, taken, field] = /^([A-Z]+)=\$\((curl [\s\S]*) \| field (\w+)\)$/.exec(line) ?? [];
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

  return {
    variables,
    run: async ({ lines, statuses }) => {
      const answered: number[] = [];
      for (const line of lines) {
        const status = await runLine(line);
        if (status !== undefined) answered.push(status);
      }
      assert.deepEqual(answered, statuses, lines.join("\n"));
      return answered.length;
    },
  };
}

function upload(form: string): FormData {
  const [, part = "", path = ""] = /^(\w+)=@(.+)$/.exec(form) ?? [];
  const data = new FormData();
  // curl derives the type from the file name.
  data.set(part, new Blob([readFileSync(new URL(path, root))], { type: "application/pdf" }), basename(path));
  return data;
}
