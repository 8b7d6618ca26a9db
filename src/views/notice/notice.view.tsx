import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { NoticeMachine } from '#machines/notice/notice.machine.ts';
import { noticeTitle } from '#machines/shared/notice.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { ServiceButtons } from '#src/views/service-buttons.tsx';

const HINTS: Readonly<Record<string, MessageKey>> = {
  invalidAccess: 'notice.invalidAccessHint',
  notExists: 'notice.notExistsHint',
  unauthorized: 'notice.unauthorizedHint',
  noRedirectUrl: 'notice.noRedirectUrlHint',
};

/** Looks at own keys only: a reason such as `constructor` is anything else. */
const hintOf = (reason: string): MessageKey =>
  (Object.hasOwn(HINTS, reason) ? HINTS[reason] : undefined) ?? 'notice.notFoundHint';

/** The error page (spec section 2, "Error page"). */
export function NoticeView({ actor }: { readonly actor: ActorRefFrom<NoticeMachine> }) {
  const text = useText();
  const reason = useSelector(actor, (snapshot) => snapshot.context.reason);
  return (
    <Card title={text(noticeTitle(reason))} lead={text(hintOf(reason))}>
      {reason === 'noRedirectUrl' ? <ServiceButtons /> : null}
      <Button onClick={() => actor.send({ type: 'notice.leave' })}>{text('action.home')}</Button>
    </Card>
  );
}
