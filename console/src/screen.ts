import type { ComponentType } from "react";

/** One address and the component that is loaded when somebody goes there. */
export type ScreenRoute = {
  /** As the router has it: "/contracts/$id". */
  readonly path: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /** Whether its figures are those of the month that is chosen above (`useMonth`). Elsewhere no month is to be chosen. */
  readonly isOfMonth?: true;
};

/** What a folder of `screens/` adds to the console. */
export type Screen = { readonly routes: readonly ScreenRoute[] };
