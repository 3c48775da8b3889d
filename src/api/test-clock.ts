import type { FastifyInstance } from "fastify";
import { formatInstant } from "../platform/clock.ts";
import { route } from "../platform/http/route.ts";
import { Closed, Instant } from "../platform/http/wire.ts";
import { answeredBefore, answerWrite, writeOptions } from "../platform/run-write.ts";
import { arrive, doWorkUntil, sandboxNow } from "../platform/sandbox/clock.ts";
import type { Platform } from "../platform/write.ts";

const ClockView = Closed({ now: Instant() });

/** Milliseconds: less than a proxy waits for an answer. */
const longestAdvance = 90_000;

export function registerTestClockRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/test-clock",
    operationId: "getTestClock",
    summary: "Get the sandbox clock",
    tag: "Sandbox",
    access: "read",
    payload: ClockView,
    successStatus: 200,
    errors: [400],
    errorCodes: ["NOT_SANDBOX"],
    handler: async ({ principal }) => {
      const now = await sandboxNow(platform, principal.merchantId);
      return { payload: { now: formatInstant(now) }, message: "Test clock." };
    },
  });

  route(app, {
    method: "POST",
    url: "/v3/test-clock/advance",
    operationId: "advanceTestClock",
    summary: "Advance the sandbox clock",
    description:
      "Forward only. Everything due on the way, such as issuing invoices, is done before the call answers. An advance of more than 90 s takes several calls: 503 says how far it came, and the same request continues.",
    tag: "Sandbox",
    access: "write",
    isHeavy: true,
    body: Closed({ to: Instant() }),
    payload: ClockView,
    successStatus: 200,
    errors: [400],
    errorCodes: ["NOT_SANDBOX", "CLOCK_BACKWARDS"],
    handler: async (request) => {
      const before = await answeredBefore(platform, request);
      if (before !== undefined) return before;
      const to = Temporal.Instant.from(request.body.to);
      const start = await doWorkUntil(platform, writeOptions(request), to, longestAdvance);
      return answerWrite(platform, request, async (ctx) => {
        await arrive(ctx, { start, to });
        return { payload: { now: formatInstant(to) }, message: "Test clock advanced." };
      });
    },
  });
}
