import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Message } from '#src/ui/message.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { FailureDialog } from './failure-dialog.tsx';
import { LinkForm } from './link-form.tsx';
import { NoticeMessage } from './notice.tsx';
import { OfflineRegistration } from './offline-form.tsx';
import { RegistrationCodeForm } from './registration-code-form.tsx';
import { Scanner } from './scanning.tsx';
import type { ScreenProps } from './screen.ts';
import { unusableLinkText } from './unusable-link-text.ts';

function BackLink({ actor }: Pick<ScreenProps, 'actor'>) {
  const text = usePhoneText();
  return <TextLink onClick={() => actor.send({ type: 'adding.leave' })}>{text('phone.back')}</TextLink>;
}

/** Methods to add an account in addition to scanning a QR code, with the keys of their texts. */
const OTHER_METHODS = [
  ['digits', 'phone.way.digits'],
  ['link', 'phone.way.link'],
  ['offline', 'phone.way.offline'],
] as const;

/** Links in the footer: to another method, and back. */
function FooterLinks({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  return (
    <>
      {snapshot.can({ type: 'adding.method.change' }) ? (
        <TextLink onClick={() => actor.send({ type: 'adding.method.change' })}>
          {text('phone.otherWay')}
        </TextLink>
      ) : null}
      {snapshot.can({ type: 'adding.leave' }) ? <BackLink actor={actor} /> : null}
    </>
  );
}

/** The screens that add an account: with a link or QR code, with a registration code, or without a connection. */
export function AddingScreen({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const hasFooter = snapshot.can({ type: 'adding.method.change' }) || snapshot.can({ type: 'adding.leave' });
  const footer = hasFooter ? <FooterLinks actor={actor} snapshot={snapshot} /> : null;
  const { linkOwner: userId } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  const failureDialog = <FailureDialog actor={actor} snapshot={snapshot} />;

  if (snapshot.matches({ adding: 'reading' })) {
    return (
      <Card title={text('phone.reading')}>
        <Spinner />
      </Card>
    );
  }
  if (snapshot.matches({ adding: 'unusable' })) {
    const { title, lead } = unusableLinkText(text, snapshot.context.unusableLink);
    return (
      <Card result="failed" title={title} lead={lead} footer={footer}>
        <Button onClick={() => actor.send({ type: 'code.scan' })}>{text('phone.way.scan')}</Button>
      </Card>
    );
  }
  if (snapshot.matches({ adding: 'scanning' })) {
    const lead = snapshot.context.camera === null ? text('phone.scanLead') : undefined;
    return (
      <Card title={text('phone.scan')} lead={lead} footer={footer}>
        <Scanner actor={actor} snapshot={snapshot} />
      </Card>
    );
  }
  if (snapshot.matches({ adding: 'offline' })) {
    const isComparing = snapshot.context.comparisonDigits !== '';
    return (
      <Card
        title={text('phone.offline')}
        lead={text(isComparing ? 'phone.offline.compareLead' : 'phone.offlineLead')}
        footer={footer}
      >
        <OfflineRegistration actor={actor} snapshot={snapshot} />
        {failureDialog}
      </Card>
    );
  }
  if (snapshot.matches({ adding: 'confirming' })) {
    return (
      <Card title={text('phone.confirming')} lead={text('phone.confirmingLead', { userId })} footer={footer}>
        <Button
          busy={isBusy}
          busyLabel={text('phone.registering')}
          onClick={() => actor.send({ type: 'link.confirmed' })}
        >
          {text('phone.register')}
        </Button>
        {failureDialog}
      </Card>
    );
  }
  if (snapshot.matches({ adding: 'typing' })) {
    return (
      <Card title={text('phone.digits')} lead={text('phone.digitsLead')} footer={footer}>
        <RegistrationCodeForm actor={actor} snapshot={snapshot} />
        {failureDialog}
      </Card>
    );
  }
  if (snapshot.matches({ adding: 'pasting' })) {
    return (
      <Card title={text('phone.link')} lead={text('phone.linkLead')} footer={footer}>
        <LinkForm actor={actor} snapshot={snapshot} />
        {failureDialog}
      </Card>
    );
  }
  return (
    <Card title={text('phone.adding')} lead={text('phone.addingLead')} footer={footer}>
      <NoticeMessage snapshot={snapshot} />
      <Button onClick={() => actor.send({ type: 'adding.method.chosen', method: 'scan' })}>
        {text('phone.way.scan')}
      </Button>
      {OTHER_METHODS.map(([method, key]) => (
        <Button
          key={method}
          kind="secondary"
          onClick={() => actor.send({ type: 'adding.method.chosen', method })}
        >
          {text(key)}
        </Button>
      ))}
      <Message tone="info">
        {text(snapshot.context.accounts.length === 0 ? 'phone.wiped' : 'phone.moving')}
      </Message>
    </Card>
  );
}
