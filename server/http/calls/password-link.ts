import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { idField, readBody } from '#server/http/body.ts';
import { countTry } from '#server/http/guard/count-try.ts';
import { linkCheckValue } from '#server/login/password/grant.ts';
import { ENDED_LINK_ERRORS } from '#server/login/password/save.ts';
import { usageRefusalIgnoringSuspension } from '#server/login/policy/usage.ts';
import { Refusal } from '#server/login/refusal.ts';
import { subjectOf } from '#server/login/require-proof.ts';
import type { Call, CallDeps } from './call.ts';

const bodySchema = v.object({ userId: idField, clientId: idField, ak: idField });

/** Error codes of a link that cannot be used (rule 183). */
const LINK_ERROR_CODES = { expired: '001', used: '002', closed: '002', unknown: '003' } as const;
const LINK_REFUSALS = { ...ENDED_LINK_ERRORS, unknown: 'urlInvalid' } as const;

/** The call of the ID step of /password, which checks a link and the account of the link. */
export function passwordLinkCalls({ portal, failures }: CallDeps): readonly Call[] {
  const { accounts, config, passedChecks, passwordLinks, sessions } = portal;

  const linkRefusal = (state: keyof typeof LINK_ERROR_CODES): Refusal =>
    new Refusal(400, LINK_REFUSALS[state], { fields: { error_code: LINK_ERROR_CODES[state] } });

  return [
    {
      method: 'POST',
      path: '/data/sso/password/ak/verification',
      async handle(c) {
        const request = await readBody(c, bodySchema);
        const subject = subjectOf(request.userId, request.clientId);
        const countedTry = await countTry(c, failures, config);
        const account = await accounts.find(subject.userId);
        const link = await passwordLinks.find(request.ak, subject.userId, subject.clientId);
        if (link.state !== 'open') throw linkRefusal(link.state);
        if (!account || usageRefusalIgnoringSuspension(account, portal.localTime()) !== null)
          throw linkRefusal('unknown');
        await countedTry.uncount();
        const session = await c.get('requestSession').ensureSession();
        await passedChecks.removeOfOthers(session, subject.userId);
        await passedChecks.record(session, subject, 'link', linkCheckValue(link.kind, link.akHash));
        c.get('requestSession').addCookies(await sessions.rotateId(session));
        const redirectUrl = portal.client(subject.clientId)?.initiateLoginUri ?? `${config.publicUrl}/login`;
        return answer(c, { redirectUrl, ak_type: link.kind });
      },
    },
  ];
}
