import { choiceField } from '#src/app/form-table.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Form } from '#src/ui/form.tsx';
import type { FieldsEvent, FormEvent } from '#src/ui/form-event.ts';
import { RadioGroup } from '#src/ui/radio-group.tsx';

/** Reads the chosen method from the fields of {@link MethodSelect}. */
export const METHOD_FORM = { method: choiceField('method', ['selfAuth', 'questions']) };

/** The choice between the question and the identity check (spec section 2, "Password flow", step 2). */
export function MethodSelect({
  submitEvent,
  backEvent,
}: {
  readonly submitEvent: FieldsEvent;
  readonly backEvent: FormEvent;
}) {
  const text = useText();
  return (
    <Card title={text('title.passwordChange')} lead={text('methodSelect.lead')}>
      <Form event={submitEvent}>
        <RadioGroup
          legend={text('methodSelect.legend')}
          name="method"
          defaultValue="selfAuth"
          options={[
            {
              value: 'selfAuth',
              label: text('methodSelect.selfAuth'),
              hint: text('methodSelect.selfAuthHint'),
            },
            {
              value: 'questions',
              label: text('methodSelect.questions'),
              hint: text('methodSelect.questionsHint'),
            },
          ]}
        />
        <ButtonRow>
          <Button type="submit">{text('action.next')}</Button>
          <Button kind="secondary" event={backEvent}>
            {text('action.previous')}
          </Button>
        </ButtonRow>
      </Form>
    </Card>
  );
}
