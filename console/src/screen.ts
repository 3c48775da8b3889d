import type { ComponentType } from "react";

/** An address and the component that is loaded for it. */
export type ScreenRoute = {
  /** In the form of the router: "/contracts/$id". */
  readonly path: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /** Whether its figures are those of the month that is chosen above (`useMonth`). Elsewhere no month is to be chosen. */
  readonly isOfMonth?: true;
};

/** What a folder of `screens/` adds to the console. */
export type Screen = { readonly routes: readonly ScreenRoute[] };
