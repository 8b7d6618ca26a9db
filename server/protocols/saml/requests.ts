import type { AuthRequest } from '#server/login/engine.ts';
import { wantsMultiFactor } from './context.ts';
import { ROUTES } from './routes.ts';
import type { PendingLogin, StoredRequest } from './store.ts';

/** A stored request in the form that the portal uses. */
export const authRequestOf = (
  { id, request }: StoredRequest<PendingLogin>,
  publicUrl: string,
): AuthRequest => ({
  id,
  protocol: 'saml',
  clientId: request.serviceId,
  scopes: [],
  resumeUrl: new URL(`${ROUTES.resume}/${id}`, publicUrl).href,
  loginHint: request.request.subject,
  wantsFreshLogin: request.request.forceAuthn,
  maxAgeSeconds: null,
  startedAt: request.startedAt,
  wantsTwoSteps: wantsMultiFactor(request.request.requestedContext),
  languages: [],
});
