import type { AuditEntry } from "@accord/client";
import { useSession } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { moment } from "../format/day.ts";
import { EmptyState } from "./empty-state.tsx";
import classes from "./history.module.css";
import { Loaded } from "./loaded.tsx";
import { useActorName } from "./use-actor-name.ts";

/** Who did what with a record, and why, newest first. */
export function History({ entityId }: { entityId: string }) {
  const entries = useApi("listAuditLog", { filter: { entityId }, limit: 100 });
  return (
    <Loaded of={entries}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState title="Nothing happened yet" />
        ) : (
          <ol className={classes.history}>
            {data.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )
      }
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
      {entry.reason && <span className={classes.reason}>“{entry.reason}”</span>}
      {entry.changes.length > 0 && (
        <span className={classes.changes}>
          {entry.changes.slice(0, 4).map(({ path, from, to }) => (
            <span key={path}>
              {fieldTitle(path)}: {from !== null && from !== undefined && <s>{shown(from)}</s>} {shown(to)}
            </span>
          ))}
          {entry.changes.length > 4 && <span>and {entry.changes.length - 4} more</span>}
        </span>
      )}
    </li>
  );
}

/** "billing-term.terminate" as "Billing term: terminate". */
export function actionTitle(action: string): string {
  const [subject = "", verb = ""] = action.split(".");
  const title = subject.replaceAll("-", " ");
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}: ${verb.replaceAll("-", " ")}`;
}

function fieldTitle(path: string): string {
  const last = path.split("/").filter(Boolean).at(-1) ?? path;
  return last.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return value.map(shown).join(", ");
  if (typeof value === "object") return `${Object.keys(value).length} fields`;
  return String(value).slice(0, 60);
}
