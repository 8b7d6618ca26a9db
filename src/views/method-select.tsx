import { useState } from 'react';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Form } from '#src/ui/form.tsx';
import type { FormEvent } from '#src/ui/form-event.ts';
import { RadioGroup } from '#src/ui/radio-group.tsx';

type Method = 'selfAuth' | 'questions';

/** Method select: Q&A or self-authentication (spec section 2, "Password flow", step 2). */
export function MethodSelect({
  onChoose,
  posts,
  back,
}: {
  readonly onChoose: (method: Method) => void;
  readonly posts: string;
  readonly back: FormEvent;
}) {
  const text = useText();
  const [method, setMethod] = useState<Method>('selfAuth');
  return (
    <Card title={text('title.passwordChange')} lead={text('methodSelect.lead')}>
      <Form onSubmit={() => onChoose(method)} posts={posts}>
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
          <Button kind="secondary" event={back}>
            {text('action.previous')}
          </Button>
        </ButtonRow>
      </Form>
    </Card>
  );
}
