import type { Screen } from "../../screen.ts";

export const home: Screen = { routes: [{ path: "/", load: () => import("./home.tsx"), isOfMonth: true }] };
