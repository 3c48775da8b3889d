import type { Day } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";
import { analyzeChangedTables } from "../platform/db/statistics.ts";
import { type Failure, throwFailures, tryBatch } from "../platform/failures.ts";
import { type DueWork, type Platform, read, type WriteContext, type WriteOptions, write } from "../platform/write.ts";

/** Contracts with something due by `through`, by id, after `after`, at most `limit`. */
type ContractsDue = (
  tx: Tx,
  merchantId: string,
  page: { through: Day; after: string | undefined; limit: number },
) => Promise<string[]>;

type WorkOnContracts = {
  readonly name: string;
  readonly nextDate: DueWork["nextDate"];
  readonly contractsDue: ContractsDue;
  readonly work: (ctx: WriteContext, contractIds: readonly string[]) => Promise<void>;
  /**
   * If true, a batch begins as soon as the one before has taken its numbers, so that one is planned while the other is stored. Numbers stay
   * in order, because taking numbers waits for the commit of the batch before. Only for work that takes numbers once, after all its locks, so
   * that the earlier batch never waits for the later one.
   */
  readonly isPlannedAhead?: boolean;
  readonly contractsPerBatch?: number;
};

/** Work on contracts with something due, in batches. */
export function dueOnContracts({ contractsPerBatch = 250, isPlannedAhead = false, ...due }: WorkOnContracts): DueWork {
  return {
    name: due.name,
    nextDate: due.nextDate,
    run: async (platform, options) => {
      const failures: Failure<string>[] = [];
      let after: string | undefined;
      let before: Promise<void> | undefined;
      for (;;) {
        const contractIds = await read(platform, options.merchantId, ({ tx, merchant, clock }) =>
          due.contractsDue(tx, merchant.id, { through: clock.today, after, limit: contractsPerBatch }),
        );
        if (contractIds.length === 0) break;
        const numbered = Promise.withResolvers<void>();
        const onNumbers = isPlannedAhead ? numbered.resolve : () => undefined;
        const batch = workOnBatch(platform, options, { contractIds, work: due.work, failures, onNumbers });
        // The failure is reported where the batch is awaited; without this it would be an unhandled rejection.
        batch.catch(() => undefined);
        await Promise.race([numbered.promise, batch]);
        await before;
        before = batch;
        after = contractIds.at(-1);
      }
      await before;
      throwFailures(failures, "contracts");
    },
  };
}

/** Works on a batch in one transaction, signals when it has taken numbers, and adds the contracts that failed. */
async function workOnBatch(
  platform: Platform,
  options: WriteOptions,
  batch: Pick<WorkOnContracts, "work"> & {
    readonly contractIds: readonly string[];
    readonly failures: Failure<string>[];
    readonly onNumbers: () => void;
  },
): Promise<void> {
  const inOne = (ids: readonly string[]) =>
    write(platform, options, (ctx) => batch.work(reportingNumbers(ctx, batch.onNumbers), ids));
  batch.failures.push(...(await tryBatch(batch.contractIds, inOne)));
  await analyzeChangedTables(platform.db);
}

function reportingNumbers(ctx: WriteContext, onNumbers: () => void): WriteContext {
  return {
    ...ctx,
    takeNumbers: async (series, count) => {
      const first = await ctx.takeNumbers(series, count);
      onNumbers();
      return first;
    },
  };
}
