import { formatInstant, wallClock } from "../clock.ts";
import type { Db } from "../db/pool.ts";

/** Records when something was last used, in the background: requests do not wait for it. */
export type Uses = {
  readonly note: (id: string) => void;
  /** Resolves when no write is pending. */
  readonly flushed: () => Promise<void>;
};

const secondsBetween = 60;
const remembered = 10_000;

/**
 * Records the last use of keys with at most one write per key and minute: this process remembers what it wrote, and the statement
 * checks for other processes. A failed write is not repeated; the next use, a minute later, writes again.
 */
export function keyUses(db: Db, now: () => Temporal.Instant = wallClock): Uses {
  return usesBy((keyId, moment) => writeKeyUse(db, keyId, moment), now);
}

/** As {@link keyUses}, for sessions, which end when they have not been used for long. */
export function sessionUses(db: Db): Uses {
  return usesBy((sessionId, moment) => writeSessionUse(db, sessionId, moment), wallClock);
}

function usesBy(write: (id: string, moment: Temporal.Instant) => Promise<void>, now: () => Temporal.Instant): Uses {
  const notedAt = new Map<string, number>();
  const running = new Set<Promise<void>>();
  return {
    note: (id) => {
      const moment = now();
      const before = notedAt.get(id);
      if (before !== undefined && moment.epochMilliseconds - before < secondsBetween * 1_000) return;
      if (notedAt.size >= remembered) notedAt.clear();
      notedAt.set(id, moment.epochMilliseconds);
      const writing = write(id, moment)
        .catch(() => undefined)
        .finally(() => running.delete(writing));
      running.add(writing);
    },
    flushed: async () => {
      await Promise.all(running);
    },
  };
}

async function writeKeyUse(db: Db, keyId: string, moment: Temporal.Instant): Promise<void> {
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

async function writeSessionUse(db: Db, sessionId: string, moment: Temporal.Instant): Promise<void> {
  await db
    .updateTable("user_session")
    .set({ last_seen_at: formatInstant(moment) })
    .where("id", "=", sessionId)
    .where("last_seen_at", "<=", formatInstant(moment.subtract({ seconds: secondsBetween })))
    .execute();
}
