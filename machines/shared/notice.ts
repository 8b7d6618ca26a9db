/** Reasons of /error that have a text of their own, and the one that has none (spec section 2). */
export const NOTICE_REASONS = ['invalidAccess', 'notExists', 'unauthorized', 'noRedirectUrl'] as const;
export type NoticeReason = (typeof NOTICE_REASONS)[number];
