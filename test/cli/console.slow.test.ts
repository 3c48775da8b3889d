import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryDataDirectory } from "../support/data-directory.ts";
import { killLeftOver, launch, until } from "./program.ts";

// The console as `npm start` serves it: built where its sources changed, shown as soon as it and the demo are there.

after(killLeftOver);

test("the first start shows its progress, then the console, and prints a sign-in link", async (t) => {
  const directory = await temporaryDataDirectory();
  const environment = { ACCORD_DATA_DIR: directory.path, ACCORD_CONSOLE: "on", PORT: "0" };
  const program = launch(["serve"], environment);
  t.after(async () => {
    killLeftOver();
    await program.closed;
    await directory.remove();
  });
  await until(program, () => /^listening on http/m.test(program.stdout()));
  const early = /^listening on (http:\S+)/m.exec(program.stdout())?.[1] ?? "";
  const page = async (url: string) => (await fetch(url, { headers: { accept: "text/html" } })).text();
  assert.match(await page(early), /Accord is starting/);
  assert.equal((await fetch(`${early}/health`)).status, 200, "the API answers meanwhile");

  await until(program, () => program.stdout().includes("is ready."));
  const link = /sign in +(\S+)/.exec(program.stdout())?.[1] ?? "";
  const [url = "", token = ""] = link.split("/sign-in#token=");
  let shown = await page(url);
  for (let tries = 0; shown.includes("Accord is starting") && tries < 300; tries += 1) {
    await sleep(100);
    shown = await page(url);
  }
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(shown)?.[1];
  assert.ok(script, shown);
  const asset = await fetch(`${url}${script}`, { headers: { "accept-encoding": "br" } });
  assert.deepEqual([asset.status, asset.headers.get("content-encoding")], [200, "br"]);

  const signedIn = await fetch(`${url}/v3/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  assert.equal(signedIn.status, 201);
  const { payload } = JSON.parse(await signedIn.text());
  assert.deepEqual([payload.merchant.name, payload.role], ["Acme Cloud", "OWNER"]);
});
