import { AccordError, NoAnswerError } from "@accord/client";
import { Button } from "@mantine/core";
import { messageOf } from "../api/failure-message.ts";
import { inWords } from "../format/words.ts";
import { Copyable } from "./copyable.tsx";
import classes from "./failure.module.css";

/** What went wrong, how to go on, and the id under which the server's log has it. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const known = error instanceof AccordError ? error : undefined;
  return (
    <div className={classes.failure} role="alert">
      <p className={classes.title}>{error instanceof NoAnswerError ? "No answer" : "This could not be done"}</p>
      {known && known.issues.length > 1 ? (
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
