import { createAcmeCloud, playAcmeCloud } from "../../src/integrations/demo/acme-cloud-service.ts";
import type { DemoMerchant } from "../../src/integrations/demo/service.ts";
import type { TestApi } from "./api.ts";

/** The number of the request that is answered as if the machine were busy. */
const busyAt = 20;

/** Makes the whole demo of a first start through the API of a test, one of whose requests is rejected as overloaded. */
export async function acmeCloudOn(api: TestApi): Promise<DemoMerchant> {
  const { platform, url } = api;
  const demo = await createAcmeCloud(platform);
  let sent = 0;
  await playAcmeCloud(platform, demo, {
    request: async (key, method, path, body) => {
      if (++sent === busyAt) return { status: 503, text: "" };
      const answer = await fetch(`${url}${path}`, {
        ...{ method, headers: { authorization: `Bearer ${key}`, "content-type": "application/json" } },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const cause = answer.status === 500 ? ` ${api.loggedErrors.at(-1)}` : "";
      return { status: answer.status, text: `${await answer.text()}${cause}` };
    },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  return demo;
}
