import * as v from 'valibot';
import { clientAddress } from '#server/guard/client-address.ts';
import { answer } from '#server/http/answer.ts';
import { bearerOf } from '#server/http/bearer.ts';
import { contentField, idField, readBody } from '#server/http/body.ts';
import type { Ctx } from '#server/http/env.ts';
import { Refusal } from '#server/http/refusal.ts';
import { type Earned, type Subject, subjectOf } from '#server/login/earned.ts';
import { earnedSends, isKnown, sendable } from '#server/login/sends.ts';
import { CHANNELS, contactOf, methodOf, missingContact } from '#server/sending/channels.ts';
import type { Channel } from '#server/sending/outbox.ts';
import { textOf } from '#server/texts.ts';
import type { Call, CallDeps } from './call.ts';

const tokenBody = v.object({ userId: idField, clientId: idField });

const sendBody = v.object({ userId: idField, clientId: idField, content: contentField });

/** The narrow token of decision 64, and the sends that it is good for. */
export function sendingCalls({ portal, sends }: CallDeps): readonly Call[] {
  const checkToken = (c: Ctx, { session }: Earned, { userId, clientId }: Subject): void => {
    const grant = portal.accessTokens.find(session, bearerOf(c));
    const isGood = grant?.purpose === 'send-code' && grant.userId === userId && grant.clientId === clientId;
    if (!isGood) throw new Refusal(401, 'notEarned');
  };

  const send = async (c: Ctx, channel: Channel): Promise<Response> => {
    const { content, ...sent } = await readBody(c, sendBody);
    c.set('contentLength', content.length);
    const subject = subjectOf(sent.userId, sent.clientId);
    const earned = earnedSends(portal, c.get('visit'), subject);
    checkToken(c, earned, subject);
    const { session, account, rule, proof } = earned;
    if (!sendable(rule, proof).includes(methodOf(channel))) throw new Refusal(400, '018');
    const to = contactOf(account, channel);
    if (to === null) throw new Refusal(400, missingContact(account, [channel]) ?? '006');

    const address = clientAddress(c, portal.config.trustProxy);
    const { userId, clientId } = subject;
    const permit = sends.begin({
      userId,
      address,
      session: session.key,
      isKnown: isKnown(portal, earned, subject),
    });
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
        const { session } = earnedSends(portal, c.get('visit'), subject);
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
