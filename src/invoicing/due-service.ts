import type { Day } from "../kernel/day.ts";
import type { Tx } from "../platform/db/pool.ts";
import { analyzeChangedTables } from "../platform/db/statistics.ts";
import { type Failure, throwFailures, tryBatch } from "../platform/failures.ts";
import { type DueWork, read, type WriteContext, write } from "../platform/write.ts";

const contractsPerBatch = 250;

/** Contracts with something due by `through`, in id order from the one behind `after`, at most `limit`. */
type ContractsDue = (
  tx: Tx,
  merchantId: string,
  page: { through: Day; after: string | undefined; limit: number },
) => Promise<string[]>;

/** Work on contracts on which something has become due, in batches. */
export function dueOnContracts(
  name: string,
  nextDate: DueWork["nextDate"],
  contractsDue: ContractsDue,
  work: (ctx: WriteContext, contractIds: readonly string[]) => Promise<void>,
): DueWork {
  return {
    name,
    nextDate,
    run: async (platform, options) => {
      const failures: Failure<string>[] = [];
      let after: string | undefined;
      for (;;) {
        const contractIds = await read(platform, options.merchantId, ({ tx, merchant, clock }) =>
          contractsDue(tx, merchant.id, { through: clock.today, after, limit: contractsPerBatch }),
        );
        if (contractIds.length === 0) break;
        const inOne = (ids: readonly string[]) => write(platform, options, (ctx) => work(ctx, ids));
        failures.push(...(await tryBatch(contractIds, inOne)));
        await analyzeChangedTables(platform.db);
        after = contractIds.at(-1);
      }
      throwFailures(failures, "contracts");
    },
  };
}
