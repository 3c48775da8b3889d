import { Menu } from "@mantine/core";
import { IconCheck, IconSelector } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { accord } from "../api/accord.ts";
import { sessionQuery, useSession } from "../api/session.ts";
import { failed } from "../parts/toast.ts";
import classes from "./merchant-menu.module.css";

/** Whose books these are; another merchant of the person is one choice away. */
export function MerchantMenu() {
  const { merchant, merchants } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const change = async (merchantId: string) => {
    try {
      await accord.switchMerchant({ body: { merchantId } });
      client.removeQueries({ queryKey: ["api"] });
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      await navigate({ to: "/" as string });
    } catch (error) {
      failed(error);
    }
  };
  const mark = (
    <>
      <span className={classes.mark} aria-hidden>
        {merchant.name.slice(0, 1)}
      </span>
      <span className={classes.name}>{merchant.name}</span>
    </>
  );
  if (merchants.length < 2) return <div className={classes.merchant}>{mark}</div>;
  return (
    <Menu position="bottom-start" width={232}>
      <Menu.Target>
        <button type="button" className={`${classes.merchant} ${classes.button}`}>
          {mark}
          <IconSelector size={15} stroke={1.6} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {merchants.map((each) => (
          <Menu.Item
            key={each.id}
            onClick={() => change(each.id)}
            rightSection={each.id === merchant.id ? <IconCheck size={15} aria-label="current" /> : undefined}
          >
            {each.name}
            {each.isSandbox && <span className={classes.kind}>Sandbox</span>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
