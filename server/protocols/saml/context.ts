import type { CompletedLogin } from '#server/login/engine.ts';
import type { RequestedContext } from './messages/authn-request.ts';

const AC = 'urn:oasis:names:tc:SAML:2.0:ac:classes:';

/** Authentication context classes, from the weakest to the strongest. */
const CLASSES: readonly string[] = [
  `${AC}unspecified`,
  `${AC}Password`,
  `${AC}PasswordProtectedTransport`,
  `${AC}TimeSyncToken`,
  'https://refeds.org/profile/mfa',
];

const TIME_SYNC_TOKEN = 3;
const MULTI_FACTOR = 4;

/** The indexes in CLASSES that describe a login, the best first. */
function ranksOf({ amr, steps }: CompletedLogin): readonly number[] {
  const isMultiFactor = steps === 2 || amr.includes('mfa');
  return [
    ...(isMultiFactor ? [MULTI_FACTOR] : []),
    ...(amr.some((reference) => reference !== 'pwd' && reference !== 'mfa') ? [TIME_SYNC_TOKEN] : []),
    ...(amr.includes('pwd') ? [2, 1] : []),
    0,
  ];
}

const COMPARISONS: Readonly<
  Record<RequestedContext['comparison'], (rank: number, requestedRanks: readonly number[]) => boolean>
> = {
  exact: (rank, requestedRanks) => requestedRanks.includes(rank),
  minimum: (rank, requestedRanks) => rank >= Math.min(...requestedRanks),
  maximum: (rank, requestedRanks) => rank <= Math.max(...requestedRanks),
  better: (rank, requestedRanks) => rank > Math.max(...requestedRanks),
};

/** The authentication context class of a login; null when it satisfies none of the requested classes. */
export function contextClass(login: CompletedLogin, requested: RequestedContext | null): string | null {
  const ranks = ranksOf(login);
  const requestedRanks = requested?.classes
    .map((name) => CLASSES.indexOf(name))
    .filter((index) => index >= 0);
  const rank = requested
    ? ranks.find(
        (one) =>
          requestedRanks &&
          requestedRanks.length > 0 &&
          COMPARISONS[requested.comparison](one, requestedRanks),
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
