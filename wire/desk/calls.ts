import { DESK_SCIM_PATH, type DeskRole } from './names.ts';

type DeskCallRow = {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** In the path of a SCIM call, `:id` stands for the SCIM id of an account. */
  readonly path: string;
  /** The lowest role that may make the call. */
  readonly role: DeskRole;
  /** Whether the call is risky, so that it is only allowed in the first 10 minutes after a sign-in. */
  readonly isRisky: boolean;
  /**
   * `asConfigured`: the call requires a reason if the setting `desk.reasons` is on. `always`: the call requires a
   * reason. `none`: the call has no reason.
   */
  readonly reason: 'none' | 'asConfigured' | 'always';
  /**
   * Whether the call changes the account of a person. The role of the person must not be higher than the role of the
   * caller.
   */
  readonly isAct: boolean;
  /** Whether the call counts toward the limit of calls per minute. */
  readonly isCounted: boolean;
};

/** A call that is not an act; viewers may make it unless `role` is given. */
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

/** A call that changes the account of a person. */
const actRow = (name: string, role: DeskRole, risk: 'risky' | 'safe') =>
  ({
    method: 'POST',
    path: `/desk/data/${name}`,
    role,
    isRisky: risk === 'risky',
    reason: 'asConfigured',
    isAct: true,
    isCounted: true,
  }) as const satisfies DeskCallRow;

const USERS_PATH = `${DESK_SCIM_PATH}/Users`;
const PATCH_USER = { method: 'PATCH', path: `${USERS_PATH}/:id` } as const;

/**
 * Every call of the help desk and the lowest role that may make it (rule 247). Calls that only read use POST as well,
 * so that addresses contain no names or numbers; a SCIM id reveals nothing. All bodies and answers are JSON. A PATCH
 * that sets only `active` is the call `disable` or `enable`; any other PATCH is the call `change` (rule 270).
 */
export const DESK_CALLS = {
  session: { ...callRow('session'), method: 'GET' },
  signOut: callRow('sign-out'),
  people: { ...callRow('people'), path: `${USERS_PATH}/.search` },
  account: { ...callRow('account'), method: 'GET', path: `${USERS_PATH}/:id` },
  signInState: callRow('sign-in-state'),
  explanation: callRow('explanation'),
  services: callRow('services'),
  policies: callRow('policies'),
  audit: callRow('audit'),
  notices: callRow('notices'),
  state: callRow('state'),
  unlock: actRow('unlock', 'helpDesk', 'safe'),
  wake: actRow('wake', 'helpDesk', 'risky'),
  endSessions: actRow('end-sessions', 'helpDesk', 'safe'),
  temporaryCode: actRow('temporary-code', 'helpDesk', 'risky'),
  appLink: actRow('app-link', 'helpDesk', 'risky'),
  removeFactor: actRow('remove-factor', 'helpDesk', 'risky'),
  passwordLink: actRow('password-link', 'helpDesk', 'risky'),
  disable: { ...actRow('disable', 'helpDesk', 'risky'), ...PATCH_USER },
  enable: { ...actRow('enable', 'helpDesk', 'risky'), ...PATCH_USER },
  add: { ...actRow('add', 'administrator', 'risky'), path: USERS_PATH },
  change: { ...actRow('change', 'administrator', 'risky'), ...PATCH_USER },
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

/** Whether a call is a SCIM request. */
export const isScimCall = (name: DeskCallName): name is ScimCallName =>
  SCIM_CALLS.some((scimCall) => scimCall === name);

/** The name of a call in the audit, such as `end-sessions`. */
export const auditActionOf = (name: DeskCallName): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Whether a call counts as an act: it changes an account, or it is risky. */
export const isDeskAct = (name: DeskCallName): boolean => DESK_CALLS[name].isAct || DESK_CALLS[name].isRisky;

/** Whether the body of a call contains a file or a list of people. */
export const hasFile = (name: DeskCallName): boolean =>
  ['importCheck', 'importRun', 'bulkCheck', 'bulkRun'].includes(name);

/**
 * Whether a call has an idempotency key (rule 268). A call with a file has no key: the file is too large, and a person
 * can run only one job at a time.
 */
export const hasIdempotencyKey = (name: DeskCallName): boolean => isDeskAct(name) && !hasFile(name);
/** The names of all calls of the help desk. */
export const DESK_CALL_NAMES = Object.keys(DESK_CALLS) as readonly DeskCallName[];
