import type { Screen } from "../../screen.ts";

export const contracts: Screen = {
  routes: [
    { path: "/contracts", load: () => import("./contract-list.tsx") },
    { path: "/contracts/$id", load: () => import("./contract-page.tsx") },
    { path: "/contracts/$id/change", load: () => import("./change/change-page.tsx") },
  ],
};
