import { ActionIcon, Menu, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import {
  IconKey,
  IconKeyboard,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconPrinter,
  IconSearch,
  IconSun,
  IconUserCircle,
} from "@tabler/icons-react";
import { useMatches } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { accord } from "../api/accord.ts";
import { useSession } from "../api/session.ts";
import { roleName } from "../format/words.ts";
import { failed } from "../parts/toast.ts";
import { MonthPicker } from "./month-picker.tsx";
import classes from "./top-bar.module.css";

const PasswordDialog = lazy(() => import("./password-dialog.tsx"));

type Props = {
  readonly openMenu: () => void;
  readonly openPalette: () => void;
  readonly openKeys: () => void;
  /** Whether the sidebar is out of the way. */
  readonly isFolded: boolean;
  readonly fold: () => void;
};

export function TopBar({ openMenu, openPalette, openKeys, isFolded, fold }: Props) {
  const { role } = useSession();
  const isOfMonth = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.isOfMonth) });
  return (
    <header className={`${classes.bar} no-print`} data-folded={isFolded || undefined}>
      <ActionIcon
        className={classes.wide}
        onClick={fold}
        aria-label={isFolded ? "Show the sidebar" : "Hide the sidebar"}
        title={`${isFolded ? "Show the sidebar" : "Hide the sidebar: wide tables have more room"} ([)`}
        size="lg"
      >
        {isFolded ? (
          <IconLayoutSidebarLeftExpand size={18} stroke={1.6} />
        ) : (
          <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} />
        )}
      </ActionIcon>
      <ActionIcon className={classes.narrow} onClick={openMenu} aria-label="Menu" size="lg">
        <IconMenu2 size={19} stroke={1.7} />
      </ActionIcon>
      <ActionIcon className={classes.narrow} onClick={openPalette} aria-label="Search" size="lg">
        <IconSearch size={18} stroke={1.7} />
      </ActionIcon>
      {role === "VIEWER" && <span className={classes.readOnly}>You can look at everything and change nothing</span>}
      <div className={classes.space} />
      {isOfMonth && <MonthPicker />}
      <ColorScheme />
      <PersonMenu openKeys={openKeys} />
    </header>
  );
}

function ColorScheme() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  const other = scheme === "light" ? "dark" : "light";
  return (
    <ActionIcon
      onClick={() => setColorScheme(other)}
      aria-label={`Show it ${other}`}
      size="lg"
      className={classes.wide}
    >
      {scheme === "light" ? <IconMoon size={17} stroke={1.6} /> : <IconSun size={17} stroke={1.6} />}
    </ActionIcon>
  );
}

function PersonMenu({ openKeys }: { openKeys: () => void }) {
  const { user, role, hasPassword } = useSession();
  const [isPasswordOpen, setPasswordOpen] = useState(false);
  const { toggleColorScheme } = useMantineColorScheme();
  const signOut = async () => {
    try {
      await accord.signOut();
      // Not only to the sign-in: with the page goes all that it has read.
      location.assign("/sign-in");
    } catch (error) {
      failed(error);
    }
  };
  return (
    <>
      <Menu width={240}>
        <Menu.Target>
          <ActionIcon aria-label={`${user.name ?? user.email}: account`} size="lg">
            <IconUserCircle size={20} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.person}>
            <strong>{user.name ?? user.email}</strong>
            {user.name !== null && <span>{user.email}</span>}
            <span>{roleName(role)}</span>
          </div>
          <Menu.Divider />
          <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.6} />} onClick={openKeys} rightSection="?">
            Keys
          </Menu.Item>
          <Menu.Item leftSection={<IconPrinter size={16} stroke={1.6} />} onClick={() => window.print()}>
            Print this screen
          </Menu.Item>
          <Menu.Item leftSection={<IconMoon size={16} stroke={1.6} />} onClick={toggleColorScheme}>
            Light or dark
          </Menu.Item>
          <Menu.Item leftSection={<IconKey size={16} stroke={1.6} />} onClick={() => setPasswordOpen(true)}>
            {hasPassword ? "Change your password" : "Set a password"}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={signOut}>
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isPasswordOpen && (
        <Suspense>
          <PasswordDialog close={() => setPasswordOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
