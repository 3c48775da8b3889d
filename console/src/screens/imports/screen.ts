import type { Screen } from "../../screen.ts";

export const imports: Screen = { routes: [{ path: "/import", load: () => import("./import-page.tsx") }] };
