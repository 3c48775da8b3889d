/** The fields of a response that the story reads. */
export type Answer = {
  readonly id: string;
  readonly billingTermId: string;
  readonly billingTermGroupId: string;
  readonly data: readonly Answer[];
  readonly created: readonly Answer[];
  readonly lineItems: readonly Answer[];
  readonly [field: string]: unknown;
};

/** Sends a request to the public API with a key of the merchant and returns the payload. @throws Error if it is rejected */
export type Send = (method: "GET" | "POST" | "PATCH" | "PUT", path: string, body?: object) => Promise<Answer>;

/** A sequence of events. It yields a day, YYYY-MM-DD, whenever it waits until that day. */
export type Scene = AsyncGenerator<string, void, void>;

export type Play = {
  readonly send: Send;
  readonly scenes: readonly Scene[];
  /** The first day, at which the sandbox clock already stands; `through` is the last day. */
  readonly from: string;
  readonly through: string;
  readonly signal: AbortSignal;
  /** Called with each month that is over, as YYYY-MM. */
  readonly onMonth: (month: string) => void;
};

/**
 * Plays all scenes together in the order of their days and advances the sandbox clock from day to day, which also does the work that
 * becomes due. On the same day, scenes are played in the order of the list.
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

/** The months from that of the day `from` to the one before that of the day `to`. */
function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = from.slice(0, 7); month < to.slice(0, 7); month = nextMonth(month)) months.push(month);
  return months;
}

/** The month after a month, both as YYYY-MM. */
export function nextMonth(month: string): string {
  return Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString();
}
