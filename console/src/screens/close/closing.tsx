import { Progress } from "@mantine/core";
import { useEffect, useState } from "react";
import { plural } from "../../format/words.ts";
import classes from "./closing.module.css";
import { shareOfClose } from "./share-of-close.ts";
import type { ClosePreview } from "./what-posts.tsx";

type Props = {
  readonly preview: Pick<ClosePreview, "months" | "totalEntries">;
  /** For how many milliseconds the preview of this close computed; undefined where nobody has measured it. */
  readonly previewTook: number | undefined;
};

/**
 * While a close runs: what it does, and about how far it is. It is one transaction, so no part of it is done before all is: how far it is
 * is told by its preview, which computed the same entries a moment ago.
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
