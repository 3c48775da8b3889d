import type { ReactNode } from "react";
import { useEffect } from "react";
import { useSession } from "../api/session.ts";
import { Link } from "./link.tsx";
import classes from "./page.module.css";

type Props = {
  readonly title: string;
  /** The list that a record belongs to. */
  readonly parent?: { readonly title: string; readonly href: string };
  /** Beside the title: a status. */
  readonly badge?: ReactNode;
  /** A sentence or the facts of a record, below the title. */
  readonly subtitle?: ReactNode;
  /** Buttons, the most important one last. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of a screen: where one is, what it is called, what can be done. */
export function Page({ title, parent, badge, subtitle, actions, children }: Props) {
  const { merchant } = useSession();
  useEffect(() => {
    document.title = `${title} · ${merchant.name} · Accord`;
  }, [title, merchant.name]);
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className={classes.words}>
          <p className="only-print">
            {merchant.name}
            {merchant.isSandbox && ", sandbox"}
          </p>
          {parent && (
            <Link href={parent.href} className={`${classes.parent} no-print`}>
              {parent.title}
            </Link>
          )}
          <div className={classes.title}>
            <h1>{title}</h1>
            {badge}
          </div>
          {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
        </div>
        {actions && <div className={`${classes.actions} no-print`}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
