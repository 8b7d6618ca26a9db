import * as v from 'valibot';
import type { ContactType } from '#server/config/identity-methods.ts';
import { answer } from '#server/http/answer.ts';
import { bearerOf, callerOf } from '#server/http/bearer.ts';
import { contentField, idField, readBody } from '#server/http/body.ts';
import type { Ctx } from '#server/http/env.ts';
import { clientNetwork } from '#server/http/guard/client-address.ts';
import { Refusal } from '#server/login/refusal.ts';
import { type Subject, subjectOf } from '#server/login/require-proof.ts';
import { requireSendPermission } from '#server/login/send-permission.ts';
import { requireSendRequester, type SendRequester } from '#server/login/send-requester.ts';
import { CHANNELS, contactOf, methodOfChannel, missingContactError } from '#server/login/sending/channels.ts';
import { tooManySends } from '#server/login/sending/too-many-sends.ts';
import { textOf } from '#server/login/texts.ts';
import type { Channel } from '#server/storage/repositories/sent-codes.ts';
import type { IdentityGrant } from '#server/storage/sessions/identity-tokens.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { Call, CallDeps } from './call.ts';

/** Time after the verification of a contact in which the token call issues a token of the identity check. */
const JUST_VERIFIED_MS = 60_000;

const tokenBody = v.object({ userId: idField, clientId: idField });

const sendBody = v.object({ userId: idField, clientId: idField, content: contentField });

/**
 * The calls that issue tokens for sending codes, in a login (rule 64) or an identity check (rule 174), and the calls
 * that send codes.
 */
export function sendingCalls({ portal, sends, identitySends }: CallDeps): readonly Call[] {
  const checkToken = async (c: Ctx, { userId, clientId }: Subject, session: Session): Promise<void> => {
    const grant = await portal.accessTokens.find(session, bearerOf(c));
    const isValid = grant?.purpose === 'send-code' && grant.userId === userId && grant.clientId === clientId;
    if (!isValid) throw new Refusal(401, 'notAuthorized');
  };

  /** The grant that begins an identity check, if the contact was verified in the last minute (rule 174). */
  const recentVerification = async (c: Ctx, subject: Subject): Promise<IdentityGrant | null> => {
    const session = await c.get('requestSession').session();
    const contact = session && (await portal.passedChecks.find(session, subject, 'contact'));
    if (!contact || portal.now() - contact.at > JUST_VERIFIED_MS) return null;
    return { ...subject, basis: contact.value as ContactType, identityMethod: null };
  };

  /**
   * Counts a send.
   * @returns a function that undoes the count
   * @throws Refusal 429 after too many sends
   */
  const countSend = async (c: Ctx, requester: SendRequester, to: string): Promise<() => Promise<void>> => {
    const { session, account, hasProvedMethod, purpose } = requester;
    const { userId } = account;
    const address = clientNetwork(c, portal.config);
    const { perPerson: max } = portal.config.limits.identitySends;
    const isIdentityLimited = purpose === 'identity' && !hasProvedMethod;
    const permits = [
      await sends.begin({ userId, address, session: session.key, hasProvedMethod }),
      await identitySends.begin(
        isIdentityLimited ? [`person ${userId}`, `contact ${to}`].map((key) => ({ key, max })) : [],
      ),
    ];
    const uncount = async (): Promise<void> => {
      for (const permit of permits) if (permit.isAllowed) await permit.uncount();
    };
    for (const permit of permits) {
      if (permit.isAllowed) continue;
      await uncount();
      throw tooManySends(permit.retryAfterSeconds);
    }
    return uncount;
  };

  const send = async (c: Ctx, channel: Channel): Promise<Response> => {
    const { content, ...sent } = await readBody(c, sendBody);
    c.set('contentLength', content.length);
    const subject = subjectOf(sent.userId, sent.clientId);
    const requester = await requireSendRequester(
      portal,
      callerOf(c),
      subject,
      methodOfChannel(channel),
      (session) => checkToken(c, subject, session),
    );
    const { session, account, purpose } = requester;
    const to = contactOf(account, channel);
    if (to === null) throw new Refusal(400, missingContactError(account, [channel]) ?? '006');
    const uncount = await countSend(c, requester, to);

    const { userId, clientId } = subject;
    const language = c.get('language');
    const serviceName = portal.client(clientId)?.serviceName[language] ?? '';
    const { hostname: host } = new URL(portal.config.publicUrl);
    const outcome = await portal.sendCode({
      subject: { session, clientId, userId, purpose },
      channel,
      to,
      messageContext: { language, serviceName, host },
    });
    if (outcome === 'sent') return answer(c, { result: true, message: textOf('codeSent', language) });
    await uncount();
    c.set('refusalCode', outcome.errCode);
    return answer(c, { result: false, ...outcome, message: '' });
  };

  return [
    {
      method: 'POST',
      path: '/token/access',
      async handle(c) {
        const sent = await readBody(c, tokenBody);
        const subject = subjectOf(sent.userId, sent.clientId);
        const verified = await recentVerification(c, subject);
        const currentSession = await c.get('requestSession').session();
        if (verified && currentSession) {
          return answer(c, { accessToken: await portal.identityTokens.issue(currentSession, verified) });
        }
        const { session } = await requireSendPermission(portal, c.get('requestSession'), subject);
        return answer(c, {
          accessToken: await portal.accessTokens.issue(session, { ...subject, purpose: 'send-code' }),
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
