import { Gauge, type Registry } from "prom-client";
import type { Db } from "../../platform/db/pool.ts";
import { lastExamination } from "../../platform/jobs/examination-queue.ts";
import type { HourlyReport } from "./hourly-service.ts";

type Value = { readonly labels?: Readonly<Record<string, string>>; readonly value: number };

const kinds = ["live", "sandbox"] as const;
const severities = ["violation", "warning"] as const;

/** Gauges: name, help text, label if any, and the values from a report. No values before the first report. */
const gauges: readonly [string, string, string | undefined, (report: HourlyReport) => Value[]][] = [
  [
    "doctor_last_run_timestamp_seconds",
    "When the last hourly examination of the books ended.",
    undefined,
    ({ finishedAt }) => [{ value: Temporal.Instant.from(finishedAt).epochMilliseconds / 1_000 }],
  ],
  ["doctor_seconds", "How long the last hourly examination took.", undefined, ({ seconds }) => [{ value: seconds }]],
  [
    "doctor_merchants_examined",
    "Merchants examined by the last hourly examination.",
    undefined,
    ({ examined }) => [{ value: examined }],
  ],
  [
    "doctor_merchants_failed",
    "Merchants that the last hourly examination could not examine, or count the figures of.",
    undefined,
    ({ failed }) => [{ value: failed }],
  ],
  [
    "doctor_violations",
    "Records that break an invariant, of all merchants.",
    "severity",
    ({ broken }) =>
      severities.map((severity) => ({
        labels: { severity },
        value: Object.values(broken).reduce((sum, counts) => sum + counts[severity], 0),
      })),
  ],
  [
    "invoices_issued",
    "Invoices issued so far.",
    "kind",
    ({ business }) => kinds.map((kind) => ({ labels: { kind }, value: business[kind].invoicesIssued })),
  ],
  [
    "drafts_overdue",
    "Drafts that were due before today.",
    "kind",
    ({ business }) => kinds.map((kind) => ({ labels: { kind }, value: business[kind].draftsOverdue })),
  ],
  [
    "days_since_close",
    "Days since the last close of the merchant whose last close is oldest.",
    "kind",
    ({ business }) =>
      kinds.flatMap((kind) => {
        const days = business[kind].daysSinceClose;
        return days === null ? [] : [{ labels: { kind }, value: days }];
      }),
  ],
];

/** Registers gauges of the last hourly examination, whichever process ran it. */
export function showExamination(registry: Registry, db: Db): void {
  // All gauges are collected at once; they share one query.
  let asking: Promise<HourlyReport | undefined> | undefined;
  const currentReport = () => {
    asking ??= lastExamination<HourlyReport>(db).finally(() => {
      asking = undefined;
    });
    return asking;
  };
  for (const [name, help, label, valuesOf] of gauges) {
    const gauge: Gauge = new Gauge({
      name: `accord_${name}`,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      collect: async () => {
        const report = await currentReport();
        gauge.reset();
        for (const { labels, value } of report === undefined ? [] : valuesOf(report)) {
          if (labels === undefined) gauge.set(value);
          else gauge.set(labels, value);
        }
      },
    });
  }
}
