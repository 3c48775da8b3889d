import assert from "node:assert/strict";
import type { Json } from "../../support/api.ts";
import { adjustments } from "./adjustments.ts";
import { amendments } from "./amendments.ts";
import { arrears } from "./arrears.ts";
import { books } from "./books.ts";
import { commitments } from "./commitments.ts";
import { consolidated } from "./consolidated.ts";
import { corrections } from "./corrections.ts";
import { credits } from "./credits.ts";
import { holds } from "./holds.ts";
import { measured } from "./measured.ts";
import { modifications } from "./modifications.ts";
import { openings } from "./openings.ts";
import { prices } from "./prices.ts";
import { proposals } from "./proposals.ts";
import { receivables } from "./receivables.ts";
import { residuals } from "./residuals.ts";
import { rulings } from "./rulings.ts";
import type { Act, Scenario } from "./scenario.ts";
import { serviceDays } from "./service-days.ts";
import { sharedPrices } from "./shared-prices.ts";
import { swaps } from "./swaps.ts";
import { taxLocation } from "./tax-location.ts";
import { terminations } from "./terminations.ts";
import { time } from "./time.ts";
import { undated } from "./undated.ts";
import { usage } from "./usage.ts";
import { usageCredits } from "./usage-credits.ts";
import { writeOffs } from "./write-offs.ts";

/** Every golden scenario, by topic. */
export const topics: Readonly<Record<string, readonly Scenario[]>> = {
  ...{ time, serviceDays, arrears, measured, prices, corrections, modifications, amendments, swaps },
  ...{
    terminations,
    residuals,
    sharedPrices,
    credits,
    receivables,
    writeOffs,
    usage,
    usageCredits,
    commitments,
    books,
    holds,
    adjustments,
    consolidated,
    undated,
    taxLocation,
    proposals,
    rulings,
    openings,
  },
};

/** What is played of a scenario: all but its worksheet. */
export type Played = Pick<Scenario, "contract" | "steps">;

/** Whoever plays a scenario: a client of a merchant of its own, whose clock stands at the first day. */
export type Player = {
  /** The payload of a call that must succeed. */
  readonly ok: (method: string, path: string, body?: unknown) => Promise<Json>;
  /** Handles what writes left for the worker. */
  readonly drainOutbox: () => Promise<void>;
  /** Is told of the contract before anything is done to it. */
  readonly begun?: (made: { readonly customerId: string; readonly contractId: string }) => Promise<void>;
  /** Is told of a new day, before what happens on it. */
  readonly cameTo?: (day: string) => Promise<void>;
  /** The status and code of a call that must be rejected; whoever has none leaves such calls out. */
  readonly rejected?: (method: string, path: string, body?: unknown) => Promise<string>;
  /** Is told of everything that was done, and of the answer to it. */
  readonly did: (act: Act, answer: Json) => Promise<void>;
};

/** When the first act of a scenario happens. */
export const beginOf = ({ steps }: Pick<Played, "steps">): string => momentOf(steps[0]?.day ?? "");

const momentOf = (day: string) => `${day}T09:00:00Z`;

/** Does what a scenario says, step by step. */
export async function playScenario(player: Player, { contract, steps }: Played): Promise<void> {
  const { id: customerId } = await player.ok("POST", "/v3/customers", { name: "Harbour Ltd" });
  const body = { name: "Harbour", customerId, ...contract };
  const { id: contractId } = await player.ok("POST", "/v3/contracts", body);
  await player.begun?.({ customerId, contractId });
  const kept = new Map<string, Json>([
    ["customer", customerId],
    ["contract", contractId],
  ]);
  for (const { day, acts } of steps) {
    await player.ok("POST", "/v3/test-clock/advance", { to: momentOf(day) });
    await player.cameTo?.(day);
    for (const act of acts) {
      if (act.rejectedAs !== undefined && player.rejected === undefined) continue;
      const answer = await carryOut(player, act, kept);
      await player.drainOutbox();
      if (act.as !== undefined) kept.set(act.as, answer);
      await player.did(act, answer);
    }
  }
}

async function carryOut(player: Player, { send, body, rejectedAs }: Act, kept: Map<string, Json>): Promise<Json> {
  const text = JSON.stringify([send, body]);
  if (text.includes("$invoices")) kept.set("invoices", await inOrder(player, "/v3/invoices", "invoiceNumber"));
  if (text.includes("$memos")) kept.set("memos", await inOrder(player, "/v3/credit-memos", "creditMemoNumber"));
  const found = text.replaceAll(/\$([A-Za-z]\w*(?:\.\w+)*)/g, (_, path: string) => {
    const [name = "", ...parts] = path.split(".");
    const value = parts.reduce((at: Json, part) => at?.[part], kept.get(name));
    assert.equal(typeof value, "string", `$${path} is known`);
    return value;
  });
  const [request, sent] = JSON.parse(found);
  const [method, path] = request.split(" ");
  const isRejected = rejectedAs !== undefined && player.rejected !== undefined;
  return isRejected ? player.rejected(method, path, sent ?? undefined) : player.ok(method, path, sent ?? undefined);
}

/** Documents that have a number, in its order; sections of one in theirs. */
export async function inOrder({ ok }: Pick<Player, "ok">, path: string, number: string): Promise<Json[]> {
  const { data } = await ok("GET", `${path}?limit=1000`);
  const place = (each: Json) => `${each[number]}/${each.section ?? ""}`;
  return data
    .filter((each: Json) => each[number] !== null)
    .toSorted((a: Json, b: Json) => (place(a) < place(b) ? -1 : 1));
}
