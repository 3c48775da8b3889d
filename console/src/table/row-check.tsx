import classes from "./row-check.module.css";

type Props = { readonly isChosen: boolean; readonly choose: () => void };

/** The box that chooses a row. It looks like every other one, and is one element where those are six: a page has a hundred of them. */
export function RowCheck({ isChosen, choose }: Props) {
  return (
    <input
      type="checkbox"
      className={classes.check}
      aria-label="Choose this row"
      checked={isChosen}
      onChange={() => choose()}
    />
  );
}
