import type { Identification } from '#machines/id-entry/id-entry.setup.ts';
import type { AuthSummary, ClientConfig, LoginResult } from '#machines/shared/domain.ts';
import type { Policy, StoredPolicy } from '#machines/shared/policy.ts';
import { NEW_SESSION, NO_PERSON, type Pending, personFor, type Session } from '#machines/shared/session.ts';
import type { FlowType, RuntimeConfig } from '#wire/runtime-config.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import type { PortalContext } from './portal.types.ts';

/** `expiredDay` of an administrator who signs in for the first time (spec sections 6 and 9). */
export const FIRST_ADMIN_LOGIN = '1901-01-01 01:21:17';

/** Compares the first 19 characters as text, with a space instead of `T` (rule 130). */
const isFirstAdminLogin = (expiredDay: string): boolean =>
  expiredDay.replace('T', ' ').slice(0, FIRST_ADMIN_LOGIN.length) === FIRST_ADMIN_LOGIN;

/** The ID of the client service whose policy applies: the service of the request, or the configured default (rule 157). */
export const clientIdOf = (session: Session, config: RuntimeConfig): string =>
  session.request.clientId || config.defaultClient;

/** The configuration of the session's client service; null when the initial data does not contain it. */
export const initialClientConfig = (session: Session, config: RuntimeConfig): ClientConfig | null =>
  config.known?.client.clientId === clientIdOf(session, config) ? config.known.client.config : null;

/** The stored policy; null when it belongs to another person or client service than this tab (rules 15 and 137). */
export const usableStoredPolicy = (
  stored: StoredPolicy | null,
  session: Session,
  config: RuntimeConfig,
): Policy | null =>
  stored &&
  session.person.userId !== '' &&
  stored.userId === session.person.userId &&
  stored.clientId === clientIdOf(session, config)
    ? stored.policy
    : null;

/** The screens of routes that show the ID entry while no person is identified. */
const ID_ENTRY_SCREENS: ReadonlySet<PortalContext['route']['screen']> = new Set([
  'root',
  'login',
  'first',
  'select',
  'method',
  'second',
]);

/** Whether the person returned to a sign-in whose request they have declined (rule 279). */
export const hasDeclined = ({ session, route }: PortalContext): boolean =>
  session.request.isDeclined && route.screen !== 'root' && ID_ENTRY_SCREENS.has(route.screen);

/**
 * Whether the person may have returned to the ID entry after a finished login: this tab had a request, and no person
 * is identified.
 */
export const mayHaveReturned = ({ session, route }: PortalContext): boolean =>
  session.request.redirectUrl !== '' && session.person.userId === '' && ID_ENTRY_SCREENS.has(route.screen);

/** The type of the request, also during an identity check (rule 34). */
export const requestTypeOf = ({ request }: Session): FlowType => request.formerType || request.type;

/** Sets the type of an identity check. The type of the request is stored until the check ends (rule 34). */
export const beginIdentityCheck = (session: Session, type: 'authForPW' | 'authForLogin'): Session => ({
  ...session,
  request: { ...session.request, type, formerType: requestTypeOf(session) },
});

/** Restores the type of the request after an identity check. */
export const endIdentityCheck = (session: Session): Session => ({
  ...session,
  request: { ...session.request, type: requestTypeOf(session), formerType: '' },
});

/** Starts a request. Of the values of the person, at most the ID remains. */
export function beginRequest(session: Session, summary: AuthSummary, type: 'oidc' | 'saml'): Session {
  const isSameClient = session.request.clientId === summary.clientId;
  const userId = summary.userId || (isSameClient ? session.person.userId : '');
  return {
    request: {
      ...session.request,
      clientId: summary.clientId,
      type,
      redirectUrl: summary.redirectUrl,
      isDeclined: false,
      company: isSameClient ? session.request.company : '',
    },
    person: { ...NO_PERSON, userId, reauthReason: summary.reauthReason },
  };
}

/** Stores the identified person, and the result of a first step that is already done. */
export function withIdentifiedPerson(
  session: Session,
  { userId, policy, secondStep }: Identification,
): Session {
  const defaultMethod = policy.fixedToken?.tokenCode ?? '';
  return { ...session, person: { ...personFor(session.person, userId), defaultMethod, ...secondStep } };
}

/** Drops the result of a first step, since the sign-in starts again with the entered ID. */
export const dropFirstStep = ({ request, person }: Session): Session => ({
  request,
  person:
    person.secondToken === '' ? person : { ...person, accessToken: '', secondToken: '', firstFixed: '' },
});

/** Stores the result of the first of two steps (rules 58 and 67) and drops the pending code. */
export function storeFirstStep(session: Session, login: LoginResult): Session {
  const { accessToken, secondToken, firstFixed = '' } = login;
  return { ...session, person: { ...session.person, accessToken, secondToken, firstFixed, pending: null } };
}

/** The order of the second-step methods in a login result; an empty object when the result does not contain it. */
export const newPriority = ({
  secondTokenPriority,
}: LoginResult): Pick<Policy, 'secondTokenPriority'> | object =>
  secondTokenPriority === undefined ? {} : { secondTokenPriority };

/** Starts the session of the person whom a proof identified; the proof is used after the policy check (rule 89). */
export const startPersonSession = (
  session: Session,
  { userId, pending }: { readonly userId: string; readonly pending: Pending },
): Session => ({ ...session, person: { ...NO_PERSON, userId, pending } });

/** The start of an absolute URL or of a path. */
const URL_OR_PATH = /^(https?:\/\/|\/(?!\/))/;

/**
 * Stores the result of a finished login, before /change or the target opens (spec section 4, rule 59), and drops the
 * pending code, which has been used (rule 79).
 */
export function storeLogin(session: Session, login: LoginResult): Session {
  const isFlag = login.auth === 'Y' || login.auth === 'N';
  const isAddress = URL_OR_PATH.test(login.auth);
  return {
    ...session,
    person: {
      ...session.person,
      accessToken: login.accessToken,
      secondToken: '',
      firstFixed: '',
      auth: isFlag ? login.auth : session.person.auth,
      redirect: isAddress ? login.auth : session.request.redirectUrl,
      expiredDay: login.expiredDay,
      first: isFirstAdminLogin(login.expiredDay),
      pending: null,
    },
  };
}

/** The passkey offer in the result of a login (rule 253); null when there is no offer. */
export const passkeyOfferIn = (
  { passkeyOffer }: LoginResult,
  { person }: Session,
): PortalContext['passkeyOffer'] =>
  passkeyOffer === undefined ? null : { userId: person.userId, token: passkeyOffer };

/** The session after the person has left for the service, without the values of the person (rule 14). */
export const forgetPerson = (session: Session): Session => ({ ...session, person: NO_PERSON });

/** The session after /logout: only the public IP address remains. */
export const forgetAll = (session: Session): Session => ({
  ...NEW_SESSION,
  request: { ...NEW_SESSION.request, ip: session.request.ip },
});

/** Stores a challenge token. A token without a dot is also the new challenge key of this tab (rule 05). */
export const storeChallenge = (session: Session, token: string): Session => ({
  ...session,
  request: {
    ...session.request,
    challenge: token,
    challengeKey: token.includes('.') ? session.request.challengeKey : token,
  },
});

/** The type code of the default method; null when the person has no default method. */
export const defaultMethodCode = (context: PortalContext): TypeCode | null =>
  context.policy?.fixedToken?.tokenCode ?? null;
