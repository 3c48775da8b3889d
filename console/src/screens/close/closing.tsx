import { Progress } from "@mantine/core";
import { useEffect, useState } from "react";
import { plural } from "../../format/words.ts";
import classes from "./closing.module.css";
import type { ClosePreview } from "./what-posts.tsx";

/** While a close runs: what it does and for how long it has. It is one transaction, so no part of it is done before all is. */
export function Closing({ preview }: { preview: Pick<ClosePreview, "months" | "totalEntries"> }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const { months, totalEntries } = preview;
  return (
    <div className={classes.closing} role="status">
      <Progress value={100} animated size="sm" aria-label="Closing" />
      <p>
        Posting {plural(totalEntries, "entry", "entries")}
        {months.length > 1 && ` of ${plural(months.length, "month")}`}, proving and sealing them …{" "}
        {seconds > 0 && `${seconds} s`}
      </p>
      <p className={classes.note}>You may leave this page: all of it is done, or nothing.</p>
    </div>
  );
}
