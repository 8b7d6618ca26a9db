import { DESK_SCIM_PATH, type DeskRole } from './names.ts';

type DeskCallRow = {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** A SCIM call is one below `DESK_SCIM_PATH`; `:id` is the SCIM id of an account. */
  readonly path: string;
  /** The lowest role that may make the call. */
  readonly role: DeskRole;
  /** Whether the sign-in must be at most 10 minutes old. */
  readonly isRisky: boolean;
  /**
   * `asConfigured`: a reason is required where `desk.reasons` is set; `always`: always required; `none`: the call has no
   * reason.
   */
  readonly reason: 'none' | 'asConfigured' | 'always';
  /** Whether it changes the account `userId`, which must not have a higher role. */
  readonly isAct: boolean;
  /** Whether it counts toward the limit of calls per minute. */
  readonly isCounted: boolean;
};

const callRow = (name: string, role: DeskRole = 'viewer') =>
  ({
    method: 'POST',
    path: `/desk/data/${name}`,
    role,
    isRisky: false,
    reason: 'none',
    isAct: false,
    isCounted: true,
  }) as const satisfies DeskCallRow;

const actRow = (name: string, role: DeskRole, isRisky: boolean) =>
  ({
    method: 'POST',
    path: `/desk/data/${name}`,
    role,
    isRisky,
    reason: 'asConfigured',
    isAct: true,
    isCounted: true,
  }) as const satisfies DeskCallRow;

const USERS = `${DESK_SCIM_PATH}/Users`;
const PATCH_USER = { method: 'PATCH', path: `${USERS}/:id` } as const;

/**
 * Every call of the help desk and who may make it (rule 246). Reads are POST too, so that addresses contain no
 * names or numbers; a SCIM id reveals nothing. All bodies and answers are JSON. A PATCH of `active` alone is `disable`
 * or `enable`, any other one `change` (rule 270).
 */
export const DESK_CALLS = {
  session: { ...callRow('session'), method: 'GET' },
  signOut: callRow('sign-out'),
  people: { ...callRow('people'), path: `${USERS}/.search` },
  account: { ...callRow('account'), method: 'GET', path: `${USERS}/:id` },
  signInState: callRow('sign-in-state'),
  explanation: callRow('explanation'),
  services: callRow('services'),
  policies: callRow('policies'),
  audit: callRow('audit'),
  notices: callRow('notices'),
  state: callRow('state'),
  unlock: actRow('unlock', 'helpDesk', false),
  wake: actRow('wake', 'helpDesk', true),
  endSessions: actRow('end-sessions', 'helpDesk', false),
  temporaryCode: actRow('temporary-code', 'helpDesk', true),
  appLink: actRow('app-link', 'helpDesk', true),
  removeFactor: actRow('remove-factor', 'helpDesk', true),
  passwordLink: actRow('password-link', 'helpDesk', true),
  disable: { ...actRow('disable', 'helpDesk', true), ...PATCH_USER },
  enable: { ...actRow('enable', 'helpDesk', true), ...PATCH_USER },
  add: { ...actRow('add', 'administrator', true), path: USERS },
  change: { ...actRow('change', 'administrator', true), ...PATCH_USER },
  importCheck: { ...callRow('import-check', 'administrator'), isRisky: true },
  importRun: { ...callRow('import-run', 'administrator'), isRisky: true, reason: 'asConfigured' },
  job: callRow('job', 'administrator'),
  bulkCheck: { ...callRow('bulk-check', 'administrator'), isRisky: true },
  bulkRun: { ...callRow('bulk-run', 'administrator'), isRisky: true, reason: 'asConfigured' },
  auditExport: { ...callRow('audit-export', 'administrator'), isRisky: true, reason: 'always' },
  auditExportPart: { ...callRow('audit-export-part', 'administrator'), isCounted: false },
  auditExportEnd: callRow('audit-export-end', 'administrator'),
  putNotice: { ...callRow('put-notice', 'administrator'), isRisky: true },
  endNotice: { ...callRow('end-notice', 'administrator'), isRisky: true },
} as const satisfies Readonly<Record<string, DeskCallRow>>;

export type DeskCallName = keyof typeof DESK_CALLS;

const SCIM_CALLS = ['people', 'account', 'add', 'change', 'disable', 'enable'] as const;
export type ScimCallName = (typeof SCIM_CALLS)[number];

/** Whether a call is one of SCIM. */
export const isScimCall = (name: DeskCallName): name is ScimCallName =>
  SCIM_CALLS.some((known) => known === name);

/** The name of a call in the audit; the same as that of the command. */
export const actionOf = (name: DeskCallName): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Whether a call counts as an act: it changes an account, or is risky. */
export const isDeskAct = (name: DeskCallName): boolean => DESK_CALLS[name].isAct || DESK_CALLS[name].isRisky;

/** Whether the body of a call has a file or a list. */
export const hasFile = (name: DeskCallName): boolean =>
  ['importCheck', 'importRun', 'bulkCheck', 'bulkRun'].includes(name);

/**
 * Whether a call carries an idempotency key (rule 268). Calls with a file carry none: the file is too large, and
 * only one job of a person runs at a time.
 */
export const hasIdempotencyKey = (name: DeskCallName): boolean => isDeskAct(name) && !hasFile(name);
export const DESK_CALL_NAMES = Object.keys(DESK_CALLS) as readonly DeskCallName[];
