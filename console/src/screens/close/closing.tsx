import { Progress } from "@mantine/core";
import { useEffect, useState } from "react";
import { plural } from "../../format/words.ts";
import classes from "./closing.module.css";
import { shareOfClose } from "./share-of-close.ts";
import type { ClosePreview } from "./what-posts.tsx";

type Props = {
  readonly preview: Pick<ClosePreview, "months" | "totalEntries">;
  /** Milliseconds that the preview of this close took; undefined if it was not measured. */
  readonly previewTook: number | undefined;
};

/**
 * The progress of a running close. A close is one transaction without partial results, so the progress is estimated from the time that
 * its preview took, which computed the same entries.
 */
export function Closing({ preview, previewTook }: Props) {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const begun = performance.now();
    const timer = setInterval(() => setElapsed(performance.now() - begun), 250);
    return () => clearInterval(timer);
  }, []);
  const { months, totalEntries } = preview;
  const share = shareOfClose(elapsed, previewTook);
  const seconds = Math.floor(elapsed / 1000);
  return (
    <div className={classes.closing} role="status">
      <Progress value={share ?? 100} animated size="sm" aria-label="Closing" />
      <p>
        Posting {plural(totalEntries, "entry", "entries")}
        {months.length > 1 && ` of ${plural(months.length, "month")}`}, proving and sealing them …{" "}
        {/* The bar says it to who hears the screen, and does not interrupt them each time. */}
        <span aria-hidden>
          {share !== undefined && `about ${share} %`}
          {seconds > 0 && `, ${seconds} s`}
        </span>
      </p>
      <p className={classes.note}>You may leave this page: all of it is done, or nothing.</p>
    </div>
  );
}
