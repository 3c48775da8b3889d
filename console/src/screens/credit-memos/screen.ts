import type { Screen } from "../../screen.ts";

export const creditMemos: Screen = {
  routes: [
    { path: "/credit-memos", load: () => import("./credit-memo-list.tsx") },
    { path: "/credit-memos/$id", load: () => import("./credit-memo-page.tsx") },
  ],
};
