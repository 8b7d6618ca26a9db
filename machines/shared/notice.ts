/** Values of `reason` at /error (spec section 2). */
export const NOTICE_REASONS = [
  'invalidAccess',
  'notExists',
  'unauthorized',
  'noRedirectUrl',
  'requestEnded',
] as const;
export type NoticeReason = (typeof NOTICE_REASONS)[number];

/** The `reason` of /error after an answer with a wrong challenge token (rule 167). A reload shows the same page. */
export const SESSION_ENDED = 'sessionExpired';

const TITLE_KEYS = {
  invalidAccess: 'notice.invalidAccess',
  notExists: 'notice.notExists',
  unauthorized: 'notice.unauthorized',
  requestEnded: 'notice.requestEnded',
  [SESSION_ENDED]: 'title.session',
} as const;

const hasTitle = (reason: string): reason is keyof typeof TITLE_KEYS => Object.hasOwn(TITLE_KEYS, reason);

/** The text key of the title of /error. An unknown reason has the title of a missing page (spec section 2). */
export const noticeTitleKey = (reason: string) => (hasTitle(reason) ? TITLE_KEYS[reason] : 'notice.notFound');
