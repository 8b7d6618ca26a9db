import type { ResultMessage } from '#machines/phone/phone.types.ts';
import { type PhoneKey, usePhoneText } from '#phone/app/text.ts';
import { Message } from '#src/ui/message.tsx';
import type { ScreenProps } from './screen.ts';

/** By result of an action: the key of its text. */
const NOTICE_TEXT_KEYS: Readonly<Record<ResultMessage, PhoneKey>> = {
  added: 'phone.notice.added',
  addedOffline: 'phone.notice.addedOffline',
  removed: 'phone.notice.removed',
  renamed: 'phone.notice.renamed',
  notRemoved: 'phone.notice.notRemoved',
  approved: 'phone.notice.approved',
  refused: 'phone.notice.refused',
  mismatched: 'phone.notice.mismatched',
  wrongNumber: 'phone.notice.wrongNumber',
  othersLogin: 'phone.notice.othersLogin',
  expired: 'phone.notice.expired',
  over: 'phone.notice.over',
  locked: 'phone.notice.locked',
  lockOff: 'phone.notice.lockOff',
  cleared: 'phone.notice.cleared',
  notCleared: 'phone.notice.notCleared',
};

/** The results that are shown as a success; the others are shown as a warning. */
const SUCCESSES: readonly ResultMessage[] = [
  'added',
  'addedOffline',
  'removed',
  'renamed',
  'approved',
  'refused',
  'locked',
  'lockOff',
  'cleared',
];

/** A message with the result of the last action. */
export function NoticeMessage({ snapshot }: Pick<ScreenProps, 'snapshot'>) {
  const text = usePhoneText();
  const { notice } = snapshot.context;
  return (
    <Message tone={notice === null || SUCCESSES.includes(notice) ? 'success' : 'warning'} live="polite">
      {notice ? text(NOTICE_TEXT_KEYS[notice]) : null}
    </Message>
  );
}
