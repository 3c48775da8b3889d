import type { Day } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";
import { analyzeChangedTables } from "../platform/db/statistics.ts";
import { type Failure, throwFailures, tryBatch } from "../platform/failures.ts";
import { type DueWork, type Platform, read, type WriteContext, type WriteOptions, write } from "../platform/write.ts";

/** Contracts with something due by `through`, in id order from the one behind `after`, at most `limit`. */
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
   * Has the next batch begin once the one before has its first numbers, so that one is planned while the other is stored. Their
   * order stays, for the next one gets numbers once the one before is committed. Only for work that takes numbers once, when it
   * has locked what it locks: the one before never waits for the next.
   */
  readonly isPlannedAhead?: boolean;
  readonly contractsPerBatch?: number;
};

/** Work on contracts on which something has become due, in batches. */
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
        // Whoever waits for it hears of its failure; until then nobody may.
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

/** Works on a batch in one transaction, and tells when it has its first numbers; adds the contracts that failed. */
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
    write(platform, options, (ctx) => batch.work(toldOfNumbers(ctx, batch.onNumbers), ids));
  batch.failures.push(...(await tryBatch(batch.contractIds, inOne)));
  await analyzeChangedTables(platform.db);
}

function toldOfNumbers(ctx: WriteContext, onNumbers: () => void): WriteContext {
  return {
    ...ctx,
    takeNumbers: async (series, count) => {
      const first = await ctx.takeNumbers(series, count);
      onNumbers();
      return first;
    },
  };
}
