import { Select } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Link } from "../../parts/link.tsx";
import { Page } from "../../parts/page.tsx";
import { paths } from "../../paths.ts";
import { ViewsMenu } from "../../table/views-menu.tsx";
import { useUrl } from "../../use-url.ts";
import { reportList } from "./definitions.ts";
import classes from "./report-frame.module.css";

type Props = {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Months, currency and rows as text; printed only, in place of the controls. */
  readonly paper: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A report with the list of reports beside it. Month, currency, `asOf` and whole amounts are carried over to the next report. */
export function ReportFrame({ name, title, about, paper, actions, children }: Props) {
  const [{ month, currency, asOf, amounts }] = useUrl();
  const navigate = useNavigate();
  const kept = { month, currency, asOf, amounts };
  return (
    <Page
      title={title}
      subtitle={about}
      actions={
        <>
          <ViewsMenu />
          {actions}
        </>
      }
    >
      <p className="only-print">{paper}</p>
      <div className={classes.screen}>
        <nav className={`${classes.list} no-print`} aria-label="Reports">
          {reportList.map((each) => (
            <Link
              key={each.name}
              href={paths.report(each.name, kept)}
              className={classes.link}
              aria-current={each.name === name ? "page" : undefined}
            >
              {each.title}
            </Link>
          ))}
        </nav>
        <Select
          className={`${classes.narrow} no-print`}
          aria-label="Report"
          data={reportList.map((each) => ({ value: each.name, label: each.title }))}
          value={name}
          allowDeselect={false}
          onChange={(next) => next && navigate({ to: `/reports/${next}` as string, search: kept as never })}
        />
        <div className={classes.report}>{children}</div>
      </div>
    </Page>
  );
}
