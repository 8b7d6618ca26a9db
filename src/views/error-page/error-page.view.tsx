import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { ErrorPageMachine } from '#machines/error-page/error-page.machine.ts';
import { noticeTitleKey, SESSION_ENDED } from '#machines/shared/notice.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import type { ResultMeaning } from '#src/ui/result-icon.tsx';
import { ServiceButtons } from '#src/views/service-buttons.tsx';

/** The text keys of the hints, by the reason in the address. */
const HINTS: Readonly<Record<string, MessageKey>> = {
  invalidAccess: 'notice.invalidAccessHint',
  notExists: 'notice.notExistsHint',
  unauthorized: 'notice.unauthorizedHint',
  noRedirectUrl: 'notice.noRedirectUrlHint',
  requestEnded: 'notice.requestEndedHint',
};

type NoticeTexts = { readonly title: MessageKey; readonly hint: MessageKey; readonly meaning: ResultMeaning };

const RESULT_TEXTS: Readonly<Record<'approved' | 'rejected' | 'used', NoticeTexts>> = {
  approved: { title: 'notice.approved', hint: 'notice.approvedHint', meaning: 'done' },
  rejected: { title: 'notice.rejected', hint: 'notice.rejectedHint', meaning: 'refused' },
  used: { title: 'notice.used', hint: 'notice.usedHint', meaning: 'neutral' },
};

const SESSION_ENDED_TEXTS: NoticeTexts = {
  title: 'title.session',
  hint: 'notice.sessionGoneHint',
  meaning: 'stopped',
};

/** The text key of the hint for a reason. `Object.hasOwn` excludes reasons such as `constructor`. */
const hintOf = (reason: string): MessageKey =>
  (Object.hasOwn(HINTS, reason) ? HINTS[reason] : undefined) ?? 'notice.notFoundHint';

const textsOf = (reason: string, result: keyof typeof RESULT_TEXTS | null | undefined): NoticeTexts =>
  result
    ? RESULT_TEXTS[result]
    : {
        title: noticeTitleKey(reason),
        hint: hintOf(reason),
        meaning: reason === 'requestEnded' ? 'stopped' : 'failed',
      };

/**
 * The error page, the page after a session has ended, and the pages with the result of a push or link (spec section 2).
 */
export function ErrorPageView({ actor }: { readonly actor: ActorRefFrom<ErrorPageMachine> }) {
  const text = useText();
  const { event } = useFormEvents(actor);
  const { reason, result } = useSelector(actor, ({ context }) => context);
  const hasSessionEnded = !result && reason === SESSION_ENDED;
  const { title, hint, meaning } = hasSessionEnded ? SESSION_ENDED_TEXTS : textsOf(reason, result);
  return (
    <Card title={text(title)} lead={text(hint)} result={meaning}>
      {reason === 'noRedirectUrl' || reason === 'requestEnded' ? <ServiceButtons /> : null}
      <Button event={event({ type: 'notice.leave' })}>
        {text(hasSessionEnded ? 'action.signInAgain' : 'action.home')}
      </Button>
    </Card>
  );
}
