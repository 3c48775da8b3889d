import classes from "./build.module.css";

const titles = ["Who buys", "What is sold", "Approval"] as const;

/** How far a new contract is. */
export function Steps({ at }: { at: 0 | 1 | 2 }) {
  return (
    <ol className={classes.steps}>
      {titles.map((title, index) => (
        <li key={title} aria-current={index === at ? "step" : undefined} data-done={index < at || undefined}>
          <span>{index + 1}</span>
          {title}
        </li>
      ))}
    </ol>
  );
}
