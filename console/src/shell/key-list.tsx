import { Modal } from "@mantine/core";
import classes from "./key-list.module.css";
import { places } from "./navigation.ts";
import { modifier } from "./platform-keys.ts";

const general: readonly (readonly [string, string])[] = [
  [`${modifier}K or /`, "Search everything"],
  ["J, K", "Next row, row before"],
  ["Enter", "Open the row"],
  ["X", "Choose the row, where rows can be chosen"],
  ["Escape", "Close a dialog, leave a row"],
  ["[", "Hide or show the sidebar"],
  ["?", "This list"],
];

export default function KeyList({ close }: { close: () => void }) {
  return (
    <Modal opened onClose={close} title="Keys" size="md">
      <div className={classes.columns}>
        <Keys title="Everywhere" keys={general} />
        <Keys
          title="Go to"
          keys={places.flatMap(({ key, title }) => (key ? [[`G then ${key.toUpperCase()}`, title] as const] : []))}
        />
      </div>
    </Modal>
  );
}

function Keys({ title, keys }: { title: string; keys: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.list}>
        {keys.map(([key, what]) => (
          <div key={key} className={classes.line}>
            <dt>{what}</dt>
            <dd>
              <kbd className={classes.key}>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
