import assert from "node:assert/strict";
import { test } from "node:test";
import { repairAccess } from "../../src/platform/db/access.ts";
import { startApi } from "../support/api.ts";
import { execute } from "../support/template.ts";

test("a server whose role lost a right is not ready and names it, and is ready once it is granted again", async () => {
  await using stack = new AsyncDisposableStack();
  const api = await startApi();
  stack.defer(api.close);
  const ready = async () => {
    const answer = await fetch(`${api.url}/ready`);
    return { status: answer.status, text: await answer.text() };
  };
  assert.equal((await ready()).status, 200);
  await execute(api.connectionString, "revoke insert on journal_line from accord_app");
  const { status, text } = await ready();
  assert.equal(status, 503);
  assert.match(text, /lacks INSERT on journal_line.*accord migrate/);
  await repairAccess(api.connectionString);
  assert.equal((await ready()).status, 200);
});
