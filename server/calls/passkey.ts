import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { idField, readBody } from '#server/http/body.ts';
import { Refusal } from '#server/http/refusal.ts';
import { earnedBy, type Subject, subjectOf, toldPolicy } from '#server/login/earned.ts';
import { firstStepCode } from '#server/login/first-step.ts';
import { secondStepCode } from '#server/login/second-step.ts';
import { assertionRequest } from '#server/passkey/request-options.ts';
import type { Session } from '#server/session/sessions.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import type { Call, CallDeps } from './call.ts';

const unnamedBody = v.object({ clientId: idField, fidoStatus: v.literal('start') });

const namedBody = v.object({
  clientId: idField,
  userId: idField,
  type: v.literal(TOKEN_CODES.passkey),
  fidoStatus: v.literal('start'),
});

const secondBody = v.object({
  clientId: idField,
  userId: idField,
  otpTypeCode: v.literal(TOKEN_CODES.passkey),
  portalType: v.literal('user'),
  fidoStatus: v.literal('start'),
});

/** The calls that start an assertion of a passkey: of whoever it is, in the first step, in the second (decision 90). */
export function passkeyCalls({ portal }: CallDeps): readonly Call[] {
  const { config, devices, passkeyChallenges } = portal;

  /** @throws Refusal 011 when the person has no passkey. */
  const requestFor = (session: Session, subject: Subject) => {
    const passkeys = devices.passkeys.of(subject.userId);
    if (passkeys.length === 0) throw new Refusal(400, '011');
    return assertionRequest(config, passkeyChallenges.issue({ session, ...subject }), passkeys);
  };

  return [
    {
      method: 'POST',
      path: '/auth/login/fido',
      async handle(c) {
        const sent = await readBody(c, unnamedBody);
        const { clientId } = subjectOf('', sent.clientId);
        const client = portal.client(clientId);
        if (!client) throw new Refusal(403, '016_1');
        if (!client.passkey) throw new Refusal(403, '018');
        const session = c.get('visit').ensureSession();
        const challenge = passkeyChallenges.issue({ session, clientId, userId: null });
        return answer(c, assertionRequest(config, challenge));
      },
    },
    {
      method: 'POST',
      path: '/auth/login/oidc',
      async handle(c) {
        const sent = await readBody(c, namedBody);
        const subject = subjectOf(sent.userId, sent.clientId);
        const { session, proof } = earnedBy(portal, c.get('visit'), subject);
        const { rule } = toldPolicy(portal, subject, proof.policyId);
        firstStepCode(portal, rule, proof, sent.type);
        return answer(c, requestFor(session, subject));
      },
    },
    {
      method: 'POST',
      path: '/auth/oauth2/mfa/check',
      async handle(c) {
        const sent = await readBody(c, secondBody);
        const subject = subjectOf(sent.userId, sent.clientId);
        const { session, proof } = earnedBy(portal, c.get('visit'), subject);
        const { rule } = toldPolicy(portal, subject, proof.policyId);
        if (!proof.firstStep) throw new Refusal(401, 'notEarned');
        secondStepCode(portal, rule, proof.firstStep, sent.otpTypeCode);
        return answer(c, requestFor(session, subject));
      },
    },
  ];
}
