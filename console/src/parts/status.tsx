import { word } from "../format/words.ts";
import classes from "./status.module.css";

export type Tone = "good" | "warn" | "bad" | "info" | "quiet";

const tones: Readonly<Record<string, Tone>> = {
  APPROVED: "good",
  PAID: "good",
  APPLIED: "good",
  ACTIVE: "good",
  CLOSED: "good",
  PASSED: "good",
  SYNCED: "good",
  PROCESSED: "info",
  ISSUED: "info",
  OPEN: "info",
  PENDING: "info",
  PARTIALLY_PAID: "info",
  PARTIALLY_APPLIED: "info",
  BLOCKED: "warn",
  OVERDUE: "bad",
  REOPENED: "warn",
  HELD: "warn",
  FAILED: "bad",
  SYNC_FAILED: "bad",
  REJECTED: "bad",
  UNCOLLECTIBLE: "bad",
};

/** The status of a record as a coloured word; the word alone is sufficient. */
export function Status({ code, tone, children }: { code: string; tone?: Tone; children?: string }) {
  return (
    <span className={classes.status} data-tone={tone ?? tones[code] ?? "quiet"}>
      {children ?? word(code)}
    </span>
  );
}
