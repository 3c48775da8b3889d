/** What the story reads of an answer: ids, and lists in a page. */
export type Answer = {
  readonly id: string;
  readonly billingTermId: string;
  readonly billingTermGroupId: string;
  readonly data: readonly Answer[];
  readonly created: readonly Answer[];
  readonly lineItems: readonly Answer[];
  readonly [field: string]: unknown;
};

/** One request of the public API under the merchant's key; answers its payload. @throws Error when it is rejected */
export type Send = (method: "GET" | "POST" | "PATCH" | "PUT", path: string, body?: object) => Promise<Answer>;

/** What happens to somebody or something, in order. It yields each day, YYYY-MM-DD, until which it waits. */
export type Scene = AsyncGenerator<string, void, void>;

export type Play = {
  readonly send: Send;
  readonly scenes: readonly Scene[];
  /** The first day, on which the sandbox clock stands already, and the last. */
  readonly from: string;
  readonly through: string;
  readonly signal: AbortSignal;
  /** Told of each month that is over, as YYYY-MM. */
  readonly onMonth: (month: string) => void;
};

/**
 * Tells all scenes at once, in the order of their days, moving the sandbox clock from one day to the next: what becomes due on the way
 * is done by it. Of one day, the scenes that come first go first.
 */
export async function play({ send, scenes, from, through, signal, onMonth }: Play): Promise<void> {
  const waiting: { readonly scene: Scene; readonly day: string }[] = [];
  for (const scene of scenes) await goOn(scene);
  let today = from;
  for (;;) {
    signal.throwIfAborted();
    const next = waiting.reduce((first, each) => (each.day < first.day ? each : first), {
      day: through,
      scene: ended(),
    });
    if (next.day > today) {
      await send("POST", "/v3/test-clock/advance", { to: `${next.day}T09:00:00Z` });
      for (const month of monthsBetween(today, next.day)) onMonth(month);
      today = next.day;
    }
    const at = waiting.findIndex(({ scene }) => scene === next.scene);
    if (at < 0) return;
    waiting.splice(at, 1);
    await goOn(next.scene, at);
  }

  async function goOn(scene: Scene, at = waiting.length): Promise<void> {
    const { value: day, done } = await scene.next();
    if (done !== true && day <= through) waiting.splice(at, 0, { scene, day });
  }
}

async function* ended(): Scene {}

/** The months that end after the day `from` and before the day `to`. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = from.slice(0, 7); month < to.slice(0, 7); month = nextMonth(month)) months.push(month);
  return months;
}

/** The month after one, both as YYYY-MM. */
export function nextMonth(month: string): string {
  return Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString();
}
