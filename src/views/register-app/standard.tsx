import { useSelector } from '@xstate/react';
import type { ReactNode, RefObject } from 'react';
import type { ActorRefFrom, EventFromLogic } from 'xstate';
import type { RegisterAppMachine } from '#machines/register-app/register-app.machine.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import { type FormTable, textField } from '#src/app/form-table.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Countdown, countdownText } from '#src/ui/countdown.tsx';
import { Form } from '#src/ui/form.tsx';
import { CodeEntry } from '#src/views/code-entry.tsx';
import { useFieldProblem } from '#src/views/field-problem.tsx';
import qr from '#src/views/qr/qr.module.css';
import { QrPicture } from '#src/views/qr/qr-picture.tsx';
import facts from '#src/views/registration/facts.module.css';
import { useAttention } from '#src/views/use-attention.ts';
import { CopyLink } from './copy-link.tsx';

const FORMS = {
  'code.submitted': { code: textField('code') },
} satisfies FormTable<EventFromLogic<RegisterAppMachine>>;

/** Separates the characters of a secret into groups of four. */
const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** The secret for a standard authenticator, as a QR code and as text, and the field for a code that it shows. */
export function StandardPart({
  actor,
  backButton,
  field,
}: {
  readonly actor: ActorRefFrom<RegisterAppMachine>;
  readonly backButton: ReactNode;
  readonly field: RefObject<HTMLInputElement | null>;
}) {
  const text = useText();
  const { scriptFormEvent } = useFormEvents(actor, FORMS);
  const snapshot = useSelector(actor, (current) => current);
  const { secret, deadline, problem, failure } = snapshot.context;
  const { error, announceProblem } = useFieldProblem(actor, problem, field);
  const isBusy = snapshot.hasTag('busy');
  useAttention(failure, field, 'after');
  const timeLeftText = (time: string) => text('registerApp.left', { time });

  if (!secret) {
    return (
      <ButtonRow>
        <Button onClick={() => actor.send({ type: 'code.renew' })}>{text('registerApp.newCode')}</Button>
        {backButton}
      </ButtonRow>
    );
  }
  return (
    <Form event={scriptFormEvent('code.submitted', announceProblem)}>
      <div className={qr['board']}>
        <div className={qr['area']}>
          <QrPicture text={secret.uri} label={text('qr.picture')} />
        </div>
      </div>
      <CodeEntry
        field={field}
        kind="digits"
        label={text('code.label')}
        onChange={() => actor.send({ type: 'code.edited' })}
        error={error}
        isBusy={isBusy}
        autoFocus={false}
      />
      <ButtonRow>
        <Button type="submit" busy={isBusy} busyLabel={text('code.checking')}>
          {text('action.register')}
        </Button>
        {backButton}
      </ButtonRow>
      <p className={facts['caption']}>
        <Countdown
          deadline={deadline}
          format="clock"
          announcementOf={(seconds) => timeLeftText(countdownText(seconds, 'clock'))}
        >
          {timeLeftText}
        </Countdown>
      </p>
      <dl className={facts['secret']}>
        <dt>{text('registerApp.secret')}</dt>
        <dd>{inGroups(secret.text)}</dd>
      </dl>
      <CopyLink value={secret.text} />
    </Form>
  );
}
