/** A text that the ID entry shows for a period (rule 249). */
export type Notice = {
  readonly noticeId: string;
  readonly ko: string;
  readonly en: string;
  /** `from` and `until`: the period in which the notice is shown, in epoch milliseconds. */
  readonly from: number;
  readonly until: number;
  /** ID of the person who last changed the notice. */
  readonly by: string;
  /** Time of the last change, in epoch milliseconds. */
  readonly changedAt: number;
};

/**
 * The answer of `notices`: current and future notices, and the notices that ended in the last 30 days. They are sorted
 * by `from`, the latest first.
 */
export type NoticeList = { readonly notices: readonly Notice[] };

/**
 * Body of `putNotice`, which changes the notice `noticeId`, or creates a notice without `noticeId`. The answer is the
 * {@link Notice}.
 */
export type NoticeBody = {
  readonly noticeId?: string;
  readonly ko: string;
  readonly en: string;
  readonly from: number;
  readonly until: number;
};

/**
 * Body of `endNotice`, which ends a current notice now and deletes a future notice. The answer is `{ outcome: 'done'
 * }`.
 */
export type EndNoticeBody = { readonly noticeId: string };
