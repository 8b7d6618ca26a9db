import type { Interaction } from 'oidc-provider';
import type { AuthRequest } from '#server/login/engine.ts';
import { ACR_VALUES } from './acr.ts';
import { isKnownAcr, type SignInClaims, signInClaims } from './claims-parameter.ts';
import { ROUTES } from './routes.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const words = (value: unknown): readonly string[] => text(value).split(' ').filter(Boolean);

/** The claims of a JWT, whose signature is not verified; none where it is not one. */
export function unverifiedClaims(jwt: string): Readonly<Record<string, unknown>> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
}

/** The subject of an ID token hint, which the engine has verified when the request came in. */
export const hintedSubject = (idTokenHint: unknown): string | null =>
  text(unverifiedClaims(text(idTokenHint))['sub']) || null;

/** What the `claims` parameter of a request says of who signs in and how. */
export const signInClaimsOf = (params: Readonly<Record<string, unknown>>): SignInClaims =>
  signInClaims(text(params['claims']));

/** What the person's login has to satisfy, from the parameters of an authorization request. */
export function demandsOf(params: Readonly<Record<string, unknown>>, startedAt: number) {
  const prompts = words(params['prompt']);
  const maxAge = params['max_age'];
  const acrs = signInClaimsOf(params).acrs ?? words(params['acr_values']);
  return {
    clientId: text(params['client_id']),
    wantsFreshLogin: prompts.includes('login') || prompts.includes('select_account'),
    maxAgeSeconds: maxAge === undefined ? null : Number(maxAge),
    startedAt,
    // The first is the one that the service would rather have (OpenID Connect Core 1.0, section 3.1.2.1).
    wantsTwoSteps: acrs.find(isKnownAcr) === ACR_VALUES[2],
  };
}

/** Epoch milliseconds at which the service began the request that an interaction waits with. */
export const startOf = (interaction: Interaction): number => Number(interaction.prompt.details['startedAt']);

/** The pending request behind an interaction of the engine. */
export function authRequestOf(interaction: Interaction, publicUrl: string): AuthRequest {
  const { params } = interaction;
  const begunAt = interaction.deviceCode === undefined ? ROUTES.authorization : ROUTES.code_verification;
  return {
    id: interaction.uid,
    protocol: 'oidc',
    ...demandsOf(params, startOf(interaction)),
    scopes: words(params['scope']),
    resumeUrl: new URL(`${begunAt}/${interaction.uid}`, publicUrl).href,
    languages: words(params['ui_locales']),
    loginHint:
      text(params['login_hint']) ||
      (hintedSubject(params['id_token_hint']) ?? signInClaimsOf(params).subjects?.[0] ?? ''),
  };
}
