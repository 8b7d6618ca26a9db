/** A text that the ID entry shows for a period (rule 249). */
export type Notice = {
  readonly noticeId: string;
  readonly ko: string;
  readonly en: string;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly until: number;
  /** ID of the last author, and the time of the change. */
  readonly by: string;
  readonly changedAt: number;
};

/** The answer of `notices`: current and future ones, and those that ended in the last 30 days; by `from`, the newest first. */
export type NoticeList = { readonly notices: readonly Notice[] };

/** Body of `putNotice`; without an ID it creates a notice. Its answer is the {@link Notice}. */
export type NoticeBody = {
  readonly noticeId?: string;
  readonly ko: string;
  readonly en: string;
  readonly from: number;
  readonly until: number;
};

/** Body of `endNotice`: ends the notice now, or deletes a future one. Its answer is `{ outcome: 'done' }`. */
export type EndNoticeBody = { readonly noticeId: string };
