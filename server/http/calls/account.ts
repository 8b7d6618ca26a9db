import { answer } from '#server/http/answer.ts';
import type { Ctx } from '#server/http/env.ts';
import { pathUserId } from '#server/http/user-id.ts';
import { mayReadPersonData } from '#server/login/identity/may-read-person-data.ts';
import { hasPassword } from '#server/login/password/has-password.ts';
import { answeredQuestion, mayAnswerQuestion } from '#server/login/password/stored-question.ts';
import { flag, maskedContacts, maskedTokens } from '#server/login/policy/answer.ts';
import { licenseChecks } from '#server/login/policy/license.ts';
import { Refusal } from '#server/login/refusal.ts';
import { mustSignInFirst } from '#server/login/registration/open.ts';
import { subjectOf } from '#server/login/require-proof.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Call, CallDeps } from './call.ts';

/** Calls about an account. They are refused with 404 unless the session has a proof for the user ID (rule 147). */
export function accountCalls({ portal }: CallDeps): readonly Call[] {
  const requireProvenPerson = async (c: Ctx) => {
    const subject = subjectOf(await pathUserId(c), c.req.query('clientId') ?? '');
    const session = await c.get('requestSession').session();
    const isProven = session !== null && (await mayReadPersonData(portal, session, subject));
    const account = isProven ? await portal.accounts.find(subject.userId) : null;
    if (!session || !account) throw new Refusal(404, 'notFound');
    return { session, subject, account };
  };
  const accountFields = async (account: Account) => ({
    setPasswordFlag: flag(await hasPassword(portal, account)),
    ...maskedContacts(account),
  });
  /** The field `questionFlag` if the session may also request the question; otherwise no field. */
  const questionField = async ({
    session,
    subject,
    account,
  }: Awaited<ReturnType<typeof requireProvenPerson>>) => {
    if (!(await mayAnswerQuestion(portal, session, subject, account))) return {};
    return { questionFlag: flag((await answeredQuestion(portal, account.userId)) !== undefined) };
  };

  return [
    {
      method: 'GET',
      path: '/data/sso/accounts/:userId',
      async handle(c) {
        const person = await requireProvenPerson(c);
        return answer(c, { ...(await accountFields(person.account)), ...(await questionField(person)) });
      },
    },
    {
      method: 'GET',
      path: '/data/sso/accounts/:userId/account-info',
      handle: async (c) => answer(c, await accountFields((await requireProvenPerson(c)).account)),
    },
    {
      method: 'GET',
      path: '/data/sso/authenticator/:userId',
      async handle(c) {
        const { session, subject, account } = await requireProvenPerson(c);
        const { userId } = account;
        const { config, devices } = portal;
        return answer(c, {
          authenticator: await maskedTokens(devices, userId),
          license: await licenseChecks(config.licenses, userId, devices.mobileApps, portal.localTime()),
          ...((await mustSignInFirst(portal, session, subject, account)) && { mustSignIn: true }),
        });
      },
    },
  ];
}
