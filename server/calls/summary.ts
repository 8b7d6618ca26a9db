import { withoutPipes } from '#server/config/problems.ts';
import { answer } from '#server/http/answer.ts';
import type { Call, CallDeps } from './call.ts';

const NO_REQUEST = { clientId: '', userId: '', redirectUrl: '', isAlreadyAuth: false, scopes: [] };

/** Calls about the request that the person came with. */
export function summaryCalls({ portal, findRequest }: CallDeps): readonly Call[] {
  return [
    {
      method: 'GET',
      path: '/summary/auth',
      async handle(c) {
        const session = c.get('visit').session();
        const pending = await findRequest(session && portal.requests.current(session));
        if (!pending) return answer(c, NO_REQUEST);
        const { request } = pending;
        const login = await portal.logins.satisfying(c.req.header('cookie') ?? '', request);
        const known = session && portal.sessions.login(session)?.userId;
        const id = withoutPipes(request.clientId);
        return answer(c, {
          ...(request.protocol === 'saml' ? { serviceId: id } : { clientId: id }),
          userId: login?.userId ?? (request.loginHint || (known ?? '')),
          redirectUrl: request.resumeUrl,
          isAlreadyAuth: login !== null,
          scopes: request.scopes,
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
