import type { MessageKey } from '#src/app/messages.ts';
import type { FaultName } from './faults.ts';

/** Faults with the same message. */
const FAULTS_BY_GROUP = {
  refused: ['400', '403', '404', '409', '413', 'a refusal with an unknown code'],
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
    'two answers in one body',
  ],
  unreachable: [
    'no answer',
    'a reset',
    'half a body',
    'no network before the call',
    'no network during the call',
  ],
  forged: ['a wrong challenge token', 'an outdated challenge token', 'a challenge token of another body'],
} as const satisfies Record<string, readonly FaultName[]>;
type Group = keyof typeof FAULTS_BY_GROUP;

/** The message after each fault; null when no message is expected. */
export type ExpectedMessages = Readonly<Partial<Record<FaultName, MessageKey | null>>>;

export const messagesOfGroups = (
  keys: Readonly<Partial<Record<Group, MessageKey | null>>>,
): ExpectedMessages =>
  Object.fromEntries(
    Object.entries(keys).flatMap(([group, key]) =>
      FAULTS_BY_GROUP[group as Group].map((fault) => [fault, key]),
    ),
  );

/** The message of an error code, whatever the call (spec section 8). */
const MESSAGES_OF_CODES: ExpectedMessages = {
  'a refusal 000': 'error.auth_error_000',
  'a refusal 005_1': 'error.auth_error_005_1',
  'a refusal 010_3': 'error.auth_error_010_3',
  'a refusal 013_1': 'error.auth_error_013_1',
  'a refusal 016': 'error.auth_error_016',
};

/** An answer with a wrong challenge token leads to the page of an ended session, whatever the call. */
export const FORGED_MESSAGES: ExpectedMessages = messagesOfGroups({ forged: 'title.session' });

/** The messages of a call that shows those of error codes, and `refused` for an unknown code. */
export const messagesFor = (
  {
    refused,
    ...keys
  }: Readonly<Partial<Record<Group, MessageKey | null>>> & { readonly refused: MessageKey },
  more: ExpectedMessages = {},
): ExpectedMessages => ({
  ...MESSAGES_OF_CODES,
  ...messagesOfGroups({
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
  messagesOfGroups({
    refused: key,
    unauthorized: key,
    outdated: key,
    busy: key,
    trouble: key,
    unreachable: key,
    ...keys,
  });

/** In `npm test` each call is tested with one fault of each group, so that it shows each of its messages. */
export const FAULT_GROUPS: readonly (readonly FaultName[])[] = [
  FAULTS_BY_GROUP.refused,
  FAULTS_BY_GROUP.unauthorized,
  FAULTS_BY_GROUP.trouble,
  FAULTS_BY_GROUP.unreachable,
];
