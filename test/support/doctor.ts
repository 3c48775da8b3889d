import type { Db } from "../../src/platform/db/pool.ts";
import { type CheckResult, checkResultsOf } from "../../src/reports/doctor/check-result.ts";
import { type DoctorOptions, examine } from "../../src/reports/doctor/service.ts";

/** The failed checks of the books; none if all is well. */
export async function runDoctor(db: Db, options: DoctorOptions = {}): Promise<CheckResult[]> {
  return checkResultsOf(await examine(db, options));
}
