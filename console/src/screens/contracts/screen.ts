import type { Screen } from "../../screen.ts";

export const contracts: Screen = {
  routes: [
    { path: "/contracts", load: () => import("./contract-list.tsx") },
    { path: "/contracts/new", load: () => import("./build/new-contract.tsx") },
    { path: "/contracts/$id", load: () => import("./contract-page.tsx") },
    { path: "/contracts/$id/change", load: () => import("./change/change-page.tsx") },
    { path: "/contracts/$id/add", load: () => import("./build/add-page.tsx") },
  ],
};
