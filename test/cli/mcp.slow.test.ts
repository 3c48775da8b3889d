import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";

const program = join(import.meta.dirname, "../../bin/accord.js");
let api: TestApi;
const assistant = new Client({ name: "test", version: "1" });
before(async () => {
  api = await startApi();
  const guide = readFileSync(join(import.meta.dirname, "../../docs/assistants.md"), "utf8");
  const [, entry = ""] = /```json\n([\s\S]*?)```/.exec(guide) ?? [];
  const { args: documented, env: variables } = JSON.parse(entry).mcpServers.accord;
  assert.deepEqual(Object.keys(variables), ["ACCORD_API_KEY"]);
  const env = { ...process.env, ACCORD_API_KEY: api.merchants.A.writeKey } as Record<string, string>;
  const args = [program, ...documented.map((arg: string) => (arg.startsWith("http") ? api.url : arg))];
  await assistant.connect(new StdioClientTransport({ command: process.execPath, args, env }));
});
after(async () => {
  await assistant.close();
  await api.close();
});

async function call(name: string, input: Record<string, unknown>): Promise<{ text: string; isError: boolean }> {
  const { content, isError } = (await assistant.callTool({ name, arguments: input })) as Json;
  return { text: content[0].text, isError: isError === true };
}

describe("accord mcp", () => {
  test("has four tools, none of which changes anything", async () => {
    const { tools } = await assistant.listTools();
    assert.deepEqual(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
      ["find_operations", "describe_operation", "read", "preview"].map((name) => [name, true]),
    );
  });

  test("lets an assistant find an operation, read its parameters, and call it", async () => {
    const found = await call("find_operations", { about: "create contract" });
    assert.match(found.text, /^previewCreateContract \(preview\): .*POST \/v3\/contracts\/preview$/m);
    const described = await call("describe_operation", { operationId: "previewCreateContract" });
    assert.match(described.text, /"references":/);
    const shown = await call("preview", { operationId: "previewCreateContract", body: { name: "Northwind" } });
    assert.equal(JSON.parse(shown.text).payload.dryRun, true);

    const client = clientOf(api, api.merchants.A);
    assert.equal((await client.ok("GET", "/v3/contracts")).totalItems, 0, "a preview creates nothing");
    const { id } = await client.ok("POST", "/v3/customers", { name: "Southwind" });
    const read = await call("read", { operationId: "getCustomer", parameters: { id } });
    assert.equal(JSON.parse(read.text).payload.name, "Southwind");
  });

  test("returns a rejection of the API, and an invalid call, as an error that says what to change", async () => {
    const rejected = await call("preview", { operationId: "previewCreateContract", body: { nam: "A" } });
    assert.deepEqual([rejected.isError, JSON.parse(rejected.text).error.errorCode], [true, "VALIDATION_FAILED"]);
    const write = await call("preview", { operationId: "createContract", body: { name: "A" } });
    assert.ok(write.isError && /reads or previews/.test(write.text), write.text);
    const other = await call("read", { operationId: "previewCreateContract" });
    assert.ok(other.isError && /called with the tool preview/.test(other.text), other.text);
    const misspelt = await call("read", { operationId: "listCustomers", parameters: { limt: 1 } });
    assert.ok(misspelt.isError && /no parameter "limt"/.test(misspelt.text), misspelt.text);
  });
});
