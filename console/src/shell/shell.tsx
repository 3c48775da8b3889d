import { Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Outlet, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { useSession } from "../api/session.ts";
import { useShellKeys } from "./shell-keys.ts";
import { SandboxBar } from "./sandbox-bar.tsx";
import classes from "./shell.module.css";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";

const Palette = lazy(() => import("./palette.tsx"));
const KeyList = lazy(() => import("./key-list.tsx"));

/** Everything around a screen: where one can go, whose books these are, and in which month one is. */
export function Shell() {
  const { merchant } = useSession();
  const [menuOpen, menu] = useDisclosure();
  const [paletteOpen, palette] = useDisclosure();
  const [keysOpen, keys] = useDisclosure();
  const { pathname } = useLocation();
  useShellKeys({ openPalette: palette.open, openKeys: keys.open });
  useEffect(menu.close, [pathname]);
  return (
    <div className={classes.shell} data-sandbox={merchant.isSandbox || undefined}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      {merchant.isSandbox && <SandboxBar />}
      <div className={`${classes.side} no-print`}>
        <Sidebar openPalette={palette.open} />
      </div>
      <Drawer opened={menuOpen} onClose={menu.close} size={260} padding={0} withCloseButton={false} title={undefined}>
        <Sidebar openPalette={palette.open} />
      </Drawer>
      <div className={classes.body}>
        <TopBar openMenu={menu.open} openPalette={palette.open} openKeys={keys.open} />
        <main id="content" className={classes.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Suspense>
        {paletteOpen && <Palette close={palette.close} />}
        {keysOpen && <KeyList close={keys.close} />}
      </Suspense>
    </div>
  );
}
