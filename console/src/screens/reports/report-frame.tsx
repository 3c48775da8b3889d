import { Select } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { doors } from "../../doors.ts";
import { Link } from "../../parts/link.tsx";
import { Page } from "../../parts/page.tsx";
import { ViewsMenu } from "../../table/views-menu.tsx";
import { useUrl } from "../../use-url.ts";
import { reportList } from "./definitions.ts";
import classes from "./report-frame.module.css";

type Props = {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Which months, currency and rows: stands on paper alone, where the controls are not. */
  readonly paper: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A report with the list of all of them beside it. Month, currency, day of knowledge and whole amounts go along from one to the next. */
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
              href={doors.report(each.name, kept)}
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
