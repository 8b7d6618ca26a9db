import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Message } from '#src/ui/message.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { DigitsForm } from './digits-form.tsx';
import { LinkForm } from './link-form.tsx';
import { misreadText } from './misread-text.ts';
import { NoticeMessage } from './notice.tsx';
import { OfflinePart } from './offline-form.tsx';
import { RefusalDialog } from './refusal-dialog.tsx';
import { ScanningPart } from './scanning.tsx';
import type { ScreenProps } from './screen.ts';

function Leave({ actor }: Pick<ScreenProps, 'actor'>) {
  const text = usePhoneText();
  return <TextLink onClick={() => actor.send({ type: 'adding.leave' })}>{text('phone.back')}</TextLink>;
}

const OTHER_WAYS = [
  ['digits', 'phone.way.digits'],
  ['link', 'phone.way.link'],
  ['offline', 'phone.way.offline'],
] as const;

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

/** Adds an account to this phone: by a link or code, by digits, or without a connection. */
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
    const { title, lead } = misreadText(text, snapshot.context.misread);
    return (
      <Card result="failed" title={title} lead={lead} footer={exits}>
        <Button onClick={() => actor.send({ type: 'code.scan' })}>{text('phone.way.scan')}</Button>
      </Card>
    );
  }
  if (snapshot.matches({ adding: 'scanning' })) {
    const lead = snapshot.context.camera === null ? text('phone.scanLead') : undefined;
    return (
      <Card title={text('phone.scan')} lead={lead} footer={exits}>
        <ScanningPart actor={actor} snapshot={snapshot} />
      </Card>
    );
  }
  if (snapshot.matches({ adding: 'offline' })) {
    const isComparing = snapshot.context.offlineProof !== '';
    return (
      <Card
        title={text('phone.offline')}
        lead={text(isComparing ? 'phone.offline.compareLead' : 'phone.offlineLead')}
        footer={exits}
      >
        <OfflinePart actor={actor} snapshot={snapshot} />
        {refusal}
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
      <NoticeMessage snapshot={snapshot} />
      <Button onClick={() => actor.send({ type: 'way.chosen', way: 'scan' })}>
        {text('phone.way.scan')}
      </Button>
      {OTHER_WAYS.map(([way, key]) => (
        <Button key={way} kind="secondary" onClick={() => actor.send({ type: 'way.chosen', way })}>
          {text(key)}
        </Button>
      ))}
      <Message tone="info">
        {text(snapshot.context.accounts.length === 0 ? 'phone.wiped' : 'phone.moving')}
      </Message>
    </Card>
  );
}
