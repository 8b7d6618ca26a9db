import * as v from 'valibot';
import { DESK_MAX_NOTICE_LENGTH } from '#wire/desk/names.ts';
import type { Notice, NoticeBody } from '#wire/desk/notices.ts';
import { type AdminDeps, adminActions } from './admin-actions.ts';
import { AdministrationRefusal } from './refusal.ts';

const noticeText = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.check((value) => [...value].length <= DESK_MAX_NOTICE_LENGTH),
  v.regex(/^[^\p{Cc}]*$/u),
);

/** Epoch milliseconds. */
const time = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The schema of a notice that is put. */
export const noticeBody = v.pipe(
  v.object({
    noticeId: v.exactOptional(v.string()),
    ko: noticeText,
    en: noticeText,
    from: time,
    until: time,
  }),
  v.forward(
    v.check(({ from, until }) => from < until),
    ['until'],
  ),
) satisfies v.GenericSchema<NoticeBody>;

/** The admin actions for notices (rule 249). */
export interface NoticeAdmin {
  /**
   * Adds a notice, or replaces the notice with its ID.
   * @throws AdministrationRefusal `noNotice`
   */
  put(notice: NoticeBody): Promise<Notice>;
  /**
   * Ends a notice now, or deletes a future notice.
   * @throws AdministrationRefusal `noNotice`
   */
  end(noticeId: string): Promise<void>;
}

export function noticeAdmin(deps: Omit<AdminDeps, 'endEngineSessions'>): NoticeAdmin {
  const { portal, actor = deps.operator } = deps;
  const { report } = adminActions(deps);
  return {
    async put(notice) {
      const savedNotice = await portal.notices.put(notice, actor);
      if (!savedNotice) throw new AdministrationRefusal('noNotice', notice.noticeId ?? '');
      report({ action: 'put-notice', details: { noticeId: savedNotice.noticeId } });
      return savedNotice;
    },
    async end(noticeId) {
      if (!(await portal.notices.end(noticeId, actor))) throw new AdministrationRefusal('noNotice', noticeId);
      report({ action: 'end-notice', details: { noticeId } });
    },
  };
}
