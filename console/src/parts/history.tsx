import type { AuditEntry } from "@accord/client";
import type { ReactNode } from "react";
import { useSession } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { moment } from "../format/day.ts";
import { Changes } from "./changes.tsx";
import { EmptyState } from "./empty-state.tsx";
import classes from "./history.module.css";
import { Loaded } from "./loaded.tsx";
import { reasonInWords } from "./reason-words.ts";
import { useActorName } from "./use-actor-name.ts";

/** Maximum number of ids in one request. */
const mostIds = 200;

type Props = {
  /** The record, or the record and its parts. */
  readonly entityId: string | readonly string[];
  /** A hint where to look if the history is empty. */
  readonly elsewhere?: ReactNode;
};

/** Who did what with a record, and why, newest first. */
export function History({ entityId, elsewhere }: Props) {
  const within = typeof entityId === "string" ? entityId : { in: entityId.slice(0, mostIds) };
  const entries = useApi("listAuditLog", { filter: { entityId: within }, limit: 100 });
  return (
    <Loaded of={entries}>
      {({ data: entries }) => {
        // Corrections store the former values for earlier months; they are not actions of a person.
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
  return (
    <li className={classes.entry}>
      <span className={classes.what}>{actionTitle(entry.action)}</span>
      <span className={classes.who}>
        {actor(entry.actor)} · {moment(entry.at, merchant.timeZone)}
      </span>
      {entry.reason && (
        <span className={classes.reason}>“{reasonInWords(entry.reason, merchant.timeZone, actor)}”</span>
      )}
      <Changes changes={entry.changes} most={4} />
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
  ...{
    "mark-as-sent": "marked as sent",
    "reverse-write-off": "write-off partly reversed",
    "delete-bulk": "deleted in bulk",
  },
};

/** "billing-term.terminate" as "Billing term terminated". */
export function actionTitle(action: string): string {
  const [subject = "", verb = ""] = action.split(".");
  const title = subject.replaceAll("-", " ");
  const past = pasts[verb] ?? verb.replaceAll("-", " ");
  return `${title.charAt(0).toUpperCase()}${title.slice(1)} ${past}`;
}
