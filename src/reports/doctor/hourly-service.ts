import type { Db } from "../../platform/db/pool.ts";
import { throwFailures, tryEach } from "../../platform/failures.ts";
import type { ReportProgress } from "../../platform/jobs/progress.ts";
import { listMerchants } from "../../platform/merchant/merchants.ts";
import type { SigningKey } from "../../platform/signing-key.ts";
import { read } from "../../platform/write.ts";
import { type BusinessFigures, businessFigures } from "./business-store.ts";
import { type CheckResult, checkResultsOf } from "./check-result.ts";
import { examineMerchant } from "./service.ts";

/** Sums over merchants; `daysSinceClose` is the maximum. */
export type Business = Record<"live" | "sandbox", BusinessFigures>;

/** The result of an hourly examination, stored as the output of its job. */
export type HourlyReport = {
  readonly finishedAt: string;
  readonly seconds: number;
  /** The number of merchants that were examined. */
  readonly examined: number;
  /** The number of merchants whose examination or business figures failed. */
  readonly failed: number;
  /** The number of all merchants. */
  readonly merchants: number;
  /** The id of the last merchant that was examined: the next run continues after it. */
  readonly through: string | null;
  /** Violations by merchant and severity; of a merchant that this run did not examine, those of an earlier run. None for merchants without any. */
  readonly broken: Readonly<Record<string, Record<CheckResult["severity"], number>>>;
  readonly business: Business;
};

export type HourlyOptions = {
  readonly db: Db;
  readonly signingKey: SigningKey | undefined;
  /** The report of the run before. */
  readonly before: HourlyReport | undefined;
  /** After this time no further merchant is examined. */
  readonly milliseconds: number;
  /** Aborts when the program ends: no further merchant is examined then. */
  readonly ending: AbortSignal;
  readonly onFindings: (merchantId: string, findings: readonly CheckResult[]) => void;
  readonly onFailure: (merchantId: string, error: unknown) => void;
  readonly report: ReportProgress;
};

/**
 * Examines merchants one after the other in the order of ids, beginning after the last one of the run before, until all are examined, the time is
 * over, or the program ends. Also sums up the business figures of all merchants. Reads only. A merchant that fails is counted, and the next run goes
 * on after it like after any other.
 *
 * @throws AggregateError if all merchants failed
 */
export async function examineHourly(options: HourlyOptions): Promise<HourlyReport> {
  const { db, signingKey, before, milliseconds, ending, onFindings, onFailure, report } = options;
  const begin = performance.now();
  const merchants = (await listMerchants(db)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const business: Business = { live: none, sandbox: none };
  const ids = merchants.map(({ id }) => id);
  const broken = Object.fromEntries(Object.entries(before?.broken ?? {}).filter(([id]) => ids.includes(id)));
  const withoutFigures = await tryEach(merchants, async ({ id, isSandbox }) => {
    const figures = await read({ db }, id, ({ tx, clock }) => businessFigures(tx, id, clock.today));
    const kind = isSandbox ? "sandbox" : "live";
    business[kind] = summed(business[kind], figures);
  });
  const through = before?.through ?? "";
  const inTurn = [...ids.filter((id) => id > through), ...ids.filter((id) => id <= through)];
  const end = performance.now() + milliseconds;
  const tried: string[] = [];
  const withoutFindings = await tryEach(inTurn, async (id) => {
    if (performance.now() > end || ending.aborted) return;
    report(tried.length, ids.length);
    tried.push(id);
    const findings = checkResultsOf(await examineMerchant(db, id, { signingKey }));
    delete broken[id];
    if (findings.length === 0) return;
    broken[id] = { violation: countOf(findings, "violation"), warning: countOf(findings, "warning") };
    onFindings(id, findings);
  });
  const failures = new Map([
    ...withoutFigures.map(({ item, error }) => [item.id, error] as const),
    ...withoutFindings.map(({ item, error }) => [item, error] as const),
  ]);
  for (const [id, error] of failures) onFailure(id, error);
  if (failures.size === ids.length) throwFailures([...withoutFigures, ...withoutFindings], "merchants");
  return {
    finishedAt: Temporal.Now.instant().toString({ smallestUnit: "millisecond" }),
    seconds: (performance.now() - begin) / 1_000,
    examined: tried.length - withoutFindings.length,
    failed: failures.size,
    merchants: ids.length,
    through: tried.at(-1) ?? before?.through ?? null,
    broken,
    business,
  };
}

const none: BusinessFigures = { invoicesIssued: 0, draftsOverdue: 0, daysSinceClose: null };

function summed(a: BusinessFigures, b: BusinessFigures): BusinessFigures {
  const days = [a.daysSinceClose, b.daysSinceClose].filter((each) => each !== null);
  return {
    invoicesIssued: a.invoicesIssued + b.invoicesIssued,
    draftsOverdue: a.draftsOverdue + b.draftsOverdue,
    daysSinceClose: days.length === 0 ? null : Math.max(...days),
  };
}

function countOf(findings: readonly CheckResult[], severity: CheckResult["severity"]): number {
  return findings.filter((each) => each.severity === severity).reduce((sum, { count }) => sum + count, 0);
}
