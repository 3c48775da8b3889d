import type { Screen } from "../../screen.ts";

export const sandbox: Screen = { routes: [{ path: "/sandbox", load: () => import("./sandbox-clock.tsx") }] };
