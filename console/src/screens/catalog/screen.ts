import type { Screen } from "../../screen.ts";

export const catalog: Screen = {
  routes: [
    { path: "/catalog", load: () => import("./catalog-page.tsx") },
    { path: "/catalog/products/$id", load: () => import("./product-page.tsx") },
  ],
};
