import { Alert } from "@mantine/core";
import type { Write } from "../../../preview/write.ts";
import { type SetWrite, useWrite } from "./form.ts";

type Props = {
  readonly what: string;
  readonly write: Write;
  readonly setWrite: SetWrite;
};

/** Takes a part out of the contract as if it had never been in it. */
export function DeleteForm({ what, write, setWrite }: Props) {
  useWrite(setWrite, write);
  return (
    <Alert color="yellow">
      {what} is taken out of the contract as if it had never been agreed. That is possible until something of it is
      invoiced or recognized in a closed month; after that, terminate it.
    </Alert>
  );
}
