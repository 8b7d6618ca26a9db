import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { ForgotPasswordMachine } from '#machines/forgot-password/forgot-password.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { useFailureText } from '#src/views/failure-text.ts';
import { IdForm } from '#src/views/id-form.tsx';
import { MethodSelect } from '#src/views/method-select.tsx';
import { passwordStepOf } from '#src/views/password-step.tsx';

/** The forgotten password (spec section 4, "Forgot flow"). */
export function ForgotPasswordView({ actor }: { readonly actor: ActorRefFrom<ForgotPasswordMachine> }) {
  const text = useText();
  const { event, posts } = useFormEvents(actor);
  const failureText = useFailureText();
  const snapshot = useSelector(actor, (current) => current);
  const { userId, problem, failure, hasRestarted } = snapshot.context;
  const step = passwordStepOf(snapshot.children);

  if (step) return step;
  if (snapshot.matches('selecting')) {
    return (
      <MethodSelect
        onChoose={(method) => actor.send({ type: 'method.chosen', method })}
        posts={posts('method.chosen')}
        back={event({ type: 'step.back' })}
      />
    );
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
      refused={failure ? failureText(failure) : undefined}
      hasRestarted={hasRestarted}
      isBusy={snapshot.hasTag('busy')}
      onSubmit={(typed) => actor.send({ type: 'id.submitted', userId: typed })}
      posts={posts('id.submitted')}
      onEdit={() => actor.send({ type: 'id.edited' })}
      back={event({ type: 'step.back' })}
    />
  );
}
