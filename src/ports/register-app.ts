import { fromPromise } from 'xstate';
import type { OsType } from '#machines/register-app/register-app.types.ts';
import type { AppCode, OfflineCode } from '#machines/shared/factor.ts';
import type { Timed } from '#machines/shared/registering.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import {
  askProvisioned,
  drawProvisionCode,
  fetchOfflineCode,
  generateAk,
  type Registering,
  registerOfflineApp,
  sendClientKey,
  sendProvisionLink,
} from '#src/api/registration.ts';

/**
 * The calls that register the mobile app.
 * @param now epoch milliseconds
 */
export const registerAppPorts = (client: Client, now: () => number) => ({
  generateAk: fromPromise<Result<string>, Registering>(({ input, signal }) =>
    generateAk(client, input, signal),
  ),
  sendLink: fromPromise<Timed<unknown>, Registering & { ak: string; clientId: string }>(
    async ({ input, signal }) => {
      const answer = await sendProvisionLink(client, input, signal);
      return { at: now(), answer };
    },
  ),
  drawCode: fromPromise<Timed<AppCode>, Registering & { ip: string }>(async ({ input, signal }) => {
    const answer = await drawProvisionCode(client, input, signal);
    return { at: now(), answer };
  }),
  askResult: fromPromise<Result<boolean>, Registering>(({ input, signal }) =>
    askProvisioned(client, { ...input, time: now() }, signal),
  ),
  sendKey: fromPromise<Result<unknown>, Registering & { key: string }>(({ input, signal }) =>
    sendClientKey(client, input, signal),
  ),
  fetchOffline: fromPromise<Result<OfflineCode>, Registering>(({ input, signal }) =>
    fetchOfflineCode(client, input, signal),
  ),
  registerOffline: fromPromise<Result<unknown>, Registering & { osType: OsType }>(({ input, signal }) =>
    registerOfflineApp(client, input, signal),
  ),
});
