import * as v from 'valibot';
import type { PolicyRule } from '#server/config/policy.ts';
import { clientAddress } from '#server/guard/client-address.ts';
import { answer } from '#server/http/answer.ts';
import { bearerOf } from '#server/http/bearer.ts';
import { idField, readBody } from '#server/http/body.ts';
import type { Ctx } from '#server/http/env.ts';
import { Refusal } from '#server/http/refusal.ts';
import { type Earned, earnedBy, type Subject, subjectOf, toldPolicy } from '#server/login/earned.ts';
import { finishingMethods, hasGate } from '#server/policy/satisfies.ts';
import { secondTokens } from '#server/policy/second-tokens.ts';
import { CHANNELS, contactOf, methodOf, missingContact } from '#server/sending/channels.ts';
import type { Channel } from '#server/sending/outbox.ts';
import type { Proof } from '#server/session/proofs.ts';
import { textOf } from '#server/texts.ts';
import type { Call, CallDeps } from './call.ts';

const tokenBody = v.object({ userId: idField, clientId: idField });

const LONGEST_CONTENT = 200;
const sendBody = v.object({
  userId: idField,
  clientId: idField,
  content: v.pipe(v.string(), v.maxLength(LONGEST_CONTENT)),
});

/** The narrow token of decision 64, and the sends that it is good for. */
export function sendingCalls({ portal, sends }: CallDeps): readonly Call[] {
  /** @throws Refusal 401 when the session may not send yet, 016 when the policy has changed. */
  const earnedSends = (c: Ctx, subject: Subject): Earned & ReturnType<typeof toldPolicy> => {
    const earned = earnedBy(portal, c.get('visit'), subject);
    const policy = toldPolicy(portal, subject);
    const { passwordAt, firstStep } = earned.proof;
    if (hasGate(policy.rule) && passwordAt === null && firstStep === null)
      throw new Refusal(401, 'notEarned');
    return { ...earned, ...policy };
  };

  const checkToken = (c: Ctx, { session }: Earned, { userId, clientId }: Subject): void => {
    const grant = portal.accessTokens.find(session, bearerOf(c));
    const isGood = grant?.purpose === 'send-code' && grant.userId === userId && grant.clientId === clientId;
    if (!isGood) throw new Refusal(401, 'notEarned');
  };

  const isKnown = ({ session, proof }: Earned, { userId }: Subject): boolean =>
    proof.passwordAt !== null ||
    proof.firstStep !== null ||
    portal.sessions.login(session)?.userId === userId;

  /** The channels of the step that the session is at. */
  const sendable = (rule: PolicyRule, { firstStep }: Proof): readonly string[] =>
    firstStep ? secondTokens(rule, firstStep.methods) : finishingMethods(rule);

  const send = async (c: Ctx, channel: Channel): Promise<Response> => {
    const { content, ...sent } = await readBody(c, sendBody);
    c.set('contentLength', content.length);
    const subject = subjectOf(sent.userId, sent.clientId);
    const earned = earnedSends(c, subject);
    checkToken(c, earned, subject);
    const { session, account, rule, proof } = earned;
    if (!sendable(rule, proof).includes(methodOf(channel))) throw new Refusal(400, '018');
    const to = contactOf(account, channel);
    if (to === null) throw new Refusal(400, missingContact(account, [channel]) ?? '006');

    const address = clientAddress(c, portal.config.trustProxy);
    const { userId, clientId } = subject;
    const permit = sends.begin({ userId, address, session: session.key, isKnown: isKnown(earned, subject) });
    if (!permit.allowed) {
      const headers = { 'Retry-After': String(permit.retryAfterSeconds) };
      throw new Refusal(429, 'tooManySends', { headers });
    }
    const language = c.get('language');
    const serviceName = portal.client(clientId)?.serviceName[language] ?? '';
    const { hostname: host } = new URL(portal.config.publicUrl);
    const outcome = await portal.sendCode({
      subject: { session, clientId, userId },
      channel,
      to,
      wording: { language, serviceName, host },
    });
    if (outcome === 'sent') return answer(c, { result: true, message: textOf('codeSent', language) });
    permit.takeBack();
    return answer(c, { result: false, errCode: outcome, message: textOf(outcome, language) });
  };

  return [
    {
      method: 'POST',
      path: '/token/access',
      async handle(c) {
        const sent = await readBody(c, tokenBody);
        const subject = subjectOf(sent.userId, sent.clientId);
        const { session } = earnedSends(c, subject);
        return answer(c, {
          accessToken: portal.accessTokens.issue(session, { ...subject, purpose: 'send-code' }),
        });
      },
    },
    ...CHANNELS.map(
      (channel): Call => ({
        method: 'POST',
        path: `/auth/oauth2/send/${channel}`,
        handle: (c) => send(c, channel),
      }),
    ),
  ];
}
