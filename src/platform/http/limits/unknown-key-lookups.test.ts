import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Authenticate } from "../authorization.ts";
import type { Principal } from "../endpoint.ts";
import { TransportError } from "../errors.ts";
import { unknownKeyLookups } from "./unknown-key-lookups.ts";

const principal: Principal = { keyId: "k", userId: null, merchantId: "m", access: "WRITE", role: null };
const noPause = () => Promise.resolve();
const settled = () => new Promise((resolve) => setImmediate(resolve));
const isLimited = (error: unknown) => error instanceof TransportError && error.rejection.status === 429;

/** Lookups that end on command; a key that begins with "right" is valid. */
function slowLookups() {
  const asked: string[] = [];
  const ends: (() => void)[] = [];
  const lookUp = (key: string) => {
    asked.push(key);
    return new Promise<Principal | undefined>((resolve) => {
      ends.push(() => resolve(key.startsWith("right") ? principal : undefined));
    });
  };
  const authenticate: Authenticate = {
    signInMethods: [],
    key: lookUp,
    session: async () => undefined,
    download: async () => undefined,
  };
  const endAll = async () => {
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end();
      await settled();
    }
  };
  return { asked, authenticate, endAll };
}

describe("lookups of keys that are not cached", () => {
  test("200 invalid keys from one address use two connections, and most are rejected", async () => {
    const { asked, authenticate, endAll } = slowLookups();
    const { key: lookUp } = unknownKeyLookups(authenticate, Date.now, noPause);
    const answers = Promise.allSettled(
      Array.from({ length: 200 }, (_, index) => lookUp(`made up ${index}`, "10.0.0.1")),
    );
    await settled();
    assert.equal(asked.length, 2);
    const other = lookUp("right", "10.0.0.2");
    await settled();
    assert.equal(asked.at(-1), "right", "another address is not in their way");
    await endAll();
    assert.equal(await other, principal);
    const settledAnswers = await answers;
    const limited = settledAnswers.filter((answer) => answer.status === "rejected" && isLimited(answer.reason));
    assert.equal(limited.length, 168);
  });

  test("a key that was valid before does not wait, and is looked up nevertheless", async () => {
    const { asked, authenticate, endAll } = slowLookups();
    let minutes = 0;
    const { key: lookUp } = unknownKeyLookups(authenticate, () => minutes * 60_000, noPause);
    const first = lookUp("right", "10.0.0.1");
    await settled();
    await endAll();
    await first;
    void Promise.allSettled(Array.from({ length: 20 }, (_, index) => lookUp(`made up ${index}`, "10.0.0.1")));
    const again = lookUp("right", "10.0.0.1");
    assert.equal(asked.at(-1), "right");
    minutes = 11;
    void lookUp("right", "10.0.0.1");
    await settled();
    assert.equal(asked.filter((key) => key === "right").length, 2, "after ten minutes it waits like any other");
    await endAll();
    await again;
  });

  test("a wrong key keeps its turn for a moment when others of its address wait, and not when it is alone", async () => {
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    const authenticate: Authenticate = {
      ...{ signInMethods: [], session: async () => undefined, download: async () => undefined },
      key: async (key) => (key === "right" ? principal : undefined),
    };
    const { key: lookUp } = unknownKeyLookups(authenticate, Date.now, pause);
    for (const key of ["wrong 1", "wrong 2", "right"]) await lookUp(key, "10.0.0.1");
    await Promise.all(["wrong 3", "right"].map((key, index) => lookUp(key, `10.0.1.${index}`)));
    assert.equal(pauses, 0);
    await Promise.all(["wrong 4", "wrong 5", "wrong 6"].map((key) => lookUp(key, "10.0.0.1")));
    assert.equal(pauses, 2, "all but the last, behind which nobody waits");
  });

  test("many first requests with one key are one lookup", async () => {
    const { asked, authenticate, endAll } = slowLookups();
    const { key: lookUp } = unknownKeyLookups(authenticate, Date.now, noPause);
    const answers = Promise.all(Array.from({ length: 100 }, () => lookUp("right", "10.0.0.1")));
    await settled();
    assert.deepEqual(asked, ["right"]);
    await endAll();
    assert.ok((await answers).every((answer) => answer === principal));
  });
});
