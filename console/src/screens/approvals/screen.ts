import type { Screen } from "../../screen.ts";

export const approvals: Screen = {
  routes: [
    { path: "/approvals", load: () => import("./approval-list.tsx") },
    { path: "/approvals/$id", load: () => import("./approval-page.tsx") },
  ],
};
