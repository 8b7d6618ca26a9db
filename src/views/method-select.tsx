import { useState } from 'react';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Form } from '#src/ui/form.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';

type Method = 'selfAuth' | 'questions';

/** Method select: Q&A or self-authentication (spec section 2, "Password flow", step 2). */
export function MethodSelect({
  onChoose,
  onBack,
}: {
  readonly onChoose: (method: Method) => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const [method, setMethod] = useState<Method>('selfAuth');
  return (
    <Card title={text('title.passwordChange')} lead={text('methodSelect.lead')}>
      <Form onSubmit={() => onChoose(method)}>
        <RadioGroup
          legend={text('methodSelect.legend')}
          name="method"
          value={method}
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
          onChange={setMethod}
        />
        <ButtonRow>
          <Button type="submit">{text('action.next')}</Button>
          <Button kind="secondary" onClick={onBack}>
            {text('action.previous')}
          </Button>
        </ButtonRow>
      </Form>
    </Card>
  );
}
