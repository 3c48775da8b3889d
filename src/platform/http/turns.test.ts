import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setImmediate as next } from "node:timers/promises";
import { Type } from "typebox";
import { asWriter, fakeApp } from "../../../test/support/fake-app.ts";
import { forbidden } from "../../kernel/errors.ts";
import { openRoute } from "./open-route.ts";
import { route } from "./route.ts";

/** Counts how many run at once, each for some turns of the event loop. */
function counted() {
  let running = 0;
  let most = 0;
  return {
    most: () => most,
    work: async () => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < 20; turn += 1) await next();
      running -= 1;
    },
  };
}

const [denials, notes, signIns] = [counted(), counted(), counted()];
const common = { tag: "Things", payload: Type.Unknown(), successStatus: 200, errors: [400] } as const;

const { app } = await fakeApp({
  connections: 10,
  registerRoutes: (server) => {
    route(server, {
      ...{ ...common, method: "POST", url: "/v3/guarded", operationId: "guard", summary: "Guard", access: "write" },
      denial: async () => {
        await denials.work();
        return forbidden("KEY_CREATOR_INACTIVE", "No.");
      },
      noteDenial: notes.work,
      handler: async () => ({ payload: null, message: "" }),
    });
    openRoute(server, {
      ...{ ...common, method: "POST", url: "/v3/door", operationId: "enter", summary: "Enter" },
      handler: async () => {
        await signIns.work();
        return { payload: null, message: "" };
      },
    });
  },
});
after(() => app.close());

async function statusesOf(url: string, headers: Record<string, string>, times: number): Promise<number[]> {
  const sent = Array.from({ length: times }, () => app.inject({ method: "POST", url, headers }));
  return (await Promise.all(sent)).map(({ statusCode }) => statusCode);
}

test("a denied request uses a turn of its merchant while its denial is looked up and stored", async () => {
  assert.deepEqual(new Set(await statusesOf("/v3/guarded", asWriter, 30)), new Set([403]));
  assert.equal(denials.most(), 4);
  assert.ok(notes.most() <= 4);
});

test("a denied request gets its denial, with any number at once", async () => {
  assert.deepEqual(new Set(await statusesOf("/v3/guarded", asWriter, 150)), new Set([403]));
});

test("sign-ins take turns by network, and too many are rejected", async () => {
  const statuses = await statusesOf("/v3/door", {}, 40);
  assert.equal(signIns.most(), 2);
  assert.deepEqual(new Set(statuses), new Set([200, 429]));
  assert.equal(statuses.filter((status) => status === 200).length, 32);
});
