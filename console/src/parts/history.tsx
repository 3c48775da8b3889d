import type { AuditEntry } from "@accord/client";
import type { ReactNode } from "react";
import { useSession } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { day, moment } from "../format/day.ts";
import { taxCategoryName } from "../format/tax-categories.ts";
import { plural, word } from "../format/words.ts";
import { EmptyState } from "./empty-state.tsx";
import classes from "./history.module.css";
import { Loaded } from "./loaded.tsx";
import { reasonInWords } from "./reason-words.ts";
import { useActorName } from "./use-actor-name.ts";

/** More ids than this are not asked for at once. */
const mostIds = 200;

type Props = {
  /** Of the record, or of it and its parts. */
  readonly entityId: string | readonly string[];
  /** Where else something stands when there is nothing. */
  readonly elsewhere?: ReactNode;
};

/** Who did what with a record, and why, newest first. */
export function History({ entityId, elsewhere }: Props) {
  const within = typeof entityId === "string" ? entityId : { in: entityId.slice(0, mostIds) };
  const entries = useApi("listAuditLog", { filter: { entityId: within }, limit: 100 });
  return (
    <Loaded of={entries}>
      {({ data: entries }) => {
        // What earlier months go on with after a change is told as proof: it is no deed of its own.
        const data = entries.filter(({ entityType }) => entityType !== "CORRECTION");
        return data.length === 0 ? (
          <EmptyState title="Nobody has changed it">{elsewhere}</EmptyState>
        ) : (
          <ol className={classes.history}>
            {data.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        );
      }}
    </Loaded>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { merchant } = useSession();
  const actor = useActorName();
  const told = entry.changes.filter(({ from, to }) => !isId(from) && !isId(to));
  const shown = (path: string, value: unknown) =>
    /taxCategory$/.test(path) && typeof value === "string" ? taxCategoryName(value) : inWords(value, merchant.timeZone);
  return (
    <li className={classes.entry}>
      <span className={classes.what}>{actionTitle(entry.action)}</span>
      <span className={classes.who}>
        {actor(entry.actor)} · {moment(entry.at, merchant.timeZone)}
      </span>
      {entry.reason && (
        <span className={classes.reason}>“{reasonInWords(entry.reason, merchant.timeZone, actor)}”</span>
      )}
      {told.length > 0 && (
        <span className={classes.changes}>
          {told.slice(0, 4).map(({ path, from, to }) => (
            <span key={path}>
              {fieldTitle(path)}: {from !== null && from !== undefined && <s>{shown(path, from)}</s>} {shown(path, to)}
            </span>
          ))}
          {told.length > 4 && <span>and {told.length - 4} more</span>}
        </span>
      )}
    </li>
  );
}

const pasts: Readonly<Record<string, string>> = {
  ...{ create: "created", update: "changed", delete: "deleted", approve: "approved", issue: "issued", add: "added" },
  ...{ terminate: "terminated", void: "voided", close: "closed", reopen: "reopened", apply: "applied", set: "set" },
  ...{ unapply: "no longer applied", refund: "refunded", return: "returned", advance: "advanced", send: "sent" },
  ...{ treat: "treated", complete: "done", revoke: "revoked", hold: "held", release: "released", process: "checked" },
  ...{ record: "recorded", report: "reported", reverse: "reversed", import: "imported", rename: "renamed" },
  ...{
    receive: "received",
    start: "started",
    end: "ended",
    "record-bulk": "recorded in bulk",
  },
  ...{ amend: "amended", swap: "replaced", reject: "rejected", reinstate: "reinstated" },
  note: "recorded",
  follow: "changed with its billing term",
  ...{ open: "opened", lock: "locked", link: "linked", resolve: "resolved", remove: "removed", retry: "tried again" },
  ...{ disable: "disabled", reconcile: "reconciled", remind: "reminder sent", settings: "settings changed" },
  ...{ "finalize-period": "period finalized", "change-event-type": "event type changed", "set-revenue": "revenue set" },
  ...{ "upload-file": "file uploaded", "remove-file": "file removed", "update-metadata": "details changed" },
  ...{ "mark-as-sent": "marked as sent", "take-back-loss": "loss taken back", "delete-bulk": "deleted in bulk" },
};

/** "billing-term.terminate" as "Billing term terminated". */
export function actionTitle(action: string): string {
  const [subject = "", verb = ""] = action.split(".");
  const title = subject.replaceAll("-", " ");
  const past = pasts[verb] ?? verb.replaceAll("-", " ");
  return `${title.charAt(0).toUpperCase()}${title.slice(1)} ${past}`;
}

function fieldTitle(path: string): string {
  const last = path.split("/").filter(Boolean).at(-1) ?? path;
  return last.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Ids and hashes say nothing to a reader, nor who approved by which key: the line has the name. */
function isId(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isId);
  if (typeof value !== "string") return false;
  return /^(?:[A-Z]+:)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) || /^[0-9a-f]{64}$/.test(value);
}

function inWords(value: unknown, timeZone: string): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (Array.isArray(value)) return value.map((each) => inWords(each, timeZone)).join(", ") || "none";
  if (typeof value === "object") return plural(Object.keys(value).length, "field");
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = String(value).replace(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:/, "");
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return moment(text, timeZone);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return day(text);
  if (/^(?:DAY|[A-Z]{4,}|[A-Z]+(?:_[A-Z]+)+)$/.test(text)) return word(text);
  return text.slice(0, 60);
}
