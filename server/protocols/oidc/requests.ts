import type { Interaction } from 'oidc-provider';
import type { AuthRequest } from '#server/login/engine.ts';
import { ACR_VALUES } from './acr.ts';
import { isKnownAcr, parseSignInClaims, type SignInClaims } from './claims-parameter.ts';
import { ROUTES } from './routes.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The values of a parameter that are separated by spaces. */
const valuesOf = (value: unknown): readonly string[] => textOf(value).split(' ').filter(Boolean);

/** The claims of a JWT, without a verification of the signature. Empty for a text that is not a JWT. */
export function unverifiedClaims(jwt: string): Readonly<Record<string, unknown>> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
}

/** The user of an ID token hint, which the engine has verified when the request arrived; null when there is no hint. */
export const hintedSubject = (idTokenHint: unknown): string | null =>
  textOf(unverifiedClaims(textOf(idTokenHint))['sub']) || null;

/** The requirements in the `claims` parameter of a request. */
export const signInClaimsOf = (params: Readonly<Record<string, unknown>>): SignInClaims =>
  parseSignInClaims(textOf(params['claims']));

/** The requirements of an authorization request for the login of the person. */
export function loginRequirements(params: Readonly<Record<string, unknown>>, startedAt: number) {
  const prompts = valuesOf(params['prompt']);
  const maxAge = params['max_age'];
  const acrs = signInClaimsOf(params).acrs ?? valuesOf(params['acr_values']);
  return {
    clientId: textOf(params['client_id']),
    wantsFreshLogin: prompts.includes('login') || prompts.includes('select_account'),
    maxAgeSeconds: maxAge === undefined ? null : Number(maxAge),
    startedAt,
    // The values are in order of preference (OpenID Connect Core 1.0, section 3.1.2.1).
    wantsTwoSteps: acrs.find(isKnownAcr) === ACR_VALUES[2],
  };
}

/** When the request of an interaction began, in epoch milliseconds. */
export const startedAtOf = (interaction: Interaction): number =>
  Number(interaction.prompt.details['startedAt']);

/** The pending request of an interaction. */
export function authRequestOf(interaction: Interaction, publicUrl: string): AuthRequest {
  const { params } = interaction;
  const route = interaction.deviceCode === undefined ? ROUTES.authorization : ROUTES.code_verification;
  return {
    id: interaction.uid,
    protocol: 'oidc',
    ...loginRequirements(params, startedAtOf(interaction)),
    scopes: valuesOf(params['scope']),
    resumeUrl: new URL(`${route}/${interaction.uid}`, publicUrl).href,
    languages: valuesOf(params['ui_locales']),
    loginHint:
      textOf(params['login_hint']) ||
      (hintedSubject(params['id_token_hint']) ?? signInClaimsOf(params).subjects?.[0] ?? ''),
  };
}
