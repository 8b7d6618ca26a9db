import type { MessageKey } from '#src/app/messages.ts';
import type { FaultName } from './faults.ts';

/** Faults of which a person reads the same. */
const ALIKE = {
  refused: ['400', '403', '404', '409', '413', 'a refusal with a code of nobody'],
  unauthorized: ['401'],
  outdated: ['a refusal 016'],
  busy: ['429', '429 with Retry-After'],
  trouble: [
    '500',
    '502 with HTML',
    '503',
    'an empty body',
    'a truncated body',
    'HTML',
    'null',
    'an array',
    'a redirect',
    'an answer twice',
  ],
  unreachable: ['no answer', 'a reset', 'half a body', 'no network before', 'no network during'],
  forged: ['a wrong seal', 'an old seal', 'a seal of another body'],
} as const satisfies Record<string, readonly FaultName[]>;
type Group = keyof typeof ALIKE;

/** The message after a fault; none where repeating it would be useless. */
export type ExpectedMessages = Readonly<Partial<Record<FaultName, MessageKey | null>>>;

export const spread = (keys: Readonly<Partial<Record<Group, MessageKey | null>>>): ExpectedMessages =>
  Object.fromEntries(
    Object.entries(keys).flatMap(([group, key]) => ALIKE[group as Group].map((fault) => [fault, key])),
  );

/** The message of an error code, whatever the call (spec section 8). */
const OF_CODES: ExpectedMessages = {
  'a refusal 000': 'error.auth_error_000',
  'a refusal 005_1': 'error.auth_error_005_1',
  'a refusal 010_3': 'error.auth_error_010_3',
  'a refusal 013_1': 'error.auth_error_013_1',
  'a refusal 016': 'error.auth_error_016',
};

/** An answer that is not the server's leads to the page of an ended session, whatever the call. */
export const FORGED: ExpectedMessages = spread({ forged: 'title.session' });

/** What is said where the server's own words count, and `refused` where it says nothing. */
export const messagesFor = (
  {
    refused,
    ...keys
  }: Readonly<Partial<Record<Group, MessageKey | null>>> & { readonly refused: MessageKey },
  more: ExpectedMessages = {},
): ExpectedMessages => ({
  ...OF_CODES,
  ...spread({
    refused,
    unauthorized: refused,
    busy: 'info.failure.busy',
    trouble: 'info.failure.trouble',
    unreachable: 'info.failure.unreachable',
    ...keys,
  }),
  ...more,
});

/** One message for every fault. */
export const sameMessageFor = (
  key: MessageKey,
  keys: Readonly<Partial<Record<Group, MessageKey | null>>> = {},
): ExpectedMessages =>
  spread({
    refused: key,
    unauthorized: key,
    outdated: key,
    busy: key,
    trouble: key,
    unreachable: key,
    ...keys,
  });

/** Of these each call meets one in `npm test`, so that every sentence of every call is read there. */
export const FAULT_GROUPS: readonly (readonly FaultName[])[] = [
  ALIKE.refused,
  ALIKE.unauthorized,
  ALIKE.trouble,
  ALIKE.unreachable,
];
