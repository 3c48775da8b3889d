import { IconSearch } from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { useSession } from "../api/session.ts";
import { Link } from "../parts/link.tsx";
import { MerchantMenu } from "./merchant-menu.tsx";
import { navigation, type Place } from "./navigation.ts";
import { modifier } from "./platform-keys.ts";
import classes from "./sidebar.module.css";

export function Sidebar({ openPalette }: { openPalette: () => void }) {
  const { merchant } = useSession();
  return (
    <nav className={classes.sidebar} aria-label="Main">
      <MerchantMenu />
      <button type="button" className={classes.search} onClick={openPalette}>
        <IconSearch size={15} stroke={1.8} aria-hidden />
        <span>Search</span>
        <kbd className={classes.key}>{modifier}K</kbd>
      </button>
      {navigation.map((group) => (
        <div key={group.title ?? ""} className={classes.group}>
          {group.title && <div className={classes.heading}>{group.title}</div>}
          {group.places
            .filter(({ isOfSandbox }) => isOfSandbox === undefined || merchant.isSandbox)
            .map((place) => (
              <PlaceLink key={place.href} place={place} />
            ))}
        </div>
      ))}
    </nav>
  );
}

function PlaceLink({ place }: { place: Place }) {
  const { pathname } = useLocation();
  const first = `/${place.href.split(/[/?]/)[1] ?? ""}`;
  const here = first === "/" ? pathname === "/" : pathname === first || pathname.startsWith(`${first}/`);
  return (
    <Link
      href={place.href}
      className={classes.place}
      data-here={here || undefined}
      aria-current={here ? "page" : undefined}
    >
      <place.icon size={17} stroke={1.6} aria-hidden />
      {place.title}
    </Link>
  );
}
