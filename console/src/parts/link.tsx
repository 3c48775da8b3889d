import { useRouter } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, MouseEvent, Ref } from "react";
import { parseSearch } from "../router-search.ts";

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  readonly href: string;
  readonly ref?: Ref<HTMLAnchorElement>;
};

/** Milliseconds for which the pointer must rest on a link before its screen is loaded, so that passing over it loads nothing. */
const intentAfter = 50;

/**
 * A link to an address of `paths.ts`. Unlike the router's link it does not depend on the present address, so the hundreds of links of a
 * list are not rendered again when the address changes.
 */
export function Link({ href, onClick, onMouseEnter, onFocus, onTouchStart, ...rest }: Props) {
  const router = useRouter();
  const [path = "/", query = ""] = href.split("?");
  const target = () => ({ to: path, search: parseSearch(query) }) as never;
  const preload = () => void router.preloadRoute(target()).catch(() => undefined);
  const clicked = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event) || rest.target === "_blank") return;
    event.preventDefault();
    void router.navigate(target());
  };
  return (
    <a
      href={href}
      {...rest}
      onClick={clicked}
      onMouseEnter={(event) => {
        onMouseEnter?.(event);
        const link = event.currentTarget;
        setTimeout(() => link.matches(":hover") && preload(), intentAfter);
      }}
      onFocus={(event) => {
        onFocus?.(event);
        preload();
      }}
      onTouchStart={(event) => {
        onTouchStart?.(event);
        preload();
      }}
    />
  );
}

/** A click that opens it here: not in another tab or window, and not saved. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
