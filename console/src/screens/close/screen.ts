import type { Screen } from "../../screen.ts";

export const close: Screen = {
  routes: [
    { path: "/close", load: () => import("./close.tsx"), isOfMonth: true },
    { path: "/close/packages/$id", load: () => import("./package-page.tsx") },
  ],
};
