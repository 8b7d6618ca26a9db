import { fromPromise } from 'xstate';
import type {
  AnswerRecord,
  CodeLogin,
  Codes,
  LoginAnswer,
  Notifications,
  OnPhone,
  PhoneAccount,
  PhoneAnswer,
  PinAnswer,
  ReadText,
  RegistrationInput,
  Requests,
  Scanned,
} from '#machines/phone/phone.types.ts';
import type { Result } from '#machines/shared/result.ts';
import { newClientKey, offlineKey } from '#phone/keys/offline-key.ts';
import { codeAt, untilNextCode } from '#phone/keys/one-time-password.ts';
import type { Records } from '#phone/store/records.ts';
import { readText } from './app-link.ts';
import { answerLogin, fetchLogin } from './code-login.ts';
import { checkPin, confirmPasskey, keepPin, type LockDeps, lockByPasskey, readLock } from './lock.ts';
import { checkNotifications, enableNotifications, type NotificationDeps } from './notifications.ts';
import { outcomeOf, recordAnswer } from './records.ts';
import { type RegisterDeps, register } from './register.ts';
import { answerRequest, askRequests } from './requests.ts';
import { scanCode } from './scan.ts';
import { visible } from './visible.ts';

type OfflineKeyInput = { readonly clientKey: string; readonly characters: string };

/** The real effects of the app. */
export const phonePorts = (
  deps: RegisterDeps & NotificationDeps & LockDeps & { readonly records: Records },
  page: Window,
  viewfinder: HTMLVideoElement,
) => ({
  loadAccounts: fromPromise<OnPhone>(async () => {
    const [stored, lock] = await Promise.all([deps.accounts.all(), readLock(deps)]);
    const accounts = stored.map(({ id, userId, deviceKey }) => ({
      id,
      userId,
      ...(deviceKey === null && { isOffline: true as const }),
    }));
    return { accounts, lock };
  }),
  makeLockPasskey: fromPromise<boolean>(() => lockByPasskey(deps)),
  confirmPasskey: fromPromise<boolean>(() => confirmPasskey(deps)),
  keepPin: fromPromise<void, { readonly pin: string }>(({ input }) => keepPin(deps, input.pin)),
  checkPin: fromPromise<PinAnswer, { readonly pin: string }>(({ input }) => checkPin(deps, input.pin)),
  turnLockOff: fromPromise<void>(() => deps.lock.keep({ kind: 'off' })),
  coverCodes: fromPromise<void, { readonly covers: boolean }>(({ input }) => deps.lock.cover(input.covers)),
  clearPhone: fromPromise<void>(() => deps.lock.clear()),
  loadRecords: fromPromise<readonly AnswerRecord[]>(() => deps.records.all()),
  readLink: fromPromise<ReadText, { readonly link: string }>(({ input }) =>
    readText(deps.client, input.link, deps.origin),
  ),
  scanCode: fromPromise<Scanned>(({ signal }) => scanCode(page, viewfinder, signal)),
  fetchLogin: fromPromise<
    Result<CodeLogin>,
    { readonly qrId: string; readonly accounts: readonly PhoneAccount[] }
  >(({ input }) => fetchLogin(deps.client, deps.accounts, input)),
  answerLogin: fromPromise<Result<undefined>, LoginAnswer>(async ({ input }) => {
    const answer = await answerLogin(deps.client, deps.accounts, input);
    const { login, account, number } = input;
    await recordAnswer(deps.records, { ...login, userId: account.userId }, outcomeOf(answer, number));
    return answer;
  }),
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
  answerRequest: fromPromise<Result<undefined>, PhoneAnswer>(async ({ input }) => {
    const answer = await answerRequest(deps.client, deps.accounts, input);
    const { request, choice } = input;
    await recordAnswer(
      deps.records,
      { ...request, userId: request.account.userId },
      outcomeOf(answer, choice),
    );
    return answer;
  }),
  removeAccount: fromPromise<void, { readonly id: string }>(({ input }) => deps.accounts.remove(input.id)),
});
