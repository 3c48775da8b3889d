import type { Db } from "../../src/platform/db/pool.ts";
import { type Finding, findingsOf } from "../../src/reports/doctor/finding.ts";
import { type DoctorOptions, examine } from "../../src/reports/doctor/service.ts";

/** What is broken in the books; nothing when all is well. */
export async function runDoctor(db: Db, options: DoctorOptions = {}): Promise<Finding[]> {
  return findingsOf(await examine(db, options));
}
