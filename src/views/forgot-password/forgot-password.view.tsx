import { useSelector } from '@xstate/react';
import type { ActorRefFrom, EventFromLogic } from 'xstate';
import type { ForgotPasswordMachine } from '#machines/forgot-password/forgot-password.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import type { FormTable } from '#src/app/form-table.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { useFailureText } from '#src/views/failure-text.ts';
import { ID_FORM, IdForm } from '#src/views/id-form.tsx';
import { METHOD_FORM, MethodSelect } from '#src/views/method-select.tsx';
import { passwordStepOf } from '#src/views/password-step.tsx';

export const FORGOT_PASSWORD_FORMS = {
  'id.submitted': ID_FORM,
  'method.chosen': METHOD_FORM,
} satisfies FormTable<EventFromLogic<ForgotPasswordMachine>>;

/** The screens with which a person resets a forgotten password (spec section 4, "Forgot flow"). */
export function ForgotPasswordView({ actor }: { readonly actor: ActorRefFrom<ForgotPasswordMachine> }) {
  const text = useText();
  const { event, formEvent } = useFormEvents(actor, FORGOT_PASSWORD_FORMS);
  const failureText = useFailureText();
  const snapshot = useSelector(actor, (current) => current);
  const { userId, problem, failure, hasRestarted } = snapshot.context;
  const step = passwordStepOf(snapshot.children);

  if (step) return step;
  if (snapshot.matches('selecting')) {
    return <MethodSelect submitEvent={formEvent('method.chosen')} backEvent={event({ type: 'step.back' })} />;
  }
  if (snapshot.matches('forbidden')) {
    return (
      <Card title={text('title.forgot')} lead={text('forgot.forbidden')}>
        <Button event={event({ type: 'step.back' })}>{text('action.previous')}</Button>
      </Card>
    );
  }
  return (
    <IdForm
      actor={actor}
      title={text('title.forgot')}
      lead={text('forgot.lead')}
      userId={userId}
      problem={problem}
      refusalMessage={failure ? failureText(failure) : undefined}
      hasRestarted={hasRestarted}
      isBusy={snapshot.hasTag('busy')}
      createSubmitEvent={(afterSend) => formEvent('id.submitted', afterSend)}
      onEdit={() => actor.send({ type: 'id.edited' })}
      backEvent={event({ type: 'step.back' })}
    />
  );
}
