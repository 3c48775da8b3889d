import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { verifyWebhook } from "@accord/client";
import { Command } from "commander";
import { bashCompletion } from "../../src/cli/completion.ts";
import { forwardEvents } from "../../src/cli/forward.ts";
import { secretText } from "../../src/webhooks/endpoint.ts";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

test("accord listen sends the events after a position of the feed, in order, signed, and continues after a rejection", async () => {
  const { A } = api.merchants;
  const client = clientOf(api, A);
  for (const name of ["Northwind", "Contoso"]) await client.ok("POST", "/v3/customers", { name });
  await client.ok("POST", "/v3/categories", { name: "Services" });
  await api.placeEvents(A);

  const secret = Buffer.alloc(32, 3);
  const got: string[] = [];
  const stop = new AbortController();
  const server = createServer(async (request, response) => {
    request.setEncoding("utf8");
    let body = "";
    for await (const chunk of request) body += chunk;
    const event = await verifyWebhook({ headers: request.headers, body }, secretText(secret));
    got.push(event.type);
    response.writeHead(got.length === 1 ? 500 : 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  const notes: string[] = [];
  const to = new URL(`http://127.0.0.1:${address.port}/accord`);
  const types = ["customer.created", "contract.created"];
  const order = { merchantId: A.merchantId, to, after: 0, types, secret, signal: stop.signal };
  const note = (line: string) => {
    if (notes.push(line) === 3) stop.abort();
  };
  const forwarding = forwardEvents(api.platform.db, { ...order, note });
  await client.ok("POST", "/v3/contracts", { name: "Later" });
  await api.placeEvents(A);
  await forwarding;
  server.closeAllConnections();
  server.close();
  assert.deepEqual(got, ["customer.created", "customer.created", "contract.created"]);
  assert.deepEqual(
    notes.map((note) => note.replace(/^\d+ (\S+) [0-9a-f-]{36}/, "$1")),
    ["customer.created: 500", "customer.created: 204", "contract.created: 204"],
  );
});

test("accord listen stops at once even if its receiver has not answered", { timeout: 8_000 }, async () => {
  const { A } = api.merchants;
  await clientOf(api, A).ok("POST", "/v3/customers", { name: "Fabrikam" });
  await api.placeEvents(A);
  const stop = new AbortController();
  const server = createServer(() => stop.abort());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  const notes: string[] = [];
  const to = new URL(`http://127.0.0.1:${address.port}/accord`);
  const order = { merchantId: A.merchantId, to, after: 0, types: ["customer.created"], secret: Buffer.alloc(32, 3) };
  try {
    await forwardEvents(api.platform.db, { ...order, signal: stop.signal, note: (line) => notes.push(line) });
  } finally {
    server.closeAllConnections();
    server.close();
  }
  assert.match(notes.join("\n"), /^\d+ customer\.created [0-9a-f-]{36}: no answer$/);
});

test("Bash completes commands, subcommands and options, and nothing after an option", () => {
  const advance = new Command("advance").option("--to <moment>").option("--json");
  const script = bashCompletion([new Command("serve"), new Command("clock").addCommand(advance)]);
  const completed = (...words: string[]) => {
    const quoted = words.map((word) => `"${word}"`).join(" ");
    const line = `COMP_WORDS=(accord ${quoted}); COMP_CWORD=${words.length}; _accord; echo "\${COMPREPLY[*]}"`;
    const { stdout, status } = spawnSync("bash", ["-c", `${script}\n${line}`], { encoding: "utf8" });
    assert.equal(status, 0);
    return stdout.trim();
  };
  assert.equal(completed(""), "serve clock");
  assert.equal(completed("cl"), "clock");
  assert.equal(completed("clock", ""), "advance");
  assert.equal(completed("clock", "advance", "--"), "--to --json");
  assert.equal(completed("clock", "advance", "--to", "2"), "");
  assert.equal(completed("nothing", ""), "");
});
