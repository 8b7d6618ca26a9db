import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { idField, readBody } from '#server/http/body.ts';
import { requireFirstStepTypeCode, requireGatePassword } from '#server/login/first-step.ts';
import { assertionRequest, assertionRequestForPerson } from '#server/login/passkey/request-options.ts';
import { requestToFinish } from '#server/login/pending-request.ts';
import { Refusal } from '#server/login/refusal.ts';
import { policyForCall, requireProof, subjectOf } from '#server/login/require-proof.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import type { Call, CallDeps } from './call.ts';

const bodyWithoutUserId = v.object({ clientId: idField, fidoStatus: v.literal('start') });

const bodyWithUserId = v.object({
  clientId: idField,
  userId: idField,
  type: v.literal(TYPE_CODES.passkey),
  fidoStatus: v.literal('start'),
});

/**
 * The calls that start a passkey assertion without a user ID, and in the first step (rule 90). In the second step, the
 * call /auth/oauth2/mfa/check starts the assertion.
 */
export function passkeyCalls({ portal, findRequest }: CallDeps): readonly Call[] {
  const { config, passkeyChallenges } = portal;

  return [
    {
      method: 'POST',
      path: '/auth/login/fido',
      async handle(c) {
        const sent = await readBody(c, bodyWithoutUserId);
        const { clientId } = subjectOf('', sent.clientId);
        const client = portal.client(clientId);
        if (!client) throw new Refusal(403, '016_1');
        if (!client.passkey) throw new Refusal(403, '018');
        const session = await c.get('requestSession').ensureSession();
        const challenge = await passkeyChallenges.issue({ session, clientId, userId: null });
        return answer(c, assertionRequest(config, challenge));
      },
    },
    {
      method: 'POST',
      path: '/auth/login/oidc',
      async handle(c) {
        const sent = await readBody(c, bodyWithUserId);
        const subject = subjectOf(sent.userId, sent.clientId);
        const { session, proof, account } = await requireProof(portal, c.get('requestSession'), subject);
        const { rule } = await policyForCall(portal, subject, proof.policyId);
        const pending = await requestToFinish(portal, findRequest, session, subject.clientId, {
          redirect: '',
        });
        await requireGatePassword(portal, { session, proof, subject, rule, pending });
        await requireFirstStepTypeCode(portal, account, rule, sent.type);
        return answer(c, await assertionRequestForPerson(portal, session, subject));
      },
    },
  ];
}
