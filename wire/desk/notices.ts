/** A text that is shown where the ID is typed, for a time (decision 249). */
export type Notice = {
  readonly noticeId: string;
  readonly ko: string;
  readonly en: string;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly until: number;
  /** Who has put it, and when. */
  readonly by: string;
  readonly changedAt: number;
};

/** The answer of `notices`: those that are shown or will be, and those that have ended in the last 30 days; by `from`, the newest first. */
export type NoticeList = { readonly notices: readonly Notice[] };

/** Body of `putNotice`; without an ID a new one. Its answer is the {@link Notice}. */
export type NoticeBody = {
  readonly noticeId?: string;
  readonly ko: string;
  readonly en: string;
  readonly from: number;
  readonly until: number;
};

/** Body of `endNotice`: it ends now, or goes when it has not begun. Its answer is `{ outcome: 'done' }`. */
export type EndNoticeBody = { readonly noticeId: string };
