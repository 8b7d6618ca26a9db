/** Values of `reason` at /error (spec section 2). */
export const NOTICE_REASONS = [
  'invalidAccess',
  'notExists',
  'unauthorized',
  'noRedirectUrl',
  'requestEnded',
] as const;
export type NoticeReason = (typeof NOTICE_REASONS)[number];

/** The `reason` of /error after an answer with a wrong challenge token (rule 167); a reload shows the same page. */
export const SESSION_ENDED = 'sessionExpired';

const TITLES = {
  invalidAccess: 'notice.invalidAccess',
  notExists: 'notice.notExists',
  unauthorized: 'notice.unauthorized',
  requestEnded: 'notice.requestEnded',
  [SESSION_ENDED]: 'title.session',
} as const;

const hasTitle = (reason: string): reason is keyof typeof TITLES => Object.hasOwn(TITLES, reason);

/** Message key of the title of /error; an unknown reason has the title of a missing page (spec section 2). */
export const noticeTitle = (reason: string) => (hasTitle(reason) ? TITLES[reason] : 'notice.notFound');
