import { formatInstant, wallClock } from "../clock.ts";
import type { Db } from "../db/pool.ts";

/** Notes when keys were used, beside the requests and not in their way. */
export type KeyUses = {
  readonly note: (keyId: string) => void;
  /** Resolves when nothing is being written any more. */
  readonly flushed: () => Promise<void>;
};

const secondsBetween = 60;
const keysRemembered = 10_000;

/**
 * Notes the last use of keys: at most one write a minute and key, in this process because it remembers, in all of them
 * because the statement looks. A write that fails is not made up for; the next minute brings another one.
 */
export function keyUses(db: Db, now: () => Temporal.Instant = wallClock): KeyUses {
  const notedAt = new Map<string, number>();
  const running = new Set<Promise<void>>();
  return {
    note: (keyId) => {
      const moment = now();
      const before = notedAt.get(keyId);
      if (before !== undefined && moment.epochMilliseconds - before < secondsBetween * 1_000) return;
      if (notedAt.size >= keysRemembered) notedAt.clear();
      notedAt.set(keyId, moment.epochMilliseconds);
      const writing = writeUse(db, keyId, moment)
        .catch(() => undefined)
        .finally(() => running.delete(writing));
      running.add(writing);
    },
    flushed: async () => {
      await Promise.all(running);
    },
  };
}

async function writeUse(db: Db, keyId: string, moment: Temporal.Instant): Promise<void> {
  await db
    .updateTable("api_key")
    .set({ last_used_at: formatInstant(moment) })
    .where("id", "=", keyId)
    .where((where) =>
      where.or([
        where("last_used_at", "is", null),
        where("last_used_at", "<=", formatInstant(moment.subtract({ seconds: secondsBetween }))),
      ]),
    )
    .execute();
}
