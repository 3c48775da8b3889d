import { useQuery } from "@tanstack/react-query";
import { useSession } from "../api/session.ts";
import { apiQuery } from "../api/use-api.ts";
import { moment } from "../format/day.ts";
import { Link } from "../parts/link.tsx";
import { paths } from "../paths.ts";
import classes from "./sandbox-bar.module.css";

/** These are not real books, and their time is not ours. */
export function SandboxBar() {
  const { merchant } = useSession();
  const { data } = useQuery(apiQuery("getTestClock"));
  return (
    <div className={`${classes.bar} no-print`}>
      <strong>Sandbox</strong>
      <span className={classes.long}>Nothing here reaches a customer.</span>
      <span className={classes.clock}>{data ? `Its clock: ${moment(data.now, merchant.timeZone)}` : " "}</span>
      <Link href={paths.sandbox()} className={classes.link}>
        Advance
      </Link>
    </div>
  );
}
