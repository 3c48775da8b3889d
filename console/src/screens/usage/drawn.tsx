import { compare, isZero, shareOf } from "../../format/decimal.ts";
import classes from "./drawn.module.css";

/** How much of a commitment is drawn down: a bar that is full when nothing is left, and the share in words. */
export function Drawn({ consumed, committed }: { consumed: string; committed: string }) {
  if (isZero(committed)) return "–";
  const share = shareOf(consumed, committed);
  const isUsedUp = compare(consumed, committed) >= 0;
  return (
    <span className={classes.drawn}>
      <span className={classes.track} aria-hidden>
        <span
          className={classes.bar}
          data-full={isUsedUp || undefined}
          style={{ width: isUsedUp ? "100%" : `${share}%` }}
        />
      </span>
      {share}%
    </span>
  );
}
