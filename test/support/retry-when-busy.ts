import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

const tries = 20;

/** Repeats a request that was answered 503, after the seconds that the answer says. For requests that must succeed even on a busy machine. */
export async function patiently<Answer extends { readonly status: number; readonly headers: Headers }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send();
    if (answer.status !== 503 || attempt === tries) return answer;
    const seconds = Number(answer.headers.get("retry-after"));
    assert.ok(seconds > 0, "a 503 says when to come again");
    await sleep(seconds * 1_000);
  }
}
