import { fromPromise } from 'xstate';
import type { Codes, PhoneAccount, RegistrationInput } from '#machines/phone/phone.types.ts';
import type { Result } from '#machines/shared/result.ts';
import { codeAt, untilNextCode } from '#phone/keys/one-time-password.ts';
import { parseLink } from './app-link.ts';
import { type RegisterDeps, register } from './register.ts';

/** The real effects of the app. */
export const phonePorts = (deps: RegisterDeps) => ({
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
  removeAccount: fromPromise<void, { readonly id: string }>(({ input }) => deps.accounts.remove(input.id)),
});
