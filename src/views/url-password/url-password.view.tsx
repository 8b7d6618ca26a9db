import { useSelector } from '@xstate/react';
import type { ActorRefFrom, EventFromLogic } from 'xstate';
import type { UrlPasswordMachine } from '#machines/url-password/url-password.machine.ts';
import { isQuestionAnswerRefused } from '#machines/url-password/url-password.setup.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import type { FormTable } from '#src/app/form-table.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Message } from '#src/ui/message.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { useFailureText } from '#src/views/failure-text.ts';
import { ID_FORM, IdForm } from '#src/views/id-form.tsx';
import { METHOD_FORM, MethodSelect } from '#src/views/method-select.tsx';
import { passwordStepOf } from '#src/views/password-step.tsx';
import { Waiting } from '#src/views/waiting.tsx';

export const URL_PASSWORD_FORMS = {
  'id.submitted': ID_FORM,
  'method.chosen': METHOD_FORM,
} satisfies FormTable<EventFromLogic<UrlPasswordMachine>>;

/**
 * The screens with which a person creates or changes a password through a link (spec section 4, "URL password flow").
 */
export function UrlPasswordView({ actor }: { readonly actor: ActorRefFrom<UrlPasswordMachine> }) {
  const text = useText();
  const { event, formEvent } = useFormEvents(actor, URL_PASSWORD_FORMS);
  const failureText = useFailureText();
  const snapshot = useSelector(actor, (current) => current);
  const { userId, problem, refusal, failure, hasRestarted } = snapshot.context;
  const step = passwordStepOf(snapshot.children);

  if (step) return step;
  if (snapshot.matches('selecting')) {
    return <MethodSelect submitEvent={formEvent('method.chosen')} backEvent={event({ type: 'step.back' })} />;
  }
  if (snapshot.matches('unfinished')) {
    return (
      <Card title={text('title.passwordSaved')}>
        <Message tone="error" live="assertive">
          <span>{text('urlPassword.unfinished')}</span> {failure ? <span>{failureText(failure)}</span> : null}
        </Message>
        <ButtonRow>
          <Button event={event({ type: 'ending.retry' })}>
            {text(isQuestionAnswerRefused(snapshot.context) ? 'urlPassword.replaceAnswer' : 'action.retry')}
          </Button>
          <Button kind="secondary" event={event({ type: 'flow.leave' })}>
            {text('urlPassword.leave')}
          </Button>
        </ButtonRow>
      </Card>
    );
  }
  if (snapshot.matches('savingAnswer') || snapshot.matches('endingLink')) {
    return <Waiting title={text('title.passwordSaved')} hint={text('urlPassword.ending')} />;
  }
  return (
    <IdForm
      actor={actor}
      title={text('title.enterId')}
      lead={text('urlPassword.lead')}
      userId={userId}
      problem={problem}
      refusalMessage={
        refusal ? text(`explanation.enterID.failure.${refusal}`) : failure ? failureText(failure) : undefined
      }
      hasRestarted={hasRestarted}
      isBusy={snapshot.hasTag('busy')}
      createSubmitEvent={(afterSend) => formEvent('id.submitted', afterSend)}
      onEdit={() => actor.send({ type: 'id.edited' })}
      backEvent={event({ type: 'step.back' })}
      footer={
        snapshot.can({ type: 'flow.leave' }) ? (
          <TextLink event={event({ type: 'flow.leave' })}>{text('urlPassword.leave')}</TextLink>
        ) : null
      }
    />
  );
}
