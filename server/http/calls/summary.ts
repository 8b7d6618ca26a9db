import { answer } from '#server/http/answer.ts';
import { lastSignIn } from '#server/login/last-sign-in.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { REQUEST_PARAM } from '#wire/names.ts';
import type { Call, CallDeps } from './call.ts';
import { requestSummary } from './request-summary.ts';

const NO_REQUEST = { clientId: '', userId: '', redirectUrl: '', isAlreadyAuth: false, scopes: [] };

/** Calls about the pending request of the session. */
export function summaryCalls({ portal, findRequest }: CallDeps): readonly Call[] {
  const lastSignInField = async (session: Session, userId: string) => {
    const last = await lastSignIn(portal, session, userId, 'return');
    return last && { lastSignIn: last };
  };

  /**
   * The fields of the existing login, when a person returns to the portal after a finished login; otherwise no fields.
   */
  async function existingLogin(session: Session) {
    const [login, clientId] = await Promise.all([
      portal.sessions.findLogin(session),
      portal.requests.newestClient(session),
    ]);
    const userId = login?.userId;
    const redirectUrl = clientId && portal.client(clientId)?.initiateLoginUri;
    return userId && redirectUrl
      ? { userId, redirectUrl, isAlreadyAuth: true, ...(await lastSignInField(session, userId)) }
      : {};
  }

  return [
    {
      method: 'GET',
      path: '/summary/auth',
      async handle(c) {
        const requestSession = c.get('requestSession');
        const session = await requestSession.session();
        const requestId = c.req.query(REQUEST_PARAM);
        const [newestRequestId, existingLoginFields] = await portal.storage.gather(() => [
          requestSession.requestOf(session, null),
          session && existingLogin(session),
        ]);
        const pending = await findRequest(requestId ?? newestRequestId);
        if (!pending) return answer(c, { ...NO_REQUEST, ...existingLoginFields });
        const { id, isSaml, reauthReason, ...fields } = await requestSummary(c, portal, pending);
        return answer(c, {
          ...(isSaml ? { serviceId: id } : { clientId: id }),
          ...fields,
          ...(reauthReason && { reauthReason }),
          ...(session && fields.isAlreadyAuth && (await lastSignInField(session, fields.userId))),
        });
      },
    },
    {
      method: 'GET',
      path: '/summary/domain/portal',
      handle: (c) => answer(c, { url: portal.config.publicUrl }),
    },
  ];
}
