import { AccordError, NoAnswerError } from "@accord/client";
import { Button } from "@mantine/core";
import { messageOf, refusedRows } from "../api/failure-message.ts";
import { inWords } from "../format/words.ts";
import { Copyable } from "./copyable.tsx";
import classes from "./failure.module.css";

type Props = {
  readonly error: unknown;
  readonly retry?: () => void;
  /** What the rows of the file are called that was sent. */
  readonly rows?: readonly string[] | undefined;
};

/** An error: what went wrong, what to do, and the request id for the server's log. */
export function Failure({ error, retry, rows }: Props) {
  const known = error instanceof AccordError ? error : undefined;
  return (
    <div className={classes.failure} role="alert">
      <p className={classes.title}>{error instanceof NoAnswerError ? "No answer" : "This could not be done"}</p>
      {rows && known?.errorCode === "BULK_CHANGE_REFUSED" ? (
        <ul className={classes.issues}>
          {refusedRows(known).map(({ line, messages }) => (
            <li key={line}>
              <strong>{rows[line - 2]}</strong>: {messages.map(inWords).join(" ")}
            </li>
          ))}
        </ul>
      ) : known && known.issues.length > 1 ? (
        <ul className={classes.issues}>
          {known.issues.map((issue) => (
            <li key={`${issue.path} ${issue.code}`}>{inWords(issue.message)}</li>
          ))}
        </ul>
      ) : (
        <p>{messageOf(error)}</p>
      )}
      {known?.requestId && (
        <p className={classes.request}>
          Request <Copyable text={known.requestId} />
        </p>
      )}
      {retry && (
        <Button variant="default" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}
