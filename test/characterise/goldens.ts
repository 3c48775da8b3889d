import { beginOf, type Played, playScenario, topics } from "../scenarios/golden/play.ts";
import type { Act } from "../scenarios/golden/scenario.ts";
import type { Json, TestApi } from "../support/api.ts";
import { sumOf } from "../support/contract-view.ts";
import { enablePobs } from "../support/pobs.ts";
import { Book } from "./book.ts";
import { monthOf } from "./days.ts";
import { Dice } from "./dice.ts";
import type { FrozenBook } from "./document.ts";
import { checkSound } from "./invariants.ts";
import type { Oracle } from "./oracles.ts";
import { frozen } from "./play.ts";
import { resultsOf } from "./results.ts";
import { Session } from "./session.ts";

type Story = Played & { readonly title: string; readonly hasPobs: boolean };

/** Golden scenarios by the name that they are frozen under: "golden-time-3". */
export const goldens: readonly { readonly name: string; readonly scenario: Story }[] = Object.entries(topics).flatMap(
  ([topic, scenarios]) =>
    scenarios.map((scenario, index) => ({
      name: `golden-${topic}-${index + 1}`,
      scenario: { ...scenario, hasPobs: scenario.pobs === true },
    })),
);

/** Plays a published case over HTTP; months that come to something else than it says are violations. */
export async function playOracle(api: TestApi, oracle: Oracle): Promise<FrozenBook> {
  const book = await playStory(api, `oracle-${oracle.id}`, oracle);
  const posted = Map.groupBy(book.observer.rows, ({ timeframe }): string => timeframe);
  for (const [month, amount] of Object.entries(oracle.revenue)) {
    const is = sumOf((posted.get(month) ?? []).map((row) => row.amount));
    if (is !== amount) book.violated(`${month} earns ${is}, and ${amount} by ${oracle.title}`);
  }
  return frozen(`oracle-${oracle.id}`, book, await resultsOf(book));
}

/** Plays a golden scenario as a book, so that what its worksheet leaves out is frozen as well. */
export async function playGolden(api: TestApi, name: string, scenario: Story): Promise<FrozenBook> {
  const book = await playStory(api, name, scenario);
  return frozen(name, book, await resultsOf(book));
}

async function playStory(api: TestApi, name: string, scenario: Story): Promise<Book> {
  const merchant = await api.newMerchant(beginOf(scenario));
  const { hasPobs } = scenario;
  if (hasPobs) await enablePobs(api, merchant);
  const session = new Session(api, merchant);
  const currency = (scenario.contract as Json)?.currency ?? "USD";
  const today = beginOf(scenario).slice(0, 10);
  const book = new Book({ session, dice: new Dice(1), today, currency, hasPobs });
  await playScenario(
    {
      ok: (method, path, body) => session.ok(method, path, body),
      drainOutbox: () => session.settle(),
      begun: async ({ customerId, contractId }) => {
        book.names.give(customerId, "Harbour");
        book.names.give(contractId, "contract 1");
        book.contracts.push({ id: contractId, name: "contract 1", path: `/v3/contracts/${contractId}` });
        await book.note({ kind: "contract", words: `${name}: ${scenario.title}`, answer: "200" }, true);
      },
      cameTo: async (day) => {
        book.today = day;
        await book.note({ kind: "advance", words: `it is ${day}`, answer: "200" }, true);
      },
      did: async (act, answer) => {
        giveNames(book, act, answer);
        const closed = answer?.closedMonths?.at(-1);
        const reopened = /reopen-period\?month=([\d-]+)/.exec(act.send)?.[1];
        if (reopened !== undefined) book.closedThrough = monthOf(reopened, -1);
        await book.note({ kind: kindOf(act), words: wordsOf(act), answer: "200" }, true);
        if (closed !== undefined) book.closedThrough = closed;
      },
    },
    scenario,
  );
  await checkSound(api, book);
  return book;
}

/** A request without what it is about: "PATCH billing-terms". */
function kindOf({ send }: Act): string {
  if (/close-period|reopen-period/.test(send)) return send.includes("close-period") ? "close" : "reopen";
  const [method = "", path = ""] = send.split(" ");
  const words = path.split(/[/?]/).filter((part) => !/^(?:v3|v3\.1|\$.*|contracts|month.*|)$/.test(part));
  return `${method} ${words.join(" ")}`;
}

const wordsOf = ({ send, body }: Act): string => (body === undefined ? send : `${send} ${JSON.stringify(body)}`);

function giveNames({ names }: Book, { as }: Act, answer: Json): void {
  for (const { id, name } of answer?.created ?? []) if (name !== null) names.give(id, name);
  if (as === undefined) return;
  const pobId = answer.performanceObligationId;
  if (pobId !== undefined) names.give(pobId, `POB of ${as}`);
  if (answer.billingTermGroupId !== undefined) names.give(answer.billingTermGroupId, `group of ${as}`);
  if (answer.billingTermId !== undefined) names.give(answer.billingTermId, as);
  if (answer.id !== undefined) names.give(answer.id, answer.billingTermId === answer.id ? as : `${as}, its id`);
}
