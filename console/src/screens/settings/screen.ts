import type { Screen } from "../../screen.ts";

export const settings: Screen = { routes: [{ path: "/settings", load: () => import("./settings-page.tsx") }] };
