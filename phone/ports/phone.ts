import { fromPromise } from 'xstate';
import type {
  Codes,
  Notifications,
  PhoneAccount,
  PhoneAnswer,
  RegistrationInput,
  Requests,
} from '#machines/phone/phone.types.ts';
import type { Result } from '#machines/shared/result.ts';
import { codeAt, untilNextCode } from '#phone/keys/one-time-password.ts';
import { parseLink } from './app-link.ts';
import { checkNotifications, enableNotifications, type NotificationDeps } from './notifications.ts';
import { type RegisterDeps, register } from './register.ts';
import { answerRequest, askRequests } from './requests.ts';
import { visible } from './visible.ts';

/** The real effects of the app. */
export const phonePorts = (deps: RegisterDeps & NotificationDeps, page: Document) => ({
  loadAccounts: fromPromise<readonly PhoneAccount[]>(async () =>
    (await deps.accounts.all()).map(({ id, userId }) => ({ id, userId })),
  ),
  readLink: fromPromise<string | null, { readonly link: string }>(async ({ input }) => {
    const link = parseLink(input.link, deps.origin);
    return link && 'userId' in link ? link.userId : null;
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
      await visible(page, signal);
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
