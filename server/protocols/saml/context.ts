import type { CompletedLogin } from '#server/login/engine.ts';
import type { RequestedContext } from './messages/authn-request.ts';

const CLASS_PREFIX = 'urn:oasis:names:tc:SAML:2.0:ac:classes:';

/** Authentication context classes, from the weakest to the strongest. */
const CLASSES: readonly string[] = [
  `${CLASS_PREFIX}unspecified`,
  `${CLASS_PREFIX}Password`,
  `${CLASS_PREFIX}PasswordProtectedTransport`,
  `${CLASS_PREFIX}TimeSyncToken`,
  'https://refeds.org/profile/mfa',
];

// Ranks: the indexes in CLASSES.
const UNSPECIFIED = 0;
const PASSWORD = 1;
const PASSWORD_OVER_TLS = 2;
const TIME_SYNC_TOKEN = 3;
const MULTI_FACTOR = 4;

/** The ranks of the classes that describe a login, from the strongest to the weakest. */
function ranksOf({ amr, steps }: CompletedLogin): readonly number[] {
  const isMultiFactor = steps === 2 || amr.includes('mfa');
  return [
    ...(isMultiFactor ? [MULTI_FACTOR] : []),
    ...(amr.some((reference) => reference !== 'pwd' && reference !== 'mfa') ? [TIME_SYNC_TOKEN] : []),
    ...(amr.includes('pwd') ? [PASSWORD_OVER_TLS, PASSWORD] : []),
    UNSPECIFIED,
  ];
}

/** Whether the rank of a class satisfies a request, by the comparison of the request (SAML Core, 3.3.2.2.1). */
const COMPARISONS: Readonly<
  Record<RequestedContext['comparison'], (rank: number, requestedRanks: readonly number[]) => boolean>
> = {
  exact: (rank, requestedRanks) => requestedRanks.includes(rank),
  minimum: (rank, requestedRanks) => rank >= Math.min(...requestedRanks),
  maximum: (rank, requestedRanks) => rank <= Math.max(...requestedRanks),
  better: (rank, requestedRanks) => rank > Math.max(...requestedRanks),
};

/** The authentication context class of a login; null when the login does not satisfy the requested context. */
export function contextClass(login: CompletedLogin, requested: RequestedContext | null): string | null {
  const ranks = ranksOf(login);
  const requestedRanks = requested?.classes
    .map((name) => CLASSES.indexOf(name))
    .filter((index) => index >= 0);
  const rank = requested
    ? ranks.find(
        (candidate) =>
          requestedRanks &&
          requestedRanks.length > 0 &&
          COMPARISONS[requested.comparison](candidate, requestedRanks),
      )
    : ranks[0];
  return rank === undefined ? null : (CLASSES[rank] ?? null);
}

/** Whether a service requests at least multi-factor authentication. */
export const wantsMultiFactor = (requested: RequestedContext | null): boolean =>
  requested !== null &&
  ['exact', 'minimum'].includes(requested.comparison) &&
  requested.classes.length > 0 &&
  requested.classes.every((name) => CLASSES.indexOf(name) === MULTI_FACTOR);
