import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { ActorRefFrom, EventFromLogic } from 'xstate';
import type { QuestionsMachine } from '#machines/questions/questions.machine.ts';
import type { Question } from '#machines/shared/password-steps.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { type FormTable, textField } from '#src/app/form-table.ts';
import { usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Form } from '#src/ui/form.tsx';
import { Message } from '#src/ui/message.tsx';
import { SelectField } from '#src/ui/select-field.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { useFailureText } from '#src/views/failure-text.ts';
import { useFieldProblem } from '#src/views/field-problem.tsx';
import { Waiting } from '#src/views/waiting.tsx';

export const QUESTIONS_FORMS = {
  'answer.submitted': { questionId: textField('question'), answer: textField('answer') },
} satisfies FormTable<EventFromLogic<QuestionsMachine>>;

/** The text of a question in the shown language, or in the other language if that text is missing (rule 127). */
const textOf = ({ questionKo, questionEn }: Question, locale: string): string =>
  locale === 'en' ? questionEn || questionKo : questionKo || questionEn;

/**
 * The form in which a person answers a question, or chooses a question and its answer (spec section 2, "Password
 * flow").
 */
export function QuestionsView({ actor }: { readonly actor: ActorRefFrom<QuestionsMachine> }) {
  const text = useText();
  const { event, formEvent } = useFormEvents(actor, QUESTIONS_FORMS);
  const failureText = useFailureText();
  const locale = usePortalSelector(({ context }) => context.locale);
  const snapshot = useSelector(actor, (current) => current);
  const { mode, questions, problem, failure } = snapshot.context;
  const field = useRef<HTMLInputElement>(null);
  const { error, announceProblem } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');
  const title = text(mode === 'create' ? 'title.questionCreate' : 'title.questionAnswer');
  const [personalQuestion] = questions;

  useEffect(() => {
    if (failure) field.current?.select();
  }, [failure]);

  const backButton = (kind: 'primary' | 'secondary') => (
    <Button kind={kind} disabled={isBusy} event={event({ type: 'step.back' })}>
      {text('action.previous')}
    </Button>
  );
  if (snapshot.matches('loading')) return <Waiting title={title} hint={text('questions.loading')} />;
  if (snapshot.matches('missing')) {
    return (
      <Card title={title}>
        <Message tone="warning" live="assertive">
          {text('error.noQnA')}
        </Message>
        {backButton('primary')}
      </Card>
    );
  }
  if (snapshot.matches('unloaded')) {
    return (
      <Card title={title}>
        <Message tone="error" live="assertive">
          {failure ? failureText(failure, undefined, 'questions.failed') : null}
        </Message>
        <ButtonRow>
          <Button event={event({ type: 'questions.retry' })}>{text('action.retry')}</Button>
          {backButton('secondary')}
        </ButtonRow>
      </Card>
    );
  }
  const isMismatch = failure?.kind === 'rejected' && failure.status === 400;
  const failureMessage = failure
    ? isMismatch
      ? text('explanation.QnA.failure.notMatch')
      : failureText(failure)
    : undefined;
  return (
    <Card title={title} lead={text(mode === 'create' ? 'questions.leadCreate' : 'questions.leadAnswer')}>
      <Form event={formEvent('answer.submitted', announceProblem)}>
        {mode === 'create' ? (
          <SelectField
            label={text('questions.question')}
            name="question"
            options={questions.map((question) => ({
              value: question.questionId,
              label: textOf(question, locale),
            }))}
            disabled={isBusy}
          />
        ) : (
          <p>{personalQuestion ? textOf(personalQuestion, locale) : null}</p>
        )}
        <TextField
          ref={field}
          label={text('questions.answer')}
          name="answer"
          autoComplete="off"
          enterKeyHint="next"
          autoFocus={mode === 'answer'}
          readOnly={isBusy}
          onChange={() => actor.send({ type: 'answer.edited' })}
          error={error ?? failureMessage}
        />
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyLabel={text('questions.verifying')}>
            {text('action.next')}
          </Button>
          {backButton('secondary')}
        </ButtonRow>
      </Form>
    </Card>
  );
}
