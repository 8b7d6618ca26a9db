import { fromPromise } from 'xstate';
import type {
  CodeLogin,
  Codes,
  LoginAnswer,
  Notifications,
  PhoneAccount,
  PhoneAnswer,
  ReadText,
  RegistrationInput,
  Requests,
  Scanned,
} from '#machines/phone/phone.types.ts';
import type { Result } from '#machines/shared/result.ts';
import { newClientKey, offlineKey } from '#phone/keys/offline-key.ts';
import { codeAt, untilNextCode } from '#phone/keys/one-time-password.ts';
import { readText } from './app-link.ts';
import { answerLogin, fetchLogin } from './code-login.ts';
import { checkNotifications, enableNotifications, type NotificationDeps } from './notifications.ts';
import { type RegisterDeps, register } from './register.ts';
import { answerRequest, askRequests } from './requests.ts';
import { scanCode } from './scan.ts';
import { visible } from './visible.ts';

type OfflineKeyInput = { readonly clientKey: string; readonly characters: string };

/** The real effects of the app. */
export const phonePorts = (
  deps: RegisterDeps & NotificationDeps,
  page: Window,
  viewfinder: HTMLVideoElement,
) => ({
  loadAccounts: fromPromise<readonly PhoneAccount[]>(async () =>
    (await deps.accounts.all()).map(({ id, userId, deviceKey }) => ({
      id,
      userId,
      ...(deviceKey === null && { isOffline: true as const }),
    })),
  ),
  readLink: fromPromise<ReadText, { readonly link: string }>(({ input }) =>
    readText(deps.client, input.link, deps.origin),
  ),
  scanCode: fromPromise<Scanned>(({ signal }) => scanCode(page, viewfinder, signal)),
  fetchLogin: fromPromise<
    Result<CodeLogin>,
    { readonly qrId: string; readonly accounts: readonly PhoneAccount[] }
  >(({ input }) => fetchLogin(deps.client, deps.accounts, input)),
  answerLogin: fromPromise<Result<undefined>, LoginAnswer>(({ input }) =>
    answerLogin(deps.client, deps.accounts, input),
  ),
  makeClientKey: fromPromise<string>(async () => newClientKey()),
  proveOffline: fromPromise<string, OfflineKeyInput>(
    async ({ input }) => (await offlineKey(input.clientKey, input.characters)).proof,
  ),
  keepOffline: fromPromise<void, OfflineKeyInput & { readonly userId: string }>(async ({ input }) => {
    const { clientKey, characters, userId } = input;
    const { key: codeKey } = await offlineKey(clientKey, characters);
    await deps.accounts.put({
      id: crypto.randomUUID(),
      userId,
      addedAt: Date.now(),
      codeKey,
      deviceKey: null,
    });
    await deps.keepStorage();
  }),
  register: fromPromise<Result<PhoneAccount>, RegistrationInput>(({ input }) => register(deps, input)),
  computeCodes: fromPromise<Codes, { readonly accounts: readonly PhoneAccount[] }>(async ({ input }) => {
    const stored = await deps.accounts.all();
    const now = deps.client.now();
    const remaining = untilNextCode(now);
    const codes = await Promise.all(
      stored
        .filter(({ id }) => input.accounts.some((account) => account.id === id))
        .map(async ({ id, codeKey }) => ({ id, code: await codeAt(codeKey, now) })),
    );
    return { codes, validUntil: Date.now() + remaining, remaining };
  }),
  askRequests: fromPromise<Requests, { readonly accounts: readonly PhoneAccount[] }>(
    async ({ input, signal }) => {
      await visible(page.document, signal);
      return askRequests(deps.client, deps.accounts, input.accounts);
    },
  ),
  checkNotifications: fromPromise<Notifications, { readonly accounts: readonly PhoneAccount[] }>(
    ({ input }) => checkNotifications(deps, input.accounts),
  ),
  enableNotifications: fromPromise<Notifications, { readonly accounts: readonly PhoneAccount[] }>(
    ({ input }) => enableNotifications(deps, input.accounts),
  ),
  answerRequest: fromPromise<Result<undefined>, PhoneAnswer>(({ input }) =>
    answerRequest(deps.client, deps.accounts, input),
  ),
  removeAccount: fromPromise<void, { readonly id: string }>(({ input }) => deps.accounts.remove(input.id)),
});
