import type { AuditEntry } from "@accord/client";
import { useState } from "react";
import { useSession } from "../api/session.ts";
import { plural } from "../format/words.ts";
import { type ChangeInWords, changesInWords, type Part } from "./change-words.ts";
import classes from "./changes.module.css";
import { RecordName, RecordWords } from "./record-name.tsx";
import { useActorName } from "./use-actor-name.ts";

type Props = {
  readonly changes: AuditEntry["changes"];
  /** Further changes are shown on request. */
  readonly most?: number;
};

/** Changes field by field: before and after, or the recorded values of a new record. */
export function Changes({ changes, most }: Props) {
  const { merchant } = useSession();
  const [isWhole, setWhole] = useState(most === undefined);
  const worded = changesInWords(changes, merchant.timeZone);
  const isNew = worded.every(({ from }) => from === null);
  const shown = isWhole ? worded : worded.slice(0, most);
  if (worded.length === 0) return null;
  return (
    <div className={classes.area}>
      <table className={classes.changes} aria-label="What changed">
        <thead className={isNew ? classes.unseen : undefined}>
          <tr>
            <th>Field</th>
            {!isNew && <th>Before</th>}
            <th>After</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ path, label, from, to }) => (
            <tr key={path}>
              <th scope="row">{label}</th>
              {!isNew && <td className={classes.before}>{from === null ? "–" : <Words parts={from} />}</td>}
              <td>{to === null ? "–" : <Words parts={to} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < worded.length && (
        <button type="button" className={classes.more} onClick={() => setWhole(true)}>
          {plural(worded.length - shown.length, "more field")}
        </button>
      )}
    </div>
  );
}

/** What changed in a line of a table: the first fields, and how many more there are. */
export function ChangesInALine({ changes }: Pick<Props, "changes">) {
  const { merchant } = useSession();
  const worded = changesInWords(changes, merchant.timeZone);
  const shown = worded.slice(0, 2);
  return (
    <>
      {shown.map((change, at) => (
        <span key={change.path}>
          {at > 0 && ", "}
          <InALine {...change} />
        </span>
      ))}
      {worded.length > shown.length && ` and ${worded.length - shown.length} more`}
    </>
  );
}

function InALine({ label, from, to }: ChangeInWords) {
  return (
    <>
      {label}: {from !== null && <Words parts={from} isPlain />}
      {from !== null && " → "}
      {to === null ? "nothing" : <Words parts={to} isPlain />}
    </>
  );
}

function Words({ parts, isPlain }: { readonly parts: readonly Part[]; readonly isPlain?: boolean }) {
  return parts.map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a change never move
    typeof part === "string" ? part : <Named key={at} {...part} isPlain={isPlain} />,
  );
}

function Named({ type, id, isPlain }: Exclude<Part, string> & { readonly isPlain: boolean | undefined }) {
  const actor = useActorName();
  if (type === "USER" || type === "KEY") return actor({ kind: type, id });
  return isPlain ? <RecordWords type={type} id={id} /> : <RecordName type={type} id={id} />;
}
