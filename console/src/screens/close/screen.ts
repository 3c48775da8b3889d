import type { Screen } from "../../screen.ts";

export const close: Screen = {
  routes: [
    { path: "/close", load: () => import("./close.tsx") },
    { path: "/close/packages/$id", load: () => import("./package-page.tsx") },
  ],
};
