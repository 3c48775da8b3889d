import { paths } from "../paths.ts";
import { modifier } from "../shell/platform-keys.ts";
import { ButtonLink } from "./button-link.tsx";
import { EmptyState } from "./empty-state.tsx";

export function NotFound() {
  return (
    <EmptyState
      title="There is nothing at this address"
      action={<ButtonLink href={paths.home()}>Go to home</ButtonLink>}
    >
      The record may have been deleted, or belong to another merchant. Search for it with {modifier}K.
    </EmptyState>
  );
}
