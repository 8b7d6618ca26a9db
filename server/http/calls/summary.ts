import { withoutPipes } from '#server/config/problems.ts';
import { answer } from '#server/http/answer.ts';
import type { Ctx } from '#server/http/env.ts';
import type { AuthRequest } from '#server/login/engine.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { Call, CallDeps } from './call.ts';

const NO_REQUEST = { clientId: '', userId: '', redirectUrl: '', isAlreadyAuth: false, scopes: [] };

/** Calls about the request that the person came with. */
export function summaryCalls({ portal, findRequest }: CallDeps): readonly Call[] {
  /** Why the session of somebody who is signed in is not enough: its age, or what was proved (decision 156). */
  async function whyAgain(c: Ctx, request: AuthRequest): Promise<'renew' | 'more'> {
    const ofAnyAge = { ...request, wantsFreshLogin: false, maxAgeSeconds: null };
    return (await portal.logins.satisfying(c.req.header('cookie') ?? '', ofAnyAge)) ? 'renew' : 'more';
  }

  /** Who came back after a finished login is told so, and led to the start of the service. */
  async function standingLogin(session: Session) {
    const userId = (await portal.sessions.login(session))?.userId;
    const clientId = await portal.requests.newestClient(session);
    const redirectUrl = clientId && portal.client(clientId)?.initiateLoginUri;
    return userId && redirectUrl ? { userId, redirectUrl, isAlreadyAuth: true } : {};
  }

  return [
    {
      method: 'GET',
      path: '/summary/auth',
      async handle(c) {
        const session = await c.get('visit').session();
        const pending = await findRequest(session && (await portal.requests.current(session)));
        if (!pending) return answer(c, { ...NO_REQUEST, ...(session && (await standingLogin(session))) });
        const { request } = pending;
        const login = await portal.logins.satisfying(c.req.header('cookie') ?? '', request);
        const known = session && (await portal.sessions.login(session))?.userId;
        const userId = login?.userId ?? (request.loginHint || (known ?? ''));
        const id = withoutPipes(request.clientId);
        return answer(c, {
          ...(request.protocol === 'saml' ? { serviceId: id } : { clientId: id }),
          userId,
          redirectUrl: request.resumeUrl,
          isAlreadyAuth: login !== null,
          scopes: request.scopes,
          ...(!login && userId !== '' && userId === known && { askedAgain: await whyAgain(c, request) }),
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
