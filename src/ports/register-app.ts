import { fromPromise } from 'xstate';
import type { OsType } from '#machines/register-app/register-app.types.ts';
import type { AppSecret, OfflineCode, RegistrationCode } from '#machines/shared/factor.ts';
import type { Timed } from '#machines/shared/registration-flow.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import {
  checkRegistered,
  fetchOfflineCode,
  generateAk,
  issueAppSecret,
  type RegistrationAuth,
  registerOfflineApp,
  registerStandardApp,
  requestRegistrationCode,
  sendClientKey,
  sendProvisionLink,
} from '#src/api/registration.ts';

/**
 * The calls that register the mobile app.
 * @param now returns the time in epoch milliseconds
 */
export const registerAppPorts = (client: Client, now: () => number) => ({
  generateAk: fromPromise<Result<string>, RegistrationAuth>(({ input, signal }) =>
    generateAk(client, input, signal),
  ),
  sendLink: fromPromise<Timed<unknown>, RegistrationAuth & { ak: string; clientId: string }>(
    async ({ input, signal }) => {
      const answer = await sendProvisionLink(client, input, signal);
      return { at: now(), answer };
    },
  ),
  createCode: fromPromise<Timed<RegistrationCode>, RegistrationAuth & { ip: string }>(
    async ({ input, signal }) => {
      const answer = await requestRegistrationCode(client, input, signal);
      return { at: now(), answer };
    },
  ),
  checkRegistered: fromPromise<Result<boolean>, RegistrationAuth>(({ input, signal }) =>
    checkRegistered(client, { ...input, time: now() }, signal),
  ),
  sendKey: fromPromise<Result<unknown>, RegistrationAuth & { key: string }>(({ input, signal }) =>
    sendClientKey(client, input, signal),
  ),
  fetchOffline: fromPromise<Result<OfflineCode>, RegistrationAuth>(({ input, signal }) =>
    fetchOfflineCode(client, input, signal),
  ),
  registerOffline: fromPromise<Result<unknown>, RegistrationAuth & { osType: OsType }>(({ input, signal }) =>
    registerOfflineApp(client, input, signal),
  ),
  issueSecret: fromPromise<Timed<AppSecret>, RegistrationAuth>(async ({ input, signal }) => {
    const answer = await issueAppSecret(client, input, signal);
    return { at: now(), answer };
  }),
  registerStandard: fromPromise<Result<unknown>, RegistrationAuth & { code: string }>(({ input, signal }) =>
    registerStandardApp(client, input, signal),
  ),
});
