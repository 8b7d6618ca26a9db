import { fromPromise } from 'xstate';
import type {
  AnswerRecord,
  CodeLogin,
  CodeLoginAnswer,
  Codes,
  NotificationState,
  PhoneAccount,
  PhoneAnswer,
  PhoneData,
  PhoneRegistrationInput,
  PinAnswer,
  Requests,
  ScannedText,
  ScanResult,
} from '#machines/phone/phone.types.ts';
import type { Result } from '#machines/shared/result.ts';
import { codeAt, untilNextCode } from '#phone/keys/one-time-password.ts';
import type { RecordStore } from '#phone/store/records.ts';
import { classifyText } from './app-link.ts';
import { describeDevice } from './describe-device.ts';
import { checkNotifications, enableNotifications, type NotificationDeps } from './notifications.ts';
import { type LockDeps, readLock } from './read-lock.ts';
import { outcomeOf, recordAnswer } from './records.ts';
import type { RegisterDeps } from './register.ts';
import type { RenameDeps } from './rename.ts';
import { answerRequest, fetchRequests } from './requests.ts';
import { whenVisible } from './when-visible.ts';

/** The values from which the key of an offline app is derived. */
type OfflineKeyInput = { readonly clientKey: string; readonly characters: string };

const loadLazyPorts = async () => (await import('./lazy-ports.ts')).lazyPorts;

/**
 * The ports of the app in a browser.
 * @param viewfinder the element that shows the picture of the camera
 */
export const phonePorts = (
  deps: RegisterDeps & NotificationDeps & LockDeps & RenameDeps & { readonly records: RecordStore },
  browserWindow: Window,
  viewfinder: HTMLVideoElement,
) => ({
  loadAccounts: fromPromise<PhoneData>(async () => {
    const [storedAccounts, lock, chosenName] = await Promise.all([
      deps.accounts.all(),
      readLock(deps),
      deps.deviceName.read(),
    ]);
    const accounts = storedAccounts.map(({ id, userId, deviceKey }) => ({
      id,
      userId,
      ...(deviceKey === null && { isOffline: true as const }),
    }));
    return { accounts, lock, deviceName: chosenName ?? describeDevice(deps.userAgent).deviceName };
  }),
  renamePhone: fromPromise<boolean, { readonly name: string }>(async ({ input }) => {
    const { renamePhone } = await loadLazyPorts();
    return renamePhone(deps, input.name);
  }),
  createLockPasskey: fromPromise<boolean>(async () => (await loadLazyPorts()).lockByPasskey(deps)),
  confirmPasskey: fromPromise<boolean>(async () => (await loadLazyPorts()).confirmPasskey(deps)),
  savePin: fromPromise<void, { readonly pin: string }>(async ({ input }) =>
    (await loadLazyPorts()).savePin(deps, input.pin),
  ),
  checkPin: fromPromise<PinAnswer, { readonly pin: string }>(async ({ input }) =>
    (await loadLazyPorts()).checkPin(deps, input.pin),
  ),
  turnLockOff: fromPromise<void>(() => deps.lock.save({ kind: 'off' })),
  coverCodes: fromPromise<void, { readonly covers: boolean }>(({ input }) =>
    deps.lock.setCoversCodes(input.covers),
  ),
  clearPhone: fromPromise<void>(() => deps.lock.clear()),
  loadRecords: fromPromise<readonly AnswerRecord[]>(() => deps.records.all()),
  readLink: fromPromise<ScannedText, { readonly link: string }>(({ input }) =>
    classifyText(deps.client, input.link, deps.origin),
  ),
  scanCode: fromPromise<ScanResult>(async ({ signal }) =>
    (await loadLazyPorts()).scanCode(browserWindow, viewfinder, signal),
  ),
  fetchLogin: fromPromise<
    Result<CodeLogin>,
    { readonly qrId: string; readonly accounts: readonly PhoneAccount[] }
  >(async ({ input }) => (await loadLazyPorts()).fetchLogin(deps.client, deps.accounts, input)),
  answerLogin: fromPromise<Result<undefined>, CodeLoginAnswer>(async ({ input }) => {
    const { answerLogin } = await loadLazyPorts();
    const answer = await answerLogin(deps.client, deps.accounts, input);
    const { login, account, number } = input;
    await recordAnswer(deps.records, { ...login, userId: account.userId }, outcomeOf(answer, number));
    return answer;
  }),
  generateClientKey: fromPromise<string>(async () => (await loadLazyPorts()).createClientKey()),
  computeComparisonDigits: fromPromise<string, OfflineKeyInput>(
    async ({ input }) =>
      (await (await loadLazyPorts()).deriveOfflineKey(input.clientKey, input.characters)).digits,
  ),
  saveOfflineAccount: fromPromise<void, OfflineKeyInput & { readonly userId: string }>(async ({ input }) => {
    const { clientKey, characters, userId } = input;
    const { deriveOfflineKey } = await loadLazyPorts();
    const { key: codeKey } = await deriveOfflineKey(clientKey, characters);
    await deps.accounts.put({
      id: crypto.randomUUID(),
      userId,
      addedAt: Date.now(),
      codeKey,
      deviceKey: null,
    });
    await deps.persistStorage();
  }),
  register: fromPromise<Result<PhoneAccount>, PhoneRegistrationInput>(async ({ input }) => {
    const { register } = await loadLazyPorts();
    return register(deps, input);
  }),
  computeCodes: fromPromise<Codes, { readonly accounts: readonly PhoneAccount[] }>(async ({ input }) => {
    const storedAccounts = await deps.accounts.all();
    const now = deps.client.now();
    const remaining = untilNextCode(now);
    const codes = await Promise.all(
      storedAccounts
        .filter(({ id }) => input.accounts.some((account) => account.id === id))
        .map(async ({ id, codeKey }) => ({ id, code: await codeAt(codeKey, now) })),
    );
    return { codes, validUntil: Date.now() + remaining, remaining };
  }),
  fetchRequests: fromPromise<Requests, { readonly accounts: readonly PhoneAccount[] }>(
    async ({ input, signal }) => {
      await whenVisible(browserWindow.document, signal);
      return fetchRequests(deps.client, deps.accounts, input.accounts);
    },
  ),
  checkNotifications: fromPromise<NotificationState, { readonly accounts: readonly PhoneAccount[] }>(
    ({ input }) => checkNotifications(deps, input.accounts),
  ),
  enableNotifications: fromPromise<NotificationState, { readonly accounts: readonly PhoneAccount[] }>(
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
