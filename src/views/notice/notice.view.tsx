import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { NoticeMachine } from '#machines/notice/notice.machine.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { ServiceButtons } from '#src/views/service-buttons.tsx';

type NoticeTexts = {
  readonly title: MessageKey;
  readonly hint: MessageKey;
  /** The way goes on at a service, not at the start of the portal. */
  readonly leadsToServices?: boolean;
};

const TEXTS: Readonly<Record<string, NoticeTexts>> = {
  invalidAccess: { title: 'notice.invalidAccess', hint: 'notice.invalidAccessHint' },
  notExists: { title: 'notice.notExists', hint: 'notice.notExistsHint' },
  unauthorized: { title: 'notice.unauthorized', hint: 'notice.unauthorizedHint' },
  noRedirectUrl: {
    title: 'notice.notFound',
    hint: 'notice.noRedirectUrlHint',
    leadsToServices: true,
  },
};

const ANYTHING_ELSE: NoticeTexts = { title: 'notice.notFound', hint: 'notice.notFoundHint' };

/** Looks at own keys only: a reason such as `constructor` is anything else. */
const textsOf = (reason: string): NoticeTexts =>
  (Object.hasOwn(TEXTS, reason) ? TEXTS[reason] : undefined) ?? ANYTHING_ELSE;

/** The error page (spec section 2, "Error page"). */
export function NoticeView({ actor }: { readonly actor: ActorRefFrom<NoticeMachine> }) {
  const text = useText();
  const reason = useSelector(actor, (snapshot) => snapshot.context.reason);
  const { title, hint, leadsToServices = false } = textsOf(reason);
  return (
    <Card title={text(title)} lead={text(hint)}>
      {leadsToServices ? <ServiceButtons /> : null}
      <Button onClick={() => actor.send({ type: 'notice.leave' })}>{text('action.home')}</Button>
    </Card>
  );
}
