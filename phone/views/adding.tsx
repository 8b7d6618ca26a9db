import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { DigitsForm } from './digits-form.tsx';
import { LinkForm } from './link-form.tsx';
import { RefusalDialog } from './refusal-dialog.tsx';
import type { ScreenProps } from './screen.ts';

function Leave({ actor }: Pick<ScreenProps, 'actor'>) {
  const text = usePhoneText();
  return <TextLink onClick={() => actor.send({ type: 'adding.leave' })}>{text('phone.back')}</TextLink>;
}

/** The ways out of a screen that adds the phone, as far as there are any. */
function Exits({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  return (
    <>
      {snapshot.can({ type: 'way.change' }) ? (
        <TextLink onClick={() => actor.send({ type: 'way.change' })}>{text('phone.otherWay')}</TextLink>
      ) : null}
      {snapshot.can({ type: 'adding.leave' }) ? <Leave actor={actor} /> : null}
    </>
  );
}

/** Adds an account to this phone: by the link that was opened, by digits, or by a link that was copied. */
export function AddingScreen({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const hasExit = snapshot.can({ type: 'way.change' }) || snapshot.can({ type: 'adding.leave' });
  const exits = hasExit ? <Exits actor={actor} snapshot={snapshot} /> : null;
  const { linkOwner: userId } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  const refusal = <RefusalDialog actor={actor} snapshot={snapshot} />;

  if (snapshot.matches({ adding: 'reading' })) {
    return (
      <Card title={text('phone.reading')}>
        <Spinner />
      </Card>
    );
  }
  if (snapshot.matches({ adding: 'unusable' })) {
    return (
      <Card
        result="failed"
        title={text('phone.unusable')}
        lead={text('phone.unusableLead')}
        footer={snapshot.can({ type: 'adding.leave' }) ? <Leave actor={actor} /> : null}
      >
        <Button onClick={() => actor.send({ type: 'way.change' })}>{text('phone.otherWay')}</Button>
      </Card>
    );
  }
  if (snapshot.matches({ adding: 'confirming' })) {
    return (
      <Card title={text('phone.confirming')} lead={text('phone.confirmingLead', { userId })} footer={exits}>
        <Button
          busy={isBusy}
          busyLabel={text('phone.registering')}
          onClick={() => actor.send({ type: 'link.confirmed' })}
        >
          {text('phone.register')}
        </Button>
        {refusal}
      </Card>
    );
  }
  if (snapshot.matches({ adding: 'typing' })) {
    return (
      <Card title={text('phone.digits')} lead={text('phone.digitsLead')} footer={exits}>
        <DigitsForm actor={actor} snapshot={snapshot} />
        {refusal}
      </Card>
    );
  }
  if (snapshot.matches({ adding: 'pasting' })) {
    return (
      <Card title={text('phone.link')} lead={text('phone.linkLead')} footer={exits}>
        <LinkForm actor={actor} snapshot={snapshot} />
        {refusal}
      </Card>
    );
  }
  return (
    <Card title={text('phone.adding')} lead={text('phone.addingLead')} footer={exits}>
      <Button onClick={() => actor.send({ type: 'way.chosen', way: 'digits' })}>
        {text('phone.way.digits')}
      </Button>
      <Button kind="secondary" onClick={() => actor.send({ type: 'way.chosen', way: 'link' })}>
        {text('phone.way.link')}
      </Button>
    </Card>
  );
}
