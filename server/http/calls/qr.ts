import { answer } from '#server/http/answer.ts';
import { bearerOf } from '#server/http/bearer.ts';
import { browserName } from '#server/http/browser-name.ts';
import type { Ctx } from '#server/http/env.ts';
import { clientNetwork } from '#server/http/guard/client-address.ts';
import { queryUserId } from '#server/http/user-id.ts';
import { windowLimit } from '#server/login/limits/window-limit.ts';
import { qrProblem } from '#server/login/methods/qr.ts';
import { Refusal } from '#server/login/refusal.ts';
import { requireProof, subjectOf } from '#server/login/require-proof.ts';
import { requireSecondStep } from '#server/login/second-step.ts';
import type { QrLogin } from '#server/storage/repositories/qr-logins.ts';
import { AUTH_HEADER } from '#wire/names.ts';
import { qrText } from '#wire/qr-login.ts';
import type { Call, CallDeps } from './call.ts';

/** The calls that create and poll the QR codes of a QR login (spec section 7, rules 87 to 89). */
export function qrCalls({ portal }: CallDeps): readonly Call[] {
  const { config, qrLogins } = portal;
  const { minutes, perSession, perAddress } = config.limits.qrCodes;
  const createdCodes = windowLimit(portal.storage, 'qr', minutes, portal.now);

  const createCode = async (
    c: Ctx,
    subject: Pick<QrLogin, 'step' | 'userId' | 'clientId'>,
  ): Promise<Response> => {
    const session = await c.get('requestSession').ensureSession();
    const permit = await createdCodes.begin([
      { key: `session ${session.key}`, max: perSession },
      { key: `address ${clientNetwork(c, config)}`, max: perAddress },
    ]);
    if (!permit.isAllowed) {
      throw new Refusal(429, 'tooManyCodes', {
        headers: { 'Retry-After': String(permit.retryAfterSeconds) },
      });
    }
    const browser = browserName(c.req.header('user-agent') ?? '');
    const { qrId } = await qrLogins.create({ ...subject, session, browser });
    return answer(c, { qrId, qr: qrText(config, { qrId, portal: config.publicUrl }) });
  };

  /**
   * The client of a second step, to which the access token of the first step belongs (rule 58).
   * @throws Refusal 401 when the token belongs to another session or person, or the first step has expired.
   */
  const secondStepClient = async (c: Ctx, userId: string): Promise<string> => {
    const session = await c.get('requestSession').session();
    const grant = session && (await portal.accessTokens.find(session, bearerOf(c)));
    if (grant?.userId !== userId) throw new Refusal(401, 'notAuthorized');
    const { proof } = await requireProof(portal, c.get('requestSession'), grant);
    if (!proof.firstStep) throw new Refusal(401, 'notAuthorized');
    return grant.clientId;
  };

  /** @throws Refusal 404 for a QR code of another session, step or client */
  const requireCodeOfSession = async (c: Ctx, step: QrLogin['step'], clientId: string): Promise<QrLogin> => {
    const session = await c.get('requestSession').session();
    const qr = session && (await qrLogins.find(session, c.req.param('qrId') ?? ''));
    if (qr?.step !== step || (qr.clientId !== null && qr.clientId !== clientId)) {
      throw new Refusal(404, '010_5');
    }
    return qr;
  };

  const answerPoll = async (c: Ctx, qr: QrLogin): Promise<Response> => {
    if (qr.state === 'pending' && !qr.isExpired) return answer(c, { check: 'X' });
    const errCode = qrProblem(qr);
    if (errCode) return answer(c, { check: 'O', errCode, message: '' });
    return answer(c, {
      check: 'A',
      ...((await qrLogins.discloseApprover(qr.qrId)) && { userId: qr.approvedBy }),
    });
  };

  return [
    {
      method: 'GET',
      path: '/mobileapp/qr',
      async handle(c) {
        if (c.req.query('userId') === undefined)
          return await createCode(c, { step: 1, userId: null, clientId: null });
        const userId = await queryUserId(c);
        return await createCode(c, { step: 2, userId, clientId: await secondStepClient(c, userId) });
      },
    },
    {
      method: 'GET',
      path: '/data/sso/mobileapp/qr/check/:qrId',
      async handle(c) {
        const { clientId } = subjectOf('', c.req.query('clientId') ?? '');
        const qr = await requireCodeOfSession(c, 1, clientId);
        if (!portal.client(clientId)?.qrCode) throw new Refusal(400, '018');
        await qrLogins.setClient(qr.qrId, clientId);
        return answerPoll(c, qr);
      },
    },
    {
      method: 'GET',
      path: '/data/mobileapp/qr/check/:qrId',
      async handle(c) {
        const { subject } = await requireSecondStep(
          portal,
          c.get('requestSession'),
          bearerOf(c, AUTH_HEADER),
        );
        const qr = await requireCodeOfSession(c, 2, subject.clientId);
        if (qr.userId !== subject.userId) throw new Refusal(404, '010_5');
        return await answerPoll(c, qr);
      },
    },
  ];
}
