import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { SignedIn, sessionQuery, useSession } from "../api/session.ts";
import { SandboxBar } from "./sandbox-bar.tsx";
import classes from "./shell.module.css";
import { useShellKeys } from "./shell-keys.ts";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useFolded } from "./use-folded.ts";
import { Today, useClockDay } from "./use-month.ts";

const MenuDrawer = lazy(() => import("./menu-drawer.tsx"));
const loadPalette = () => import("./palette.tsx");
const Palette = lazy(loadPalette);
const KeyList = lazy(() => import("./key-list.tsx"));

/**
 * The frame of all screens that need a session. When the session ends, the page is reloaded: it leads to the sign-in, and no data stays in
 * memory.
 */
export function Shell() {
  const { data: session } = useQuery(sessionQuery);
  const hasEnded = session === null;
  useEffect(() => {
    if (hasEnded) location.reload();
  }, [hasEnded]);
  return session ? (
    <SignedIn value={session}>
      <Frame />
    </SignedIn>
  ) : null;
}

/** Everything around a screen: where one can go, whose books these are, and in which month one is. */
function Frame() {
  const { merchant } = useSession();
  const [paletteOpen, palette] = useDisclosure();
  const [keysOpen, keys] = useDisclosure();
  const [isFolded, fold] = useFolded();
  const { pathname } = useLocation();
  const today = useClockDay();
  // The path at which the menu was opened; on any other screen it is closed.
  const [menuAt, openMenuAt] = useState<string>();
  // The palette must be ready when it opens, or the first letters that are typed would be lost.
  useEffect(() => {
    const soon = setTimeout(() => void loadPalette().catch(() => undefined), 1500);
    return () => clearTimeout(soon);
  }, []);
  useShellKeys({ openPalette: palette.open, openKeys: keys.open, fold });
  return (
    <Today value={today}>
      <div className={classes.shell} data-sandbox={merchant.isSandbox || undefined} data-folded={isFolded || undefined}>
        <a href="#content" className={classes.skip}>
          Skip to content
        </a>
        {merchant.isSandbox && <SandboxBar />}
        <div className={`${classes.side} no-print`}>
          <Sidebar openPalette={palette.open} />
        </div>
        <div className={classes.body}>
          <TopBar
            openMenu={() => openMenuAt(pathname)}
            openPalette={palette.open}
            openKeys={keys.open}
            isFolded={isFolded}
            fold={fold}
          />
          <main id="content" className={classes.main} tabIndex={-1}>
            <Outlet />
          </main>
        </div>
        <Suspense>
          {menuAt === pathname && (
            <MenuDrawer close={() => openMenuAt(undefined)}>
              <Sidebar openPalette={palette.open} />
            </MenuDrawer>
          )}
          {paletteOpen && <Palette close={palette.close} />}
          {keysOpen && <KeyList close={keys.close} />}
        </Suspense>
      </div>
    </Today>
  );
}
