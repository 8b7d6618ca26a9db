import { answer } from '#server/http/answer.ts';
import { Refusal } from '#server/http/refusal.ts';
import { subjectOf } from '#server/login/earned.ts';
import { flag, maskedContacts } from '#server/policy/answer.ts';
import type { Call, CallDeps } from './call.ts';

/** Calls about an account: for a user id that this session has earned, 404 for any other (decision 147). */
export function accountCalls({ portal }: CallDeps): readonly Call[] {
  return [
    {
      method: 'GET',
      path: '/data/sso/accounts/:userId',
      handle(c) {
        const subject = subjectOf(c.req.param('userId') ?? '', c.req.query('clientId') ?? '');
        const session = c.get('visit').session();
        const isEarned =
          session !== null &&
          (portal.proofs.find(session, subject.clientId, subject.userId) !== null ||
            portal.sessions.login(session)?.userId === subject.userId);
        const account = isEarned ? portal.accounts.find(subject.userId) : null;
        if (!account) throw new Refusal(404, 'notFound');
        const hasPassword = portal.accounts.password(subject.userId) !== null;
        return answer(c, { setPasswordFlag: flag(hasPassword), ...maskedContacts(account) });
      },
    },
  ];
}
