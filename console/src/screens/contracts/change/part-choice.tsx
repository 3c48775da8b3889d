import { Checkbox } from "@mantine/core";
import classes from "./change-page.module.css";
import type { Part } from "./contract-end.ts";

type Props = {
  readonly legend: string;
  readonly parts: readonly Part[];
  readonly chosen: readonly string[];
  readonly setChosen: (ids: readonly string[]) => void;
  /** What happens to a part, in words. */
  readonly textOf: (part: Part) => string;
  /** Whether nothing can happen to it. */
  readonly isOut: (part: Part) => boolean;
};

/** Which parts of a contract a change is about. */
export function PartChoice({ legend, parts, chosen, setChosen, textOf, isOut }: Props) {
  return (
    <fieldset className={classes.parts}>
      <legend>{legend}</legend>
      {parts.map((part) => (
        <Checkbox
          key={part.id}
          label={part.name}
          description={`${part.isCommitment ? "Commitment, " : ""}${textOf(part)}`}
          disabled={isOut(part)}
          checked={!isOut(part) && chosen.includes(part.id)}
          onChange={(event) =>
            setChosen(event.currentTarget.checked ? [...chosen, part.id] : chosen.filter((id) => id !== part.id))
          }
        />
      ))}
    </fieldset>
  );
}
