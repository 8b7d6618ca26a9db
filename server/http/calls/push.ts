import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { bearerOf, callerOf } from '#server/http/bearer.ts';
import { contentField, idField, readBody } from '#server/http/body.ts';
import { browserName } from '#server/http/browser-name.ts';
import type { Ctx } from '#server/http/env.ts';
import { clientAddress, clientNetwork } from '#server/http/guard/client-address.ts';
import { pathUserId } from '#server/http/user-id.ts';
import { coolDownSeconds } from '#server/login/push/cool-down.ts';
import { Refusal } from '#server/login/refusal.ts';
import { type Subject, subjectOf } from '#server/login/require-proof.ts';
import { requireSecondToken } from '#server/login/second-step.ts';
import { requireSendRequester, type SendRequester } from '#server/login/send-requester.ts';
import { tooManySends } from '#server/login/sending/too-many-sends.ts';
import type { PushStatus, StoredPush } from '#server/storage/repositories/pushes.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { AUTH_HEADER } from '#wire/names.ts';
import type { Call, CallDeps } from './call.ts';

const pushBody = v.object({ userId: idField, clientId: idField, content: contentField });

const tooSoonRefusal = (errCode: 'tooManyPushes' | 'pushPending', seconds: number): Refusal =>
  new Refusal(429, errCode, { headers: { 'Retry-After': String(seconds) } });

/** The value `check` of a push: X while it is pending, A when it is approved, otherwise O (spec section 3). */
const checkOf = ({ state }: StoredPush): 'X' | 'A' | 'O' => {
  if (state === 'pending') return 'X';
  return state === 'approved' ? 'A' : 'O';
};

/** The push calls of the page (spec section 7, rules 81 to 86). */
export function pushCalls({ portal, sends }: CallDeps): readonly Call[] {
  const { pushes } = portal;

  /** @throws Refusal 400 when the path names another person or the query another client than the body */
  const readSubject = async (c: Ctx): Promise<Subject> => {
    const { content, ...sent } = await readBody(c, pushBody);
    c.set('contentLength', content.length);
    const subject = subjectOf(sent.userId, sent.clientId);
    const addressSubject = subjectOf(await pathUserId(c), c.req.query('clientId') ?? '');
    if (addressSubject.userId !== subject.userId || addressSubject.clientId !== subject.clientId) {
      throw new Refusal(400, 'malformed');
    }
    return subject;
  };

  /** @throws Refusal 429 after too many denied or expired pushes */
  const checkCoolDown = async ({
    session,
    account: { userId },
    hasProvedMethod,
  }: SendRequester): Promise<void> => {
    const { coolDown } = portal.config.push;
    const wait = await coolDownSeconds(portal, coolDown, userId, hasProvedMethod ? session : null);
    if (wait > 0) throw tooSoonRefusal('tooManyPushes', wait);
  };

  const send = async (c: Ctx): Promise<Response> => {
    const subject = await readSubject(c);
    const requester = await requireSendRequester(portal, callerOf(c), subject, 'push');
    const { session, purpose, hasProvedMethod } = requester;
    const { userId, clientId } = subject;
    const app = await portal.devices.mobileApps.of(userId);
    if (!app?.hasKey || app.isOffline) throw new Refusal(400, '009');

    await checkCoolDown(requester);
    const address = clientAddress(c, portal.config.trustProxy);
    const permit = await sends.begin({
      userId,
      address: clientNetwork(c, portal.config),
      session: session.key,
      hasProvedMethod,
    });
    if (!permit.isAllowed) throw tooManySends(permit.retryAfterSeconds);
    const language = c.get('language');
    const outcome = await portal.sendPush({
      subject: { session, clientId, userId, purpose },
      to: app.uuid,
      browser: browserName(c.req.header('user-agent') ?? ''),
      address,
      language,
      serviceName: portal.client(clientId)?.serviceName[language] ?? '',
    });
    if ('pushId' in outcome) return answer(c, outcome);
    await permit.uncount();
    if ('pendingUntil' in outcome) {
      throw tooSoonRefusal('pushPending', Math.ceil((outcome.pendingUntil - portal.now()) / 1000));
    }
    const { errCode } = outcome;
    throw new Refusal(500, errCode, errCode === '012' ? { reason: 'pushUnavailable' } : {});
  };

  /**
   * The push in the path of a call.
   * @param subject client of the push, and the person if the call names the person
   * @throws Refusal 404 for a push that this session did not request for this person at this client
   */
  const polledPush = async (
    c: Ctx,
    session: Session | null,
    subject: Partial<Subject>,
  ): Promise<PushStatus> => {
    const push = session && (await pushes.poll(session, c.req.param('pushId') ?? ''));
    const belongsToSubject =
      push?.clientId === subject.clientId && push?.userId === (subject.userId ?? push?.userId);
    if (!push || !belongsToSubject) throw new Refusal(404, '010_5');
    return push;
  };

  /** The push of a first step or an identity check. The query names its client; its person is stored with the push. */
  const pushOfFirstStep = async (c: Ctx): Promise<StoredPush> => {
    const { clientId } = subjectOf('', c.req.query('clientId') ?? '');
    const push = await polledPush(c, await c.get('requestSession').session(), { clientId });
    if (push.purpose !== 'identity' && push.proven === 'nothing') throw new Refusal(401, 'notAuthorized');
    return push;
  };

  /** The push of a second step. The token of the call belongs to its person and client. */
  const pushOfSecondStep = async (c: Ctx): Promise<StoredPush> => {
    const { session, subject } = await requireSecondToken(
      portal,
      c.get('requestSession'),
      bearerOf(c, AUTH_HEADER),
    );
    const push = await polledPush(c, session, subject);
    if (push.proven !== 'first-step') throw new Refusal(401, 'notAuthorized');
    if (push.purpose !== 'login') throw new Refusal(404, '010_5');
    return push;
  };

  const pollCall = (path: string, findPush: (c: Ctx) => Promise<StoredPush>): Call => ({
    method: 'GET',
    path: `${path}/check/:pushId`,
    handle: async (c) => answer(c, { check: checkOf(await findPush(c)) }),
  });
  const withdrawCall = (path: string, findPush: (c: Ctx) => Promise<StoredPush>): Call => ({
    method: 'DELETE',
    path: `${path}/:pushId`,
    async handle(c) {
      await pushes.withdraw((await findPush(c)).pushId);
      return answer(c);
    },
  });

  return [
    { method: 'POST', path: '/mobileapp/push/:userId', handle: send },
    pollCall('/data/sso/mobileapp/push', pushOfFirstStep),
    withdrawCall('/data/sso/mobileapp/push', pushOfFirstStep),
    pollCall('/data/mobileapp/push', pushOfSecondStep),
    withdrawCall('/data/mobileapp/push', pushOfSecondStep),
  ];
}
